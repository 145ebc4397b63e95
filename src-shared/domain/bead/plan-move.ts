import type { BoardColumn } from './columns';
import type { BlockReason } from './readiness';
import type { Bead } from './record';

/** What dropping a card on a column asks of the tracker, or why it cannot be. */
export type MovePlan =
  | { readonly type: 'none' }
  | { readonly type: 'update'; readonly status: string }
  | { readonly type: 'close' }
  | { readonly type: 'reopen' }
  /** bd reopens to `open` only; the status follows. */
  | { readonly type: 'reopen-then-update'; readonly status: string }
  | { readonly type: 'refused'; readonly why: 'not-a-target' }
  | { readonly type: 'refused'; readonly why: 'still-blocked'; readonly reason: BlockReason };

export function planMove(bead: Bead, to: BoardColumn, block: BlockReason | undefined): MovePlan {
  if (to.gives === null) return { type: 'refused', why: 'not-a-target' };
  // Making it open would leave it where it is: only its blockers can make it ready.
  if (to.takes.includes('@ready') && block !== undefined)
    return { type: 'refused', why: 'still-blocked', reason: block };
  if (bead.status === to.gives) return { type: 'none' };
  if (to.gives === 'closed') return { type: 'close' };
  if (bead.status !== 'closed') return { type: 'update', status: to.gives };
  return to.gives === 'open' ? { type: 'reopen' } : { type: 'reopen-then-update', status: to.gives };
}
