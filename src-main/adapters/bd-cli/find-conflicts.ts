import type { BeadExpectation, BeadPatch } from '@domain/bead/change';
import { type Bead, parentOf } from '@domain/bead/record';

type Field = keyof BeadPatch;

/** Named fields whose value is neither what the editor saw nor what it wants (B3 of the port). */
export function findConflicts(theirs: Bead, patch: BeadPatch, expected: BeadExpectation): string[] {
  return (Object.keys(patch) as Field[]).filter((field) => {
    if (!(field in expected) || patch[field] === undefined) return false;
    const current = currentOf(theirs, field, patch);
    return !isSame(current, expected[field]) && !isSame(current, patch[field]);
  });
}

function currentOf(bead: Bead, field: Field, patch: BeadPatch): unknown {
  if (field === 'parent') return parentOf(bead);
  if (field !== 'metadata') return bead[field];
  // Only the keys the patch names are at stake.
  const keys = Object.keys(patch.metadata ?? {});
  return Object.fromEntries(
    keys.filter((key) => bead.metadata?.[key] !== undefined).map((key) => [key, bead.metadata?.[key]]),
  );
}

/** Empty, null and absent are one thing to bd; labels are a set; times are instants. */
function isSame(a: unknown, b: unknown): boolean {
  const left = normal(a);
  const right = normal(b);
  return left === right || sameInstant(left, right);
}

function normal(value: unknown): string {
  if (value === undefined || value === null || value === '') return '';
  if (Array.isArray(value))
    return value.length === 0 ? '' : JSON.stringify([...value].map(String).toSorted());
  if (typeof value === 'object') {
    const entries = Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined);
    return entries.length === 0 ? '' : JSON.stringify(entries.toSorted(([x], [y]) => (x < y ? -1 : 1)));
  }
  return String(value);
}

const LOOKS_LIKE_TIME = /^\d{4}-\d\d-\d\dT/;

function sameInstant(a: string, b: string): boolean {
  return LOOKS_LIKE_TIME.test(a) && LOOKS_LIKE_TIME.test(b) && Date.parse(a) === Date.parse(b);
}
