import { hashCodes } from '@domain/transcript/id-hash';
import { BACKSLASH } from './json-bytes';

/** Names that come again and again (types, models): made into a text once. Null: an escape or a letter beyond ASCII. */
export type Names = { of(bytes: Uint8Array, from: number, to: number): string | null };

/** A file that invents a name on every line must not make us keep them all. */
const MOST_NAMES = 10_000;

export function createNames(): Names {
  const known = new Map<number, string>();
  return {
    of(bytes, from, to) {
      const hash = hashCodes(bytes, from, to);
      const met = known.get(hash);
      if (met !== undefined) return met;
      let name = '';
      for (let at = from; at < to; at += 1) {
        const code = bytes[at] ?? 0;
        if (code === BACKSLASH || code > 0x7f) return null;
        name += String.fromCharCode(code);
      }
      if (known.size >= MOST_NAMES) known.clear();
      known.set(hash, name);
      return name;
    },
  };
}

/** The value of up to 15 digits; -1 for every other way to write a number, and 0 for what is no number. */
export function wholeNumber(bytes: Uint8Array, from: number, to: number): number {
  const first = bytes[from] ?? 0;
  if (first !== 0x2d && (first < 0x30 || first > 0x39)) return 0;
  if (to - from > 15) return -1;
  let value = 0;
  for (let at = from; at < to; at += 1) {
    const digit = (bytes[at] ?? 0) - 0x30;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}

/** `2026-11-16T02:21:13.036Z`, as Claude writes it, without making a text of it; others go through Date. */
export function isoMs(bytes: Uint8Array, from: number, to: number): number {
  const two = (at: number) => ((bytes[at] ?? 0) - 0x30) * 10 + (bytes[at + 1] ?? 0) - 0x30;
  if (to - from === 24 && hasIsoShape(bytes, from)) {
    const year = two(from) * 100 + two(from + 2);
    const month = two(from + 5);
    const day = two(from + 8);
    const hour = two(from + 11);
    const minute = two(from + 14);
    const second = two(from + 17);
    const isPlain = year >= 1970 && month >= 1 && month <= 12 && day >= 1 && day <= 28;
    if (isPlain && hour < 24 && minute < 60 && second < 60) {
      const ms = two(from + 20) * 10 + (bytes[from + 22] ?? 0) - 0x30;
      return daysOf(year, month, day) * 86_400_000 + hour * 3_600_000 + minute * 60_000 + second * 1000 + ms;
    }
  }
  return Date.parse(Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('latin1'));
}

const SHAPE = '0000-00-00T00:00:00.000Z';

function hasIsoShape(bytes: Uint8Array, from: number): boolean {
  for (let at = 0; at < SHAPE.length; at += 1) {
    const wanted = SHAPE.charCodeAt(at);
    const code = bytes[from + at] ?? 0;
    if (wanted === 0x30 ? code < 0x30 || code > 0x39 : code !== wanted) return false;
  }
  return true;
}

/** Days since 1970; months are counted from March, so that the leap day is the last of a year. */
function daysOf(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const inYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const leaps = Math.floor(shifted / 4) - Math.floor(shifted / 100) + Math.floor(shifted / 400);
  return shifted * 365 + leaps + inYear - 719_468;
}
