import type { BeadError } from '@domain/bead/errors';
import type { Bead } from '@domain/bead/record';
import type { BeadId } from '@domain/ids';
import { err, ok, type Result } from '@domain/result';
import type { MoveUndo } from '@domain/tracker-state';
import type { BeadTracker } from '../../ports/bead-tracker';

type Answer<T> = Promise<Result<T, BeadError>>;

export type Move = {
  readonly id: BeadId;
  readonly status: string;
  /** What the card showed; absent: not compared. */
  readonly fromStatus?: string | undefined;
  readonly assignee?: string | null | undefined;
  readonly reason?: string | undefined;
  readonly force: boolean;
  readonly actor: string;
};

/** To `closed` with all of the tracker's guards, from `closed` by reopening; answers what would put it back. */
export async function moveBead(tracker: BeadTracker, move: Move): Answer<{ bead: Bead; undo: MoveUndo }> {
  const { id, status, fromStatus, actor } = move;
  const before = await tracker.show(id);
  if (!before.ok) return before;
  const now = before.value;
  if (fromStatus !== undefined && now.status !== fromStatus && now.status !== status)
    return err({ code: 'bead-conflict', id, fields: ['status'], theirs: now });
  const undo: MoveUndo = {
    id,
    status: now.status,
    assignee: now.assignee ?? null,
    close_reason: now.close_reason ?? null,
  };
  const moved = await perform(tracker, move, now, actor);
  return moved.ok ? ok({ bead: moved.value, undo }) : moved;
}

async function perform(tracker: BeadTracker, move: Move, now: Bead, actor: string): Answer<Bead> {
  const { id, status, reason, force, assignee } = move;
  if (status === 'closed') {
    if (now.status === 'closed') return ok(now);
    return tracker.close({ id, reason: reason ?? null, session: null, force, actor });
  }
  if (now.status === 'closed') {
    const reopened = await tracker.reopen(id, actor);
    if (!reopened.ok) return reopened;
    now = reopened.value;
  }
  const patch = {
    ...(now.status === status ? {} : { status }),
    ...(assignee === undefined ? {} : { assignee }),
  };
  if (Object.keys(patch).length === 0) return ok(now);
  return tracker.update({ id, patch, expected: { status: now.status }, actor });
}

/** Puts a moved bead back; only its status and holder, which is all a move changes. */
export async function undoMove(tracker: BeadTracker, undo: MoveUndo, actor: string): Answer<Bead> {
  const { id, status, assignee, close_reason } = undo;
  const move = { id, status, assignee, reason: close_reason ?? undefined, force: true, actor };
  const moved = await moveBead(tracker, move);
  return moved.ok ? ok(moved.value.bead) : moved;
}
