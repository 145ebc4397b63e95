import { GitError, type LossReason } from '@domain/git/errors';
import { Worktree } from '@domain/git/worktree';
import { SessionId } from '@domain/ids';
import { Owner, Status } from '@domain/session/values';
import { z } from 'zod';

/** A session that works, or worked last, in a worktree. */
export const WorktreeOwner = z.object({
  session_id: SessionId,
  title: z.string().nullable(),
  bead_id: z.string().nullable(),
  owner: Owner,
  status: Status,
});
export type WorktreeOwner = z.infer<typeof WorktreeOwner>;

/** `reasons` are all there are, sessions included; none means that nothing would be lost. */
export const WorktreeEntry = z.object({ ...Worktree.shape, owner: WorktreeOwner.nullable() });
export type WorktreeEntry = z.infer<typeof WorktreeEntry>;

export const WorktreeOutcome = z.object({
  path: z.string(),
  is_removed: z.boolean(),
  /** Under which what was given up can still be found. */
  kept: z.string().nullable(),
  /** Why it is still there. */
  error: GitError.nullable(),
});
export type WorktreeOutcome = z.infer<typeof WorktreeOutcome>;

export const isSafe = ({ reasons }: { readonly reasons: readonly LossReason[] }): boolean =>
  reasons.length === 0;
