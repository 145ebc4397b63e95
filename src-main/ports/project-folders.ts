import type { SaidProject, SaidRemap } from '@domain/history/folders';
import type { ProjectFolder } from '@domain/history/project-map';
import type { Result } from '@domain/result';

/** Where a session of ours worked, of which project: also a worktree that is long removed. */
export type OwnWorktree = { readonly project_id: string; readonly worktree: string };

export type KnownFolders = {
  /** Another one whenever anything below is. */
  readonly mark: string;
  readonly folders: readonly ProjectFolder[];
  readonly projects: readonly SaidProject[];
  readonly remaps: readonly SaidRemap[];
  /** What a person said cannot be read; the file is left alone. */
  readonly problem: string | null;
};

export type RemapFailure =
  | { readonly code: 'folder-path-relative'; readonly folder: string }
  | { readonly code: 'folder-not-found'; readonly folder: string }
  | { readonly code: 'remap-not-found'; readonly folder: string }
  | { readonly code: 'folders-not-saved'; readonly path: string; readonly detail: string };

/*
 * Which folder is whose.
 * F1  Projects, worktrees and moves are seen; only what a person said is kept in a file of its own.
 * F2  That file is replaced whole, keeps what this version does not know, and is never written over when it cannot be read.
 */
export type ProjectFolders = {
  look(own: readonly OwnWorktree[]): Promise<KnownFolders>;
  /** This folder, with all that lies in it, is of that project: named by any folder of it. Null takes the word back. */
  remap(folder: string, project: string | null): Promise<Result<void, RemapFailure>>;
};
