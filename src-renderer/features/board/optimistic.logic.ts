import type { Board, BoardCard, BoardColumnView, BoardGroup } from '@domain/bead/board';

/** The board with the cards that are on their way already standing where they were put: on top, to be seen. */
export function withMoves(board: Board, moving: Readonly<Record<string, string>>): Board {
  const ids = Object.keys(moving).filter((id) => {
    const card = board.cards.get(id);
    return card !== undefined && card.columnId !== moving[id];
  });
  if (ids.length === 0) return board;
  const arriving = (columnId: string): readonly BoardCard[] =>
    ids.flatMap((id) => {
      const card = board.cards.get(id);
      return card !== undefined && moving[id] === columnId ? [card] : [];
    });
  const columns = board.columns.map((view): BoardColumnView => {
    const coming = arriving(view.column.id);
    const staying = view.cards.filter((card) => !ids.includes(card.bead.id));
    if (coming.length === 0 && staying.length === view.cards.length) return view;
    const groups = view.groups === null ? null : regrouped(view.groups, coming, ids);
    return { ...view, cards: groups?.flatMap(({ cards }) => cards) ?? [...coming, ...staying], groups };
  });
  return { ...board, columns };
}

/** On top of the group of its epic; a group of its own when there is none yet. */
function regrouped(
  groups: readonly BoardGroup[],
  coming: readonly BoardCard[],
  moved: readonly string[],
): readonly BoardGroup[] {
  let next = groups.map((group) => ({
    ...group,
    cards: group.cards.filter((card) => !moved.includes(card.bead.id)),
  }));
  for (const card of coming) {
    const at = next.findIndex(({ epic }) => epic?.id === card.epic?.id);
    if (at === -1) next = [{ epic: card.epic, cards: [card] }, ...next];
    else
      next = next.map((group, index) => (index === at ? { ...group, cards: [card, ...group.cards] } : group));
  }
  return next.filter((group) => group.cards.length > 0);
}

/** Of the moves the tracker has written, those the beads show by now. */
export function arrived(board: Board, written: Readonly<Record<string, string>>): readonly string[] {
  return Object.keys(written).filter((id) => {
    const card = board.cards.get(id);
    return card === undefined || card.bead.status === written[id];
  });
}

export type Direction = 'up' | 'down' | 'left' | 'right';

/** The card a key leads to. Sideways it keeps the height and skips empty columns; it never leads nowhere. */
export function nextCard(
  columns: readonly BoardColumnView[],
  from: string | null,
  direction: Direction,
): string | null {
  const place = placeOf(columns, from);
  if (place === null) return columns.find((view) => view.cards.length > 0)?.cards[0]?.bead.id ?? null;
  const { column, row } = place;
  if (direction === 'up' || direction === 'down') {
    const cards = columns[column]?.cards ?? [];
    const next = Math.min(cards.length - 1, Math.max(0, row + (direction === 'down' ? 1 : -1)));
    return cards[next]?.bead.id ?? from;
  }
  const step = direction === 'right' ? 1 : -1;
  for (let at = column + step; at >= 0 && at < columns.length; at += step) {
    const cards = columns[at]?.cards ?? [];
    if (cards.length > 0) return cards[Math.min(row, cards.length - 1)]?.bead.id ?? from;
  }
  return from;
}

/** The nearest column in that direction that takes dropped cards. */
export function columnBeside(columns: readonly BoardColumnView[], from: string, direction: 'left' | 'right') {
  const place = placeOf(columns, from);
  if (place === null) return null;
  const step = direction === 'right' ? 1 : -1;
  for (let at = place.column + step; at >= 0 && at < columns.length; at += step) {
    const view = columns[at];
    if (view !== undefined && view.column.gives !== null) return view.column;
  }
  return null;
}

export function placeOf(
  columns: readonly BoardColumnView[],
  id: string | null,
): { column: number; row: number } | null {
  if (id === null) return null;
  for (const [column, view] of columns.entries()) {
    const row = view.cards.findIndex((card) => card.bead.id === id);
    if (row !== -1) return { column, row };
  }
  return null;
}
