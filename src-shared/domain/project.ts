import { z } from 'zod';
import { FolderPath } from './ids';

/** A project is a folder a person opened. Opening it runs none of its code; trusting it is a choice of their own. */
export const Project = z.object({
  path: FolderPath,
  name: z.string(),
  is_trusted: z.boolean(),
  has_beads: z.boolean(),
  is_git: z.boolean(),
  opened_at: z.string(),
});
export type Project = z.infer<typeof Project>;

/** A recent project whose folder may be gone by now. */
export const RecentProject = Project.extend({ is_missing: z.boolean() });
export type RecentProject = z.infer<typeof RecentProject>;

export const ProjectError = z.discriminatedUnion('code', [
  z.object({ code: z.literal('project-path-relative'), path: z.string() }),
  z.object({ code: z.literal('project-not-found'), path: z.string() }),
  z.object({ code: z.literal('project-not-a-folder'), path: z.string() }),
  z.object({ code: z.literal('project-not-readable'), path: z.string() }),
  z.object({ code: z.literal('projects-not-saved'), file: z.string(), detail: z.string() }),
]);
export type ProjectError = z.infer<typeof ProjectError>;

export const ProjectsChange = z.discriminatedUnion('type', [
  z.object({ type: z.literal('recent-changed'), recent: z.array(RecentProject) }),
  /** A second start, or the command line, asks the windows to show this project. */
  z.object({ type: z.literal('show-requested'), project: Project }),
]);
export type ProjectsChange = z.infer<typeof ProjectsChange>;
