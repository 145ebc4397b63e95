import { BAD_STRING, type StringEnd } from './string-end';

/*
 * JSON as bytes: where a value ends, and whether it is JSON at all, as strictly as JSON.parse and without making
 * anything of it. Every line ends in a line feed, which no value may hold, so no loop here asks for the end.
 */
export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;
export const OPEN_LIST = 0x5b;
export const CLOSE_LIST = 0x5d;

/** The value is no JSON. */
export const BROKEN = -1;

/** Deeper than anything Claude writes; what lies deeper is left to JSON.parse. */
const MAX_DEPTH = 200;

export class TooDeep extends Error {}

const HEX = new Uint8Array(256);
for (const char of '0123456789abcdefABCDEF') HEX[char.charCodeAt(0)] = 1;

export type Skipper = {
  /** From behind the opening quote to the place of the closing one. */
  endOfString(bytes: Uint8Array, from: number): number;
  /** From the first byte of a value to the one behind it. */
  skipValue(bytes: Uint8Array, from: number, depth: number): number;
};

export function createSkipper(stringEnd: StringEnd): Skipper {
  function endOfString(bytes: Uint8Array, from: number): number {
    let at = stringEnd(from);
    while (at < BAD_STRING) {
      const backslash = -2 - at;
      if (bytes[backslash + 1] !== 0x75 || !isHex4(bytes, backslash + 2)) return BROKEN;
      at = stringEnd(backslash + 6);
    }
    return at;
  }

  function skipValue(bytes: Uint8Array, from: number, depth: number): number {
    const code = bytes[from] ?? 0;
    if (code === QUOTE) {
      const end = endOfString(bytes, from + 1);
      return end === BROKEN ? BROKEN : end + 1;
    }
    if (code === OPEN_OBJECT) return skipObject(bytes, from, depth + 1);
    if (code === OPEN_LIST) return skipList(bytes, from, depth + 1);
    return skipPlain(bytes, from);
  }

  function skipObject(bytes: Uint8Array, from: number, depth: number): number {
    if (depth > MAX_DEPTH) throw new TooDeep();
    let at = skipSpace(bytes, from + 1);
    if (bytes[at] === CLOSE_OBJECT) return at + 1;
    for (;;) {
      if (bytes[at] !== QUOTE) return BROKEN;
      const end = endOfString(bytes, at + 1);
      if (end === BROKEN) return BROKEN;
      at = skipSpace(bytes, end + 1);
      if (bytes[at] !== COLON) return BROKEN;
      const behind = skipValue(bytes, skipSpace(bytes, at + 1), depth);
      if (behind === BROKEN) return BROKEN;
      at = skipSpace(bytes, behind);
      if (bytes[at] === CLOSE_OBJECT) return at + 1;
      if (bytes[at] !== COMMA) return BROKEN;
      at = skipSpace(bytes, at + 1);
    }
  }

  function skipList(bytes: Uint8Array, from: number, depth: number): number {
    if (depth > MAX_DEPTH) throw new TooDeep();
    let at = skipSpace(bytes, from + 1);
    if (bytes[at] === CLOSE_LIST) return at + 1;
    for (;;) {
      const behind = skipValue(bytes, at, depth);
      if (behind === BROKEN) return BROKEN;
      at = skipSpace(bytes, behind);
      if (bytes[at] === CLOSE_LIST) return at + 1;
      if (bytes[at] !== COMMA) return BROKEN;
      at = skipSpace(bytes, at + 1);
    }
  }

  return { endOfString, skipValue };
}

export function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    const code = bytes[at];
    if (code !== 0x20 && code !== 0x09 && code !== 0x0d) return at;
    at += 1;
  }
}

export const TRUE = codesOf('true');
const FALSE = codesOf('false');
export const NULL = codesOf('null');

export function codesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

export function isAt(bytes: Uint8Array, from: number, word: Uint8Array): boolean {
  for (let at = 0; at < word.length; at += 1) if (bytes[from + at] !== word[at]) return false;
  return true;
}

/** A number, or one of the three words. */
function skipPlain(bytes: Uint8Array, from: number): number {
  const code = bytes[from];
  if (code === 0x74) return isAt(bytes, from, TRUE) ? from + 4 : BROKEN;
  if (code === 0x66) return isAt(bytes, from, FALSE) ? from + 5 : BROKEN;
  if (code === 0x6e) return isAt(bytes, from, NULL) ? from + 4 : BROKEN;
  let at = code === 0x2d ? from + 1 : from;
  at = bytes[at] === 0x30 ? at + 1 : skipDigits(bytes, at);
  if (at !== BROKEN && bytes[at] === 0x2e) at = skipDigits(bytes, at + 1);
  if (at === BROKEN || (bytes[at] !== 0x65 && bytes[at] !== 0x45)) return at;
  const sign = bytes[at + 1] === 0x2b || bytes[at + 1] === 0x2d ? 2 : 1;
  return skipDigits(bytes, at + sign);
}

function skipDigits(bytes: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    const code = bytes[at] ?? 0;
    if (code < 0x30 || code > 0x39) return at === from ? BROKEN : at;
    at += 1;
  }
}

function isHex4(bytes: Uint8Array, at: number): boolean {
  for (let digit = at; digit < at + 4; digit += 1) if (HEX[bytes[digit] ?? 0] !== 1) return false;
  return true;
}
