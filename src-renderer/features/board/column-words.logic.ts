import type { BoardColumn } from '@domain/bead/columns';
import { COLUMN_GAP, COLUMN_MIN, COLUMN_RAIL } from '../../ui/measures';

export function countWords(count: number): string {
  return count === 1 ? '1 bead' : `${count} beads`;
}

/** Says what belongs there and why it is empty. */
export function emptyWords(column: BoardColumn, isFiltered: boolean, olderCount: number): string {
  if (isFiltered) return 'Nothing here matches the filter.';
  if (olderCount > 0) return 'Nothing in the last days.';
  if (column.takes.includes('@ready'))
    return 'Nothing is ready. Open beads wait for another one, or there are none.';
  if (column.takes.includes('@blocked')) return 'Nothing waits for anything.';
  return 'Nothing here.';
}

const COLLAPSE_ORDER = ['done', 'blocked', 'in_review', 'ready'];

/** Which columns become rails, by the room the board has. A person's own choice wins; one column stays open. */
export function collapsedColumns(
  ids: readonly string[],
  roomPx: number,
  scale: number,
  own: Readonly<Record<string, boolean>>,
): ReadonlySet<string> {
  const collapsed = new Set(ids.filter((id) => own[id] === true));
  const wanted = () =>
    ids.reduce((sum, id) => sum + (collapsed.has(id) ? COLUMN_RAIL : COLUMN_MIN * scale) + COLUMN_GAP, 0);
  const rest = [
    ...COLLAPSE_ORDER,
    ...ids.filter((id) => !COLLAPSE_ORDER.includes(id) && id !== 'in_progress'),
  ];
  for (const id of rest) {
    if (wanted() <= roomPx) break;
    const isLast = ids.filter((each) => !collapsed.has(each)).length <= 1;
    if (ids.includes(id) && own[id] !== false && !isLast) collapsed.add(id);
  }
  return collapsed;
}
