import { err, ok, type Result } from '@domain/result';

export type MomentError = { readonly code: 'invalid-moment'; readonly text: string };

const UNITS_MS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
};
const AGO = /^(\d{1,6})([smhdw])$/;
const DATE =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** `1h`, `24h`, `7d` ago, or a date; a date without an offset is meant in the person's own time zone. */
export function parseMoment(text: string, nowMs: number): Result<string, MomentError> {
  const invalid = err({ code: 'invalid-moment', text } as const);
  const trimmed = text.trim();
  const ago = AGO.exec(trimmed);
  if (ago !== null) {
    const agoMs = Number(ago[1]) * (UNITS_MS[ago[2] ?? ''] ?? 0);
    // Longer ago than anything could be: from the beginning.
    return iso(Math.max(0, nowMs - agoMs)) ?? invalid;
  }
  const date = DATE.exec(trimmed);
  if (date === null) return invalid;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = date
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  // The clock's own parser rolls 30 February over into March; a typing mistake is not a date.
  // A year below 100 would be taken for 19xx.
  const isReal =
    year >= 100 &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= daysIn(year, month) &&
    hour <= 23 &&
    minute <= 59 &&
    second <= 59;
  if (!isReal) return invalid;
  const moment = new Date(year, month - 1, day, hour, minute, second);
  if (date[7] === undefined) return iso(moment.getTime()) ?? invalid;
  return iso(Date.UTC(year, month - 1, day, hour, minute, second) - offsetMs(date[7])) ?? invalid;
}

function iso(atMs: number): Result<string, never> | null {
  const text = new Date(atMs).toISOString();
  // Years of five digits are spelled with a sign, which nobody can type back.
  return /^\d/.test(text) ? ok(text) : null;
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function offsetMs(offset: string): number {
  if (offset.toUpperCase() === 'Z') return 0;
  const sign = offset.startsWith('-') ? -1 : 1;
  const digits = offset.slice(1).replace(':', '');
  return sign * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2))) * 60_000;
}
