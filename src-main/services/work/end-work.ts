import type { BeadError } from '@domain/bead/errors';
import { type GitError, NEVER_GIVEN_UP } from '@domain/git/errors';
import type { BeadId, SessionId } from '@domain/ids';
import { filterText } from '@domain/privacy/filter-text';
import { err, ok, type Result } from '@domain/result';
import { checkoutOf } from '@domain/session/checkout';
import type { SessionError } from '@domain/session/errors';
import { appendLog } from '@domain/session/execution-log';
import type { Session } from '@domain/session/record';
import { refusal } from '@domain/session/status-machine';
import type { Ended, EndStep, EndStopped, EndWish } from '@domain/work/end-plan';
import { busyReasons } from '@domain/work/worktree-owner';
import type { ProjectTracker } from '../beads/beads-service';
import type { SessionsService } from '../sessions/sessions-service';
import { otherSessionsIn, trackerOf, type WorkWorld } from './work-world';

/*
 * pause -> commit | stash -> add-status -> log (and the bead's new status) -> close -> the worktree goes
 * E1  What Claude might still write is over before anything is committed.
 * E2  Stops at the first step that fails and names it. The session is paused then, so that it can be ended again or go on; what
 *     was done stays done, and is not done twice when it is asked again.
 * E3  The log is appended to what the notes are at that moment, whoever wrote them meanwhile; nothing of theirs is replaced.
 * E4  The worktree is removed last, and only for the reasons that were read and chosen: git refuses any other.
 */
export type EndWork = {
  end(
    folder: string | undefined,
    ref: string,
    wish: EndWish,
  ): Promise<Result<Ended, SessionError | EndStopped>>;
  /** Its bead moves because we move it. */
  isEnding(id: SessionId): boolean;
};

type Cause = SessionError | BeadError | GitError;
const MOST_ROUNDS = 5;

export function createEndWork(world: WorkWorld): EndWork {
  const ending = new Set<SessionId>();

  const perform = async (
    service: SessionsService,
    session: Session,
    wish: EndWish,
  ): Promise<Result<Ended, EndStopped>> => {
    const done: EndStep[] = [];
    const take = async <T>(
      step: EndStep,
      work: () => Promise<Result<T, Cause>>,
    ): Promise<Result<T, EndStopped>> => {
      const result = await work();
      if (!result.ok) return err({ code: 'end-stopped', step, done: [...done], cause: result.error });
      done.push(step);
      return result;
    };
    const { id } = session;
    const folder = checkoutOf(session);

    if (session.status === 'active' || session.pending !== undefined) {
      const paused = await take('pause', () => service.pause(id));
      if (!paused.ok) return paused;
    }
    let commit: string | null = null;
    if (wish.changes === 'commit') {
      const made = await take('commit', () => commitAll(world, folder, wish.message));
      if (!made.ok) return made;
      commit = made.value;
      if (commit !== null) await service.noteCommits(id, [commit], 'capture');
    }
    if (wish.changes === 'stash') {
      const stashed = await take('stash', () => stashAll(world, session, wish.message));
      if (!stashed.ok) return stashed;
    }
    const tracker = await trackerOf(world, session);
    if (tracker !== null && session.bead_id !== undefined) {
      const { move } = wish;
      if (move?.needs_adding === true) {
        const added = await take('add-status', () => tracker.configureStatus(move.status, 'wip'));
        if (!added.ok) return added;
      }
      const log = filterText(wish.log ?? '', 'shapes').text;
      if (log.trim() !== '' || move !== null) {
        const bead = { tracker, id: session.bead_id };
        const written = await take('log', () => writeToBead(bead, log, move?.status ?? null, id));
        if (!written.ok) return written;
      }
    }
    const outcome = session.status === 'draft' ? undefined : wish.outcome;
    const closed = await take('close', () => service.close(id, outcome));
    if (!closed.ok) return closed;
    return ok({
      session: closed.value,
      done,
      commit,
      worktree_kept: await removeWorktree(world, service, session, wish.remove_worktree),
    });
  };

  return {
    isEnding: (id) => ending.has(id),
    async end(folder, ref, wish) {
      const opened = await world.sessions();
      if (!opened.ok) return opened;
      const service = opened.value;
      const located = await service.locate(folder, ref);
      if (!located.ok) return located;
      const id = located.value;
      const session = service.book.find(id)?.session;
      if (session === undefined) return err({ code: 'session-not-found', session_id: ref });
      if (session.status === 'closed' || session.owner === 'external' || ending.has(id))
        return err(refusal(session, 'close'));
      ending.add(id);
      try {
        return await perform(service, session, wish);
      } finally {
        ending.delete(id);
      }
    },
  };
}

/** Nothing left to commit is what a second attempt finds. */
async function commitAll(
  world: WorkWorld,
  folder: string,
  message: string,
): Promise<Result<string | null, GitError>> {
  const made = await (await world.git()).commit({ folder, message });
  if (made.ok) return ok(made.value.commit);
  return made.error.code === 'nothing-to-commit' ? ok(null) : made;
}

/** The tracker's own files, where they are the beads themselves, stay: the board would fall back to the last commit. */
async function stashAll(
  world: WorkWorld,
  session: Session,
  message: string,
): Promise<Result<null, GitError>> {
  const except = session.worktree === undefined ? ['.beads'] : [];
  const made = await (await world.git()).stash({ folder: checkoutOf(session), message, except });
  return made.ok || made.error.code === 'nothing-to-stash' ? ok(null) : made;
}

type OneBead = { readonly tracker: ProjectTracker; readonly id: BeadId };

/** E3. Notes and status in one write; somebody else's status is not overruled. */
async function writeToBead(
  { tracker, id }: OneBead,
  log: string,
  status: string | null,
  session: SessionId,
): Promise<Result<null, BeadError>> {
  const first = await tracker.show(id);
  if (!first.ok) return first;
  let theirs = first.value.bead;
  const seen = theirs.status;
  for (let round = 1; ; round += 1) {
    const notes = appendLog(theirs.notes, log);
    const patch = {
      ...(notes === (theirs.notes ?? '') ? {} : { notes }),
      ...(status === null || status === 'closed' || status === theirs.status ? {} : { status }),
    };
    const expected = { notes: theirs.notes ?? null, status: theirs.status };
    const written =
      Object.keys(patch).length === 0 ? first : await tracker.update({ id, patch, expected }, {});
    if (written.ok) break;
    if (written.error.code !== 'bead-conflict' || round >= MOST_ROUNDS) return written;
    if (written.error.theirs.status !== seen) return written;
    theirs = written.error.theirs;
  }
  if (status !== 'closed') return ok(null);
  const closed = await tracker.close({ id, reason: null, session, force: false }, {});
  return closed.ok ? ok(null) : closed;
}

/** E4. Null: it is gone, or was to stay. Another session in it, a child that goes on there or a Claude in some terminal, keeps it. */
async function removeWorktree(
  world: WorkWorld,
  { book }: SessionsService,
  session: Session,
  accepted: EndWish['remove_worktree'],
): Promise<GitError | null> {
  const { cwd, worktree } = session;
  if (worktree === undefined || accepted === null) return null;
  const found = [...busyReasons(worktree, await world.busyFolders()), ...otherSessionsIn(book, session)];
  const others = found.filter((reason) => NEVER_GIVEN_UP.includes(reason) || !accepted.includes(reason));
  if (others.length > 0) return { code: 'would-lose', place: worktree, reasons: [...new Set(others)] };
  const removed = await (await world.git()).removeWorktree(cwd, worktree, accepted);
  return removed.ok ? null : removed.error;
}
