import type { ChangeRow } from './changes.logic';

const canStand = ({ type }: ChangeRow) => type !== 'note' && type !== 'editor';

/** The row a key leads to; null: it is none of ours, or there is nowhere to go. Rows without anything to press are passed. */
export function rowAfter(rows: readonly ChangeRow[], at: number, key: string): number | null {
  const isFile = (row: ChangeRow) => row.type === 'file';
  const isLine = (row: ChangeRow) => canStand(row) && !(row.type === 'line' && row.line.type === 'hunk');
  switch (key) {
    case 'ArrowDown':
      return next(rows, at, 1, isLine);
    case 'ArrowUp':
      return next(rows, at, -1, isLine);
    case 'PageDown':
      return next(rows, at, 1, isFile);
    case 'PageUp':
    case 'ArrowLeft':
      return next(rows, at, -1, isFile);
    case 'Home':
      return next(rows, -1, 1, isLine);
    case 'End':
      return next(rows, rows.length, -1, isLine);
    default:
      return null;
  }
}

function next(
  rows: readonly ChangeRow[],
  from: number,
  step: 1 | -1,
  isWanted: (row: ChangeRow) => boolean,
): number | null {
  for (let index = from + step; index >= 0 && index < rows.length; index += step) {
    const row = rows[index];
    if (row !== undefined && isWanted(row)) return index;
  }
  return null;
}
