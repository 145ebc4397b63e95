/*
 * Rows of whole numbers as digits, each column of its width. SQLite reads them in place, which is quicker than the same as
 * JSON: no list is made of them on the way, neither here nor there.
 */

/** Where each row begins, for the statement behind it. */
export function eachRow(rowWidth: number, length: string): string {
  return `WITH RECURSIVE rows (at) AS (SELECT 1 UNION ALL SELECT at + ${rowWidth} FROM rows WHERE at + ${rowWidth} < ${length})`;
}

/** A whole number of up to sixteen digits, its last one before `end`. In halves: division is quick for small numbers. */
export function writeDigits(bytes: Uint8Array, end: number, value: number): void {
  let at = end;
  const high = Math.floor(value / HALF);
  let left = value - high * HALF;
  for (;;) {
    at -= 1;
    const rest = (left / 10) | 0;
    bytes[at] = 48 + left - rest * 10;
    left = rest;
    if (left === 0) break;
  }
  if (high === 0) return;
  while (at > end - HALF_DIGITS) {
    at -= 1;
    bytes[at] = 48;
  }
  writeDigits(bytes, at, high);
}
const HALF_DIGITS = 8;
const HALF = 10 ** HALF_DIGITS;
