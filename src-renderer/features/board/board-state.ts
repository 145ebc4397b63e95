import type { MoveUndo } from '@domain/tracker-state';
import { create } from 'zustand';

type BoardState = {
  /** Cards on their way and the column each was put into: bead id -> column id. */
  readonly moving: Readonly<Record<string, string>>;
  /** Of those, what the tracker has written already and the beads do not show yet: bead id -> status. */
  readonly written: Readonly<Record<string, string>>;
  readonly selected: string | null;
  /** Said once to a screen reader. */
  readonly announcement: string;
  readonly undo: MoveUndo | null;
};

export const useBoardState = create<BoardState>(() => ({
  moving: {},
  written: {},
  selected: null,
  announcement: '',
  undo: null,
}));

export function select(id: string | null): void {
  if (useBoardState.getState().selected !== id) useBoardState.setState({ selected: id });
}

export function announce(announcement: string): void {
  useBoardState.setState({ announcement });
}

export function beginMove(id: string, columnId: string): void {
  useBoardState.setState(({ moving }) => ({ moving: { ...moving, [id]: columnId } }));
}

/** How long a written move may wait to be seen; the card then stands where the beads say. */
const UNSEEN_MS = 3000;

/** The card stays where it was put until the beads say so too: no way back and forth. */
export function moveWritten(id: string, status: string): void {
  useBoardState.setState(({ written }) => ({ written: { ...written, [id]: status } }));
  setTimeout(() => endMoves([id]), UNSEEN_MS);
}

export function endMoves(ids: readonly string[]): void {
  const without = (record: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(record).filter(([id]) => !ids.includes(id)));
  useBoardState.setState(({ moving, written }) => ({ moving: without(moving), written: without(written) }));
}

export function rememberUndo(undo: MoveUndo | null): void {
  useBoardState.setState({ undo });
}
