import { BeadError } from '@domain/bead/errors';
import { Changes } from '@domain/git/changes';
import { GitError, LossReason } from '@domain/git/errors';
import { SessionId } from '@domain/ids';
import { SessionError } from '@domain/session/errors';
import { Session } from '@domain/session/record';
import { z } from 'zod';

/** Where a finished bead goes. `needs_adding`: the tracker does not know the status yet, and would be told. */
export const ReviewMove = z.object({ status: z.string(), needs_adding: z.boolean() });
export type ReviewMove = z.infer<typeof ReviewMove>;

export const EndPlan = z.object({
  session_id: SessionId,
  bead: z
    .object({ id: z.string(), title: z.string(), status: z.string(), move: ReviewMove.nullable() })
    .nullable(),
  bead_problem: BeadError.nullable(),
  /** What was done, counted. */
  work: z.object({
    files: z.int().nonnegative(),
    commits: z.int().nonnegative(),
    tests_passed: z.int().nonnegative(),
    tests_failed: z.int().nonnegative(),
  }),
  /** The execution log as it would be appended to the bead's notes. Empty: it is there already. */
  log: z.string(),
  /** What is not committed in the checkout the session worked in; null: no repository, or git could not be asked. */
  changes: Changes.nullable(),
  commit_message: z.string(),
  worktree: z
    .object({ place: z.string(), branch: z.string().nullable(), reasons: z.array(LossReason) })
    .nullable(),
});
export type EndPlan = z.infer<typeof EndPlan>;

export const EndWish = z.strictObject({
  outcome: z.enum(['done', 'abandoned']),
  /** Null: the bead stays where it is. */
  move: ReviewMove.nullable(),
  /** Appended to the bead's notes; null or empty: nothing is. */
  log: z.string().max(200_000).nullable(),
  changes: z.enum(['keep', 'commit', 'stash']),
  message: z.string().max(20_000),
  /** Null: the worktree stays. The reasons are those the person read and chose; any other one keeps it. */
  remove_worktree: z.array(LossReason).nullable(),
});
export type EndWish = z.infer<typeof EndWish>;

/** In this order. What failed leaves everything before it done and everything after it untouched. */
export const EndStep = z.enum(['pause', 'commit', 'stash', 'add-status', 'log', 'close']);
export type EndStep = z.infer<typeof EndStep>;

export const EndStopped = z.object({
  code: z.literal('end-stopped'),
  step: EndStep,
  done: z.array(EndStep),
  cause: z.union([SessionError, BeadError, GitError]),
});
export type EndStopped = z.infer<typeof EndStopped>;

export const Ended = z.object({
  session: Session,
  done: z.array(EndStep),
  commit: z.string().nullable(),
  /** The session is closed, and its worktree is still there: why. Null: it is gone, or was to stay. */
  worktree_kept: GitError.nullable(),
});
export type Ended = z.infer<typeof Ended>;

/** The bead of an active session moved on: the session is closed at that time unless somebody keeps it open. */
export const EndAnnounced = z.object({
  session_id: SessionId,
  bead_id: z.string(),
  status: z.string(),
  closes_at: z.string(),
});
export type EndAnnounced = z.infer<typeof EndAnnounced>;
