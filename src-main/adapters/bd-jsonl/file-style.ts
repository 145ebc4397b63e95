import type { Bead } from '@domain/bead/record';

/** How the file was written so far; a new line follows it. */
export type FileStyle = {
  readonly generation: '1.x' | '0.4x';
  readonly hasCounts: boolean;
  readonly hasType: boolean;
};

const WHOLE_SECOND_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

export function styleOf(beads: readonly Bead[], fallback: FileStyle['generation']): FileStyle {
  const first = beads[0];
  if (first === undefined) return { generation: fallback, hasCounts: false, hasType: fallback === '1.x' };
  const hasType = beads.some((bead) => '_type' in bead);
  const hasCounts = beads.some((bead) => bead.dependency_count !== undefined);
  const isNew = hasType || hasCounts || beads.every((bead) => WHOLE_SECOND_UTC.test(bead.updated_at));
  return { generation: isNew ? '1.x' : '0.4x', hasCounts, hasType };
}

export function stamp(ms: number, style: FileStyle): string {
  const iso = new Date(ms).toISOString();
  if (style.generation === '1.x') return iso.replace(/\.\d{3}Z$/, 'Z');
  // Go cuts the zeros at the end of a fraction.
  return iso.replace(/\.?0*Z$/, 'Z');
}

/**
 * Import compares instants: 0.4x takes only a later one, and 1.x counts whole seconds. A clock that stands behind the old
 * value must not make the edit look older.
 */
export function nextStamp(previous: string, nowMs: number, style: FileStyle): string {
  const step = style.generation === '1.x' ? 1000 : 1;
  const before = Date.parse(previous);
  const floor = Number.isNaN(before) ? nowMs : Math.floor(before / step) * step + step;
  return stamp(Math.max(nowMs, floor), style);
}
