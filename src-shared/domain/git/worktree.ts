import { z } from 'zod';
import { LossReason } from './errors';
import { Dirt, Sha } from './repository';

export const Worktree = z.object({
  path: z.string(),
  is_main: z.boolean(),
  /** Null: detached. */
  branch: z.string().nullable(),
  head: Sha.nullable(),
  locked: z.string().nullable(),
  /** Its folder is gone; git would forget it. */
  is_missing: z.boolean(),
  /** Null: not measured in the time we gave it. */
  size_bytes: z.int().nonnegative().nullable(),
  /** The latest of: made, committed in, index written. */
  touched_at: z.string().nullable(),
  dirt: Dirt.nullable(),
  /** Commits of its branch that are neither in the base branch nor on a remote. */
  unpushed: z.int().nonnegative(),
  /** Ignored files that nothing rebuilds, as far as we know (`.env`, a database); the first of them. */
  ignored: z.array(z.string()),
  stashes: z.int().nonnegative(),
  /** What git alone sees against removing it. Sessions are the service's to add. */
  reasons: z.array(LossReason),
});
export type Worktree = z.infer<typeof Worktree>;
