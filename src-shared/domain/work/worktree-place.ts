/** From the project's folder on. `{project}`: its name, `{bead}`: the bead's id, else the branch, `{branch}`. */
export const DEFAULT_WORKTREE_PLACE = '../{project}.{bead}';

/** One folder name out of whatever a branch or bead is called. */
function folderName(text: string): string {
  const name = text
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/\.{2,}/g, '.')
    .replace(/^[.-]+|[.-]+$/g, '')
    .slice(0, 100);
  return name === '' ? 'work' : name;
}

export type PlaceNames = { readonly project: string; readonly bead: string | null; readonly branch: string };

/** The pattern with its names filled in: relative to the project or from the root on, as it was written. */
export function worktreePlace(pattern: string, { project, bead, branch }: PlaceNames): string {
  const names: Readonly<Record<string, string>> = {
    project: folderName(project),
    bead: folderName(bead ?? branch),
    branch: folderName(branch),
  };
  return pattern.replace(/\{(project|bead|branch)\}/g, (_, name: string) => names[name] ?? '');
}
