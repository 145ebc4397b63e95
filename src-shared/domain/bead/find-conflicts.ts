import type { BeadExpectation, BeadPatch, BeadPatchField } from './change';
import { type Bead, parentOf } from './record';
import { sameValue } from './same-value';

/** Named fields whose value is neither what the editor saw nor what it wants (B3 of the tracker port). */
export function findConflicts(theirs: Bead, patch: BeadPatch, expected: BeadExpectation): string[] {
  return (Object.keys(patch) as BeadPatchField[]).filter((field) => {
    if (patch[field] === undefined || !(field in expected)) return false;
    const isAsNow = (value: unknown) => sameField(field, currentOf(theirs, field), value, patch);
    return !isAsNow(expected[field]) && !isAsNow(patch[field]);
  });
}

function currentOf(bead: Bead, field: BeadPatchField): unknown {
  return field === 'parent' ? parentOf(bead) : bead[field];
}

function sameField(field: BeadPatchField, current: unknown, value: unknown, patch: BeadPatch): boolean {
  switch (field) {
    case 'labels':
      return sameValue(asSet(current), asSet(value));
    case 'due_at':
    case 'defer_until':
      return asInstant(current) === asInstant(value);
    case 'metadata':
      // Only the keys the patch names are at stake.
      return Object.keys(patch.metadata ?? {}).every((key) =>
        sameValue(keyOf(current, key), keyOf(value, key)),
      );
    default:
      return sameValue(orEmpty(current), orEmpty(value));
  }
}

/** Empty, null and absent are one thing to bd. */
const orEmpty = (value: unknown) => value ?? '';
const asSet = (value: unknown) => (Array.isArray(value) ? [...new Set(value.map(String))].sort() : []);
const asInstant = (value: unknown) => {
  const text = String(value ?? '');
  const time = Date.parse(text);
  return Number.isNaN(time) ? text : time;
};
const keyOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null
    ? (Object.entries(value).find(([name]) => name === key)?.[1] ?? null)
    : null;
