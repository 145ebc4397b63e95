/** The key of everything that belongs to no known project. */
export const UNASSOCIATED = '_unassociated';

/** Why a folder belongs to a project, the stronger word first when several speak of the same folder. */
export const FOLDER_REASONS = ['remap', 'checkout', 'worktree', 'moved'] as const;
export type FolderReason = (typeof FOLDER_REASONS)[number];

/** A folder, with everything in it, is of this project (its main folder stands for it). */
export type ProjectFolder = {
  readonly folder: string;
  readonly project: string;
  readonly reason: FolderReason;
};

/*
 * Where a session belongs follows from the folder it ran in and from nothing else.
 * M1  The nearest known folder on the way up counts; of two words about one folder a person's.
 * M2  Every session is in exactly one project or in none, so sums over projects are the sum over sessions.
 */
export type ProjectMap = {
  /** Null: of no project. */
  placeOf(cwd: string | null): ProjectFolder | null;
  keyOf(cwd: string | null): string;
  isProject(path: string): boolean;
};

export function createProjectMap(folders: readonly ProjectFolder[]): ProjectMap {
  const known = new Map<string, ProjectFolder>();
  for (const reason of FOLDER_REASONS)
    for (const each of folders)
      if (each.reason === reason && !known.has(bare(each.folder))) known.set(bare(each.folder), each);
  const projects = new Set(folders.map(({ project }) => project));
  const met = new Map<string, ProjectFolder | null>();
  const placeOf = (cwd: string | null): ProjectFolder | null => {
    if (cwd === null) return null;
    const before = met.get(cwd);
    if (before !== undefined) return before;
    let found: ProjectFolder | null = null;
    for (let at: string | null = bare(cwd); at !== null && found === null; at = parentOf(at))
      found = known.get(at) ?? null;
    met.set(cwd, found);
    return found;
  };
  return {
    placeOf,
    keyOf: (cwd) => placeOf(cwd)?.project ?? UNASSOCIATED,
    isProject: (path) => projects.has(path),
  };
}

/**
 * What `project:` means: a project by its folder, `_unassociated`, any other folder with what lies in it, or a bare name: of
 * a project, or of a folder on the way.
 */
export function isOfProject(map: ProjectMap, cwd: string | null, wanted: string): boolean {
  if (wanted === UNASSOCIATED || map.isProject(wanted)) return map.keyOf(cwd) === wanted;
  if (/[\\/]/.test(wanted)) return cwd !== null && isWithin(cwd, wanted);
  const name = wanted.toLowerCase();
  const isNamed = (path: string) => namesOf(path).at(-1)?.toLowerCase() === name;
  const place = map.placeOf(cwd);
  if (place !== null && isNamed(place.project)) return true;
  return cwd !== null && namesOf(cwd).some((each) => each.toLowerCase() === name);
}

/** The folder itself, or one that lies in it. */
export function isWithin(path: string, folder: string): boolean {
  const root = bare(folder);
  return path.startsWith(root) && (path.length === root.length || /[\\/]/.test(path[root.length] ?? ''));
}

/** Without the separators at its end. */
export function bare(path: string): string {
  return path.replace(/(?<=.)[\\/]+$/, '');
}

function parentOf(path: string): string | null {
  const at = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
  if (at < 0) return null;
  if (at > 0) return path.slice(0, at);
  return path.length > 1 ? path.slice(0, 1) : null;
}

const namesOf = (path: string) => path.split(/[\\/]/).filter((name) => name !== '');
