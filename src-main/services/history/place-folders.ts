import { describeFolders, type HistoryFolders } from '@domain/history/folders';
import { err } from '@domain/result';
import type { KnownFolders, OwnWorktree, ProjectFolders, RemapFailure } from '../../ports/project-folders';
import type { HistoryEngine } from './history-engine';
import type { Answer } from './history-service';
import { catalogFilterOf } from './own-filter';
import type { OwnSession } from './own-session';

export type FolderAnswers = {
  /** Which folders of the history are of which project. */
  folders(): Answer<HistoryFolders>;
  /** This folder is now that project; null takes it back. */
  remap(folder: string, project: string | null): Answer<HistoryFolders>;
};

export type FolderFailure = RemapFailure;

/** Tells the engine which folder is whose before it is asked, whenever that has changed. */
export function createPlacing(engine: HistoryEngine, folders: ProjectFolders) {
  let mark: string | null = null;
  return async (own: readonly OwnSession[]): Promise<KnownFolders> => {
    const known = await folders.look(worktreesOf(own));
    if (known.mark !== mark) await engine.place(known.folders);
    mark = known.mark;
    return known;
  };
}

export function createFolderAnswers(
  deps: { readonly engine: HistoryEngine; readonly folders: ProjectFolders },
  asked: <T>(work: () => Promise<T>) => Answer<T>,
  ownSessions: () => Promise<readonly OwnSession[]>,
): FolderAnswers {
  const folders: FolderAnswers['folders'] = () =>
    asked(async () => {
      const own = await ownSessions();
      const known = await deps.folders.look(worktreesOf(own));
      return describeFolders(await deps.engine.folders(catalogFilterOf([], own)), known);
    });
  return {
    folders,
    async remap(folder, project) {
      const said = await asked(() => deps.folders.remap(folder, project));
      if (!said.ok) return said;
      return said.value.ok ? folders() : err(said.value.error);
    },
  };
}

/** What of ours worked beside its project; each folder once. */
function worktreesOf(own: readonly OwnSession[]): readonly OwnWorktree[] {
  const seen = new Map<string, OwnWorktree>();
  for (const { worktree, project_id } of own)
    if (worktree !== null && project_id !== null) seen.set(worktree, { project_id, worktree });
  return [...seen.values()];
}
