export type SplitterRange = { readonly min: number; readonly max: number };
type Side = 'left' | 'right';

const STEP = 16;

export function clampWidth(value: number, { min, max }: SplitterRange): number {
  return Math.round(Math.min(Math.max(value, min), Math.max(min, max)));
}

export function draggedWidth(from: number, moved: number, sizes: Side, range: SplitterRange): number {
  return clampWidth(from + (sizes === 'left' ? moved : -moved), range);
}

/** The arrow moves the line, so for the right-hand side it makes the thing smaller. */
export function keyedWidth(key: string, value: number, sizes: Side, range: SplitterRange): number | null {
  switch (key) {
    case 'ArrowRight':
      return draggedWidth(value, STEP, sizes, range);
    case 'ArrowLeft':
      return draggedWidth(value, -STEP, sizes, range);
    case 'Home':
      return clampWidth(range.min, range);
    case 'End':
      return clampWidth(range.max, range);
    default:
      return null;
  }
}
