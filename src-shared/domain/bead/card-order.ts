import type { BoardColumn } from './columns';
import type { BoardSort } from './query';
import type { Bead } from './record';

type Ordered = { readonly bead: Bead };
type Order = (a: Ordered, b: Ordered) => number;

export const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const instant = (value: string | undefined) => Date.parse(value ?? '') || 0;
const byId: Order = (a, b) => compareText(a.bead.id, b.bead.id);
const byPriority: Order = (a, b) =>
  a.bead.priority - b.bead.priority || instant(b.bead.created_at) - instant(a.bead.created_at) || byId(a, b);
const byUpdated: Order = (a, b) => instant(b.bead.updated_at) - instant(a.bead.updated_at) || byId(a, b);

/** `board` is bd's own order for ready beads, the last finished first in a column of finished ones, else priority. */
export function orderOf(sort: BoardSort, column: BoardColumn, rank: ReadonlyMap<string, number>): Order {
  switch (sort) {
    case 'priority':
      return byPriority;
    case 'updated':
      return byUpdated;
    case 'created':
      return (a, b) => instant(b.bead.created_at) - instant(a.bead.created_at) || byId(a, b);
    case 'title':
      return (a, b) => compareText(a.bead.title.toLowerCase(), b.bead.title.toLowerCase()) || byId(a, b);
    case 'id':
      return byId;
    case 'board':
      if (column.takes.includes('closed'))
        return (a, b) => instant(b.bead.closed_at) - instant(a.bead.closed_at) || byUpdated(a, b);
      return (a, b) => {
        const difference = (rank.get(a.bead.id) ?? rank.size) - (rank.get(b.bead.id) ?? rank.size);
        return difference || byPriority(a, b);
      };
  }
}
