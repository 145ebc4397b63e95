/** Structural equality of plain data; one object is equal to itself at no cost. A key that holds undefined is no key. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, index) => sameValue(item, b[index]));
  }
  return hasSameFields(a, b) && hasSameFields(b, a);
}

function hasSameFields(a: object, b: object): boolean {
  const other = new Map(Object.entries(b));
  return Object.entries(a).every(([name, value]) => sameValue(value, other.get(name)));
}
