import type { BoardColumn } from './columns';
import type { BoardSort } from './query';
import type { Bead } from './record';

export const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

const instant = (value: string | undefined) => Date.parse(value ?? '') || 0;

/** Smaller comes first; the id settles the rest. Taken once per card: reading a date is dear. */
type SortKey = readonly [first: number | string, second: number];

function keyOf(
  sort: BoardSort,
  column: BoardColumn,
  rank: ReadonlyMap<string, number>,
): (bead: Bead) => SortKey {
  const byPriority = (bead: Bead): SortKey => [bead.priority, -instant(bead.created_at)];
  switch (sort) {
    case 'priority':
      return byPriority;
    case 'updated':
      return (bead) => [-instant(bead.updated_at), 0];
    case 'created':
      return (bead) => [-instant(bead.created_at), 0];
    case 'title':
      return (bead) => [bead.title.toLowerCase(), 0];
    case 'id':
      return () => [0, 0];
    // bd's own order for ready beads, the last finished first where the finished are, else priority.
    case 'board':
      if (column.takes.includes('closed'))
        return (bead) => [-instant(bead.closed_at), -instant(bead.updated_at)];
      if (!column.takes.includes('@ready')) return byPriority;
      return (bead) => {
        const place = rank.get(bead.id);
        // Behind every ready one, among themselves by priority.
        return place === undefined ? [rank.size + bead.priority, -instant(bead.created_at)] : [place, 0];
      };
  }
}

function compareKeys(a: SortKey, b: SortKey): number {
  const [x, y] = [a[0], b[0]];
  if (typeof x === 'number' && typeof y === 'number') return x - y || a[1] - b[1];
  return compareText(String(x), String(y)) || a[1] - b[1];
}

export function sortCards<Card extends { readonly bead: Bead }>(
  cards: readonly Card[],
  sort: BoardSort,
  column: BoardColumn,
  rank: ReadonlyMap<string, number>,
): readonly Card[] {
  const key = keyOf(sort, column, rank);
  return cards
    .map((card) => ({ card, id: card.bead.id, key: key(card.bead) }))
    .sort((a, b) => compareKeys(a.key, b.key) || compareText(a.id, b.id))
    .map((entry) => entry.card);
}
