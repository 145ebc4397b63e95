import { basename, isAbsolute, resolve, sep } from 'node:path';
import type { BeadError } from '@domain/bead/errors';
import type { Repository } from '@domain/git/repository';
import type { BeadId, FolderPath } from '@domain/ids';
import { ok, type Result } from '@domain/result';
import type { Session } from '@domain/session/record';
import type { Seat } from '@domain/session/values';
import type { BeadDetails } from '@domain/tracker-state';
import { worktreePlace } from '@domain/work/worktree-place';
import type { Agents } from '../../ports/agents';
import type { ContextFiles } from '../../ports/context-files';
import type { SessionsService } from '../sessions/sessions-service';
import type { StartDefaultsBook } from './start-defaults';
import type { WorkWorld } from './work-world';

/** What starting work needs of the rest of the program. */
export type StartWorld = Omit<WorkWorld, 'hashFile' | 'busyFolders'> & {
  readonly agents: Agents;
  readonly files: ContextFiles;
  readonly defaults: StartDefaultsBook;
  readonly settings: () => {
    readonly seat: Seat;
    readonly worktreePlace: string;
    readonly contextTokens: number;
  };
  /** Is something at this path? */
  readonly exists: (path: string) => boolean;
};

/** Fresh from the tracker: what it said before it fell silent is no ground to claim on. */
export async function showBead(
  world: Pick<StartWorld, 'beads'>,
  project: FolderPath,
  id: BeadId,
): Promise<Result<BeadDetails, BeadError>> {
  const shown = await (await world.beads()).of(project).show(id);
  if (!shown.ok) return shown;
  return shown.value.is_stale
    ? { ok: false, error: { code: 'tracker-timed-out', command: 'show', after_ms: 0 } }
    : ok(shown.value);
}

/** Sessions of this program that work in this checkout now. */
export function busyIn(service: Pick<SessionsService, 'book' | 'live'>, root: string): readonly Session[] {
  return service.live.ids().flatMap((id) => {
    const session = service.book.find(id)?.session;
    return session !== undefined && isIn(session, root) ? [session] : [];
  });
}

const isIn = ({ worktree, cwd }: Session, root: string) =>
  worktree === undefined ? cwd === root || cwd.startsWith(root + sep) : worktree === root;

const MOST_TRIES = 100;

/** Where a worktree goes: the pattern of the settings, with a number when that place is taken. */
export function placeFor(
  world: Pick<StartWorld, 'settings' | 'exists'>,
  repository: Pick<Repository, 'main_root' | 'root'>,
  branch: string,
  bead: string | null,
): string {
  const home = repository.main_root ?? repository.root;
  const pattern = world.settings().worktreePlace;
  const wanted = worktreePlace(pattern, { project: basename(home), bead, branch });
  const place = isAbsolute(wanted) ? wanted : resolve(home, wanted);
  for (let count = 2; count < MOST_TRIES; count += 1) {
    const next = count === 2 ? place : `${place}-${count - 1}`;
    if (!world.exists(next)) return next;
  }
  return place;
}
