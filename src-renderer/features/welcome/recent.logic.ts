import type { RecentProject } from '@domain/project';

/** What is worth knowing before it is opened; null when there is nothing. */
export function recentNote(
  project: Pick<RecentProject, 'is_missing' | 'has_beads' | 'is_trusted'>,
): string | null {
  if (project.is_missing) return 'the folder is gone';
  if (!project.has_beads) return 'no beads yet';
  return project.is_trusted ? null : 'not trusted yet';
}
