import { FolderPath } from '@domain/ids';
import { Project, ProjectError, ProjectsChange, RecentProject } from '@domain/project';
import { z } from 'zod';
import { command, NoErrors, query, stream } from './procedure';

const Path = z.string().min(1).max(4096);

export const projects = {
  open: command({
    input: z.strictObject({ path: Path }),
    output: Project,
    errors: ProjectError,
    doors: ['ui', 'cli', 'rest'],
  }),
  /** The shell's own folder dialog; null when the person closed it. */
  choose: command({
    input: z.strictObject({}),
    output: z.object({ path: z.string().nullable() }),
    errors: NoErrors,
    doors: ['ui'],
  }),
  /** Folders that continue what was typed, for the path field of the browser shell. */
  complete: query({
    input: z.strictObject({ typed: z.string().max(4096), limit: z.int().min(1).max(100).default(20) }),
    output: z.object({
      folders: z.array(z.object({ path: z.string(), name: z.string(), is_git: z.boolean() })),
    }),
    errors: NoErrors,
    doors: ['ui'],
  }),
  /** Only a person may trust a project, so only the window leads here. */
  trust: command({
    input: z.strictObject({ path: FolderPath, is_trusted: z.boolean() }),
    output: Project,
    errors: ProjectError,
    doors: ['ui'],
  }),
  forget: command({
    input: z.strictObject({ path: FolderPath }),
    output: z.object({ recent: z.array(RecentProject) }),
    errors: ProjectError,
    doors: ['ui', 'cli'],
  }),
  /** Asks the open windows to show a project (a second start of the app). */
  show: command({
    input: z.strictObject({ path: Path }),
    output: Project,
    errors: ProjectError,
    doors: ['cli'],
  }),
  watch: stream({
    input: z.strictObject({}),
    snapshot: z.object({ recent: z.array(RecentProject) }),
    change: ProjectsChange,
    errors: NoErrors,
    doors: ['ui', 'cli', 'rest'],
  }),
};
