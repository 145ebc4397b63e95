import { UNASSOCIATED } from '@domain/history/project-map';

export function folderName(cwd: string | null): string | null {
  return cwd === null ? null : (cwd.split(/[\\/]/).filter(Boolean).at(-1) ?? cwd);
}

/** A project by the name of its folder; what belongs to none is said so. */
export function projectWords(project: string): string {
  return project === UNASSOCIATED ? 'No project' : (folderName(project) ?? project);
}
