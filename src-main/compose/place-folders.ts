import { linkedWorktrees, worktreesMark } from '../adapters/beads-dir/linked-worktrees';
import { resolveBeadsDir } from '../adapters/beads-dir/resolve-beads-dir';
import { createProjectFolders } from '../adapters/project-folders/known-folders';
import { readRegistry } from '../adapters/project-identity/project-registry';
import type { ProjectFolders } from '../ports/project-folders';
import type { Places } from './places';

/** Which folder is whose, by everything this user-data folder has met. */
export function placeFolders(
  places: Pick<Places, 'projects' | 'folders' | 'sessions'>,
  recent: () => readonly string[],
  now: () => string,
): ProjectFolders {
  return createProjectFolders({
    registry: places.projects,
    remaps: places.folders,
    userStore: places.sessions,
    seen: () => {
      const registry = readRegistry(places.projects);
      return registry.ok ? registry.value : [];
    },
    // Without BEADS_DIR: that is a word of one terminal, not of the folder.
    beadsDirOf: async (folder) => {
      const beads = await resolveBeadsDir(folder, {});
      return beads.ok ? beads.value.beadsDir : null;
    },
    worktrees: { markOf: worktreesMark, of: linkedWorktrees },
    recent,
    now,
  });
}
