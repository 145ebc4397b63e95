/*
 * The row id of a text: its second in front, then 21 bits that tell apart what was said in the same second. The index
 * gives rows in the order of their ids, so the newest fifty are the first fifty, and a range of dates is a range of ids.
 */
export const SPREAD = 2 ** 21;
/** Row ids stay exact numbers of JavaScript until the year 2106. */
const LAST_SECOND = 2 ** 32 - 1;

export function rowIdOf(atMs: number, salt: number): number {
  const second = Number.isFinite(atMs) ? Math.min(Math.max(0, Math.floor(atMs / 1000)), LAST_SECOND) : 0;
  return second * SPREAD + (Math.abs(salt) % SPREAD);
}

/** The next one of the same second. */
export function nextRowId(id: number): number {
  return id % SPREAD === SPREAD - 1 ? id - (SPREAD - 1) : id + 1;
}

export function firstRowId(atMs: number): number {
  return rowIdOf(atMs, 0);
}

export function timeOfRow(id: number): number | null {
  const second = Math.floor(id / SPREAD);
  return second === 0 ? null : second * 1000;
}
