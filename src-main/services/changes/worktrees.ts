import { type GitError, type LossReason, NEVER_GIVEN_UP } from '@domain/git/errors';
import type { Worktree } from '@domain/git/worktree';
import { err, ok, type Result } from '@domain/result';
import type { SessionError } from '@domain/session/errors';
import type { Session } from '@domain/session/record';
import type { WorktreeEntry, WorktreeOutcome } from '@domain/work/worktree-entry';
import { busyReasons, ownerOf, sessionReasons, sessionsIn } from '@domain/work/worktree-owner';
import type { Git } from '../../ports/git';
import type { SessionsService } from '../sessions/sessions-service';

type Failure = SessionError | GitError;
type Answer<T> = Promise<Result<T, Failure>>;

/*
 * W5  A worktree that a session works in, waits in or was meant for is never removed by the way, and one with a running
 *     process (ours, another console's, or a Claude in some terminal) not even by explicit choice.
 * W6  What speaks against a removal is looked at again right before each one; the list a person saw may be old.
 */
export type WorktreesService = {
  list(project: string, measure: boolean): Answer<readonly WorktreeEntry[]>;
  remove(project: string, paths: readonly string[]): Answer<readonly WorktreeOutcome[]>;
  giveUp(project: string, path: string, accepted: readonly LossReason[]): Answer<WorktreeOutcome>;
};

export type WorktreesDeps = {
  readonly sessions: () => Promise<Result<SessionsService, SessionError>>;
  readonly git: () => Promise<Git>;
  /** Folders in which a Claude runs right now, whoever started it. */
  readonly busyFolders: () => Promise<readonly string[]>;
};

export function createWorktrees({ sessions, git: load, busyFolders }: WorktreesDeps): WorktreesService {
  /** Every session that could be meant, with those of the project's store. */
  const everySession = async (project: string): Answer<readonly Session[]> => {
    const opened = await sessions();
    if (!opened.ok) return opened;
    const counted = await opened.value.count({ folder: project }, {});
    if (!counted.ok) return counted;
    return ok(opened.value.book.list.inOrder({ trash: 'without' }));
  };
  const describe = (worktree: Worktree, all: readonly Session[], busy: readonly string[]): WorktreeEntry => {
    const inside = sessionsIn(worktree.path, all);
    const ours = [...busyReasons(worktree.path, busy), ...sessionReasons(inside)];
    return { ...worktree, reasons: [...new Set(ours), ...worktree.reasons], owner: ownerOf(inside) };
  };
  const list = async (project: string, measure: boolean): Answer<readonly WorktreeEntry[]> => {
    const listed = await (await load()).worktrees(project, { measure });
    if (!listed.ok) return listed;
    const all = await everySession(project);
    if (!all.ok) return all;
    const busy = await busyFolders();
    return ok(listed.value.map((worktree) => describe(worktree, all.value, busy)));
  };

  const removeOne = async (
    project: string,
    path: string,
    accepted: readonly LossReason[],
  ): Answer<WorktreeOutcome> => {
    const stays = (error: GitError): WorktreeOutcome => ({ path, is_removed: false, kept: null, error });
    const listed = await list(project, false);
    if (!listed.ok) return listed;
    const worktree = listed.value.find((each) => each.path === path);
    if (worktree === undefined) return ok(stays({ code: 'worktree-unknown', place: path }));
    const against = worktree.reasons.filter(
      (reason) => NEVER_GIVEN_UP.includes(reason) || !accepted.includes(reason),
    );
    if (against.length > 0) return ok(stays({ code: 'would-lose', place: path, reasons: against }));
    const removed = await (await load()).removeWorktree(project, path, accepted);
    return ok(
      removed.ok ? { path, is_removed: true, kept: removed.value.kept, error: null } : stays(removed.error),
    );
  };

  return {
    list,
    async remove(project, paths) {
      const outcomes: WorktreeOutcome[] = [];
      for (const path of [...new Set(paths)]) {
        const outcome = await removeOne(project, path, []);
        if (!outcome.ok) return outcome;
        outcomes.push(outcome.value);
      }
      return ok(outcomes);
    },
    async giveUp(project, path, accepted) {
      const never = accepted.filter((reason) => NEVER_GIVEN_UP.includes(reason));
      if (never.length > 0) return err({ code: 'would-lose', place: path, reasons: never });
      return removeOne(project, path, accepted);
    },
  };
}
