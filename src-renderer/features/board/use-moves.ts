import type { Board } from '@domain/bead/board';
import type { BoardColumn } from '@domain/bead/columns';
import type { BeadError } from '@domain/bead/errors';
import { planMove } from '@domain/bead/plan-move';
import type { Bead } from '@domain/bead/record';
import type { BeadId } from '@domain/ids';
import { useProject } from '../../app/state/project';
import { openOverlay } from '../../app/state/window';
import type { CallError } from '../../bridge/client';
import { useClient } from '../../bridge/react';
import { showToast } from '../../ui/toast-store';
import { beadSentences } from '../bead';
import { announce, beginMove, endMoves, moveWritten, rememberUndo, useBoardState } from './board-state';

type MoveFailure = CallError<'beads.move'>;

const LOWEST_PRIORITY = 4;

/** A move that needs a person's word first; the dialogs `move-blocked` and `add-status` carry it on. */
export type MoveWish = {
  readonly id: string;
  readonly status: string;
  readonly columnId: string;
  readonly title: string;
  /** What holds it, in a sentence. */
  readonly why: string;
};

const wishText = (wish: MoveWish) => JSON.stringify(wish);
export const readWish = (text: string): MoveWish => JSON.parse(text) as MoveWish;

/** Shown at once, written by the tracker, taken back with its reason when refused. */
export function useMoves(board: Board) {
  const client = useClient();
  const project = useProject();

  const refuse = (bead: Bead, error: MoveFailure | BeadError) => {
    const { happened, safe, next, details } = beadSentences(error);
    announce(`${bead.id} stays where it was. ${happened}`);
    showToast({
      title: happened,
      text: [safe, next, details].filter(Boolean).join(' '),
      tone: 'broken',
      isSticky: true,
      ...(error.code === 'tracker-untrusted'
        ? { action: { label: 'Trust…', run: () => openOverlay('project.trust') } }
        : {}),
    });
  };

  const send = async (bead: Bead, column: BoardColumn, status: string, isForced = false) => {
    if (project === null) return;
    beginMove(bead.id, column.id);
    const result = await client.call('beads.move', {
      project: project.path,
      id: bead.id,
      status,
      from_status: bead.status,
      force: isForced,
      ...(column.takes.includes('@ready') && bead.assignee !== undefined ? { assignee: null } : {}),
    });
    if (result.ok) {
      moveWritten(bead.id, result.value.bead.status);
      rememberUndo(result.value.undo);
      announce(`${bead.id} moved to ${column.title}.`);
      return;
    }
    endMoves([bead.id]);
    const why = beadSentences(result.error).happened;
    const wish = wishText({ id: bead.id, status, columnId: column.id, title: column.title, why });
    if (result.error.code === 'blocked-close') openOverlay('move-blocked', wish);
    else if (result.error.code === 'status-unknown') openOverlay('add-status', wish);
    else refuse(bead, result.error);
  };

  return {
    async move(id: string, column: BoardColumn) {
      const card = board.cards.get(id);
      if (card === undefined) return;
      const plan = planMove(card.bead, column, board.readiness.blocked.get(id));
      switch (plan.type) {
        case 'none':
          announce(`${id} is in ${column.title} already.`);
          return;
        case 'refused': {
          const why =
            plan.why === 'not-a-target'
              ? `Nothing can be put into ${column.title}.`
              : `It waits for ${plan.reason.blocked_by.join(', ') || plan.reason.inherited_from}.`;
          announce(`${id} stays where it was. ${why}`);
          showToast({ title: `${id} cannot be moved to ${column.title}`, text: why, tone: 'waiting' });
          return;
        }
        case 'close':
          return send(card.bead, column, 'closed');
        case 'reopen':
          return send(card.bead, column, 'open');
        case 'update':
        case 'reopen-then-update':
          return send(card.bead, column, plan.status);
      }
    },
    /** Between P0 and P4, one step. The way back is the other key. */
    async prioritize(id: string, direction: 'up' | 'down') {
      const bead = board.cards.get(id)?.bead;
      if (bead === undefined || project === null) return;
      const priority = bead.priority + (direction === 'up' ? -1 : 1);
      if (priority < 0 || priority > LOWEST_PRIORITY) {
        announce(`${id} has the ${direction === 'up' ? 'highest' : 'lowest'} priority already.`);
        return;
      }
      const result = await client.call('beads.update', {
        project: project.path,
        id: bead.id,
        patch: { priority },
      });
      if (result.ok) announce(`${id} has priority ${priority} now.`);
      else refuse(bead, result.error);
    },
    async undo() {
      const { undo } = useBoardState.getState();
      if (undo === null || project === null) return;
      rememberUndo(null);
      const result = await client.call('beads.undo_move', { project: project.path, undo });
      if (result.ok) announce(`${undo.id} is back.`);
      else refuse({ id: undo.id as BeadId } as Bead, result.error);
    },
    canUndo: () => useBoardState.getState().undo !== null,
  };
}
