import {
  CONTROLS,
  DEEPEST,
  ENTRY,
  ESCAPES,
  HEX,
  ITEM,
  LAST_ENTRY,
  LIST,
  LIST_END,
  MAX_DEPTH,
  MEMBERS,
  NO_JSON,
  NOWHERE,
  ODD_NAME,
  QUOTES,
  SLASHES,
  STACK,
  TOO_DEEP,
  TOO_MANY,
} from '../src-main/adapters/transcripts/scan-layout';
import { LAST_FIELD } from '../src-main/adapters/transcripts/scan-words';
import { wordAt } from './words';

/*
 * A line of JSON in one go: is it JSON, as strictly as JSON.parse sees it, and where do the members of its outer objects
 * stand. Most of a transcript lies inside strings, which are passed sixteen bytes at a time.
 */
export const QUOTE: u32 = 0x22;
export const BACKSLASH: u32 = 0x5c;
export const OPEN_OBJECT: u32 = 0x7b;
export const OPEN_LIST: u32 = 0x5b;
export const LINE_FEED: u32 = 0x0a;

/** The value that begins here: the place behind it, or one of the three things that can be wrong. Fills the list. */
export function tokens(from: i32): i32 {
  let at = from;
  let depth = 0;
  let out = LIST;
  let isKey = false;
  store<i32>(ODD_NAME, 0);
  while (true) {
    if (isKey) {
      const name = at + 1;
      at = nameEnd(at, depth);
      if (at < 0) return NO_JSON;
      const length = at - name;
      at = skipSpace(at + 1);
      if (load<u8>(at) !== 0x3a) return NO_JSON;
      at = skipSpace(at + 1);
      if (depth <= DEEPEST) {
        const word = wordAt(name, length);
        if (word === 0 || word > LAST_FIELD) store<i32>(MEMBERS + (depth << 2), NOWHERE);
        else {
          if (out > LAST_ENTRY) return TOO_MANY;
          store<i32>(MEMBERS + (depth << 2), out);
          store<i32>(out, depth | (word << 8));
          store<i32>(out, at, 4);
          out += ENTRY;
        }
      }
    }
    const code: u32 = load<u8>(at);
    if (code === QUOTE) {
      at = stringEnd(at + 1);
      if (at < 0) return NO_JSON;
      at += 1;
    } else if (code === OPEN_OBJECT || code === OPEN_LIST) {
      const isObject = code === OPEN_OBJECT;
      depth += 1;
      if (depth > MAX_DEPTH) return TOO_DEEP;
      store<u8>(STACK + depth, isObject ? 1 : 0);
      if (isObject && depth === DEEPEST && load<u8>(STACK + DEEPEST - 1) === 0) {
        if (out > LAST_ENTRY) return TOO_MANY;
        store<i32>(out, ITEM);
        store<i32>(out, at, 4);
        out += ENTRY;
      }
      at = skipSpace(at + 1);
      // The closing bracket is two letters behind the opening one.
      if (load<u8>(at) !== code + 2) {
        isKey = isObject;
        continue;
      }
      at += 1;
      depth -= 1;
    } else {
      at = plainEnd(at, code);
      if (at < 0) return NO_JSON;
    }
    // A value has ended, and perhaps those around it.
    while (true) {
      if (depth === 0) {
        store<i32>(LIST_END, out);
        return at;
      }
      const isObject: u32 = load<u8>(STACK + depth);
      if (isObject !== 0 && depth <= DEEPEST) store<i32>(load<i32>(MEMBERS + (depth << 2)), at, 8);
      at = skipSpace(at);
      const next: u32 = load<u8>(at);
      if (next === 0x2c) {
        at = skipSpace(at + 1);
        isKey = isObject !== 0;
        break;
      }
      // `]` and `}` are 0x20 apart.
      if (next !== 0x5d + (isObject << 5)) return NO_JSON;
      at += 1;
      depth -= 1;
    }
  }
}

/** The quote behind a name. Nearly all are shorter than sixteen letters. */
function nameEnd(from: i32, depth: i32): i32 {
  if (load<u8>(from) !== QUOTE) return NO_JSON;
  const place = firstEnd(from + 1);
  return place > 0 && load<u8>(place) === QUOTE ? place : longNameEnd(from, depth);
}

function longNameEnd(from: i32, depth: i32): i32 {
  let at = from + 1;
  while (true) {
    const code: u32 = load<u8>(at);
    if (code === QUOTE) return at;
    if (code < 0x20) return NO_JSON;
    if (code === BACKSLASH) {
      if (depth <= DEEPEST) store<i32>(ODD_NAME, 1);
      return stringEnd(from + 1);
    }
    at += 1;
  }
}

/** From behind the opening quote to the closing one. Most strings end within sixteen bytes. */
function stringEnd(from: i32): i32 {
  const place = firstEnd(from);
  if (place === 0) return longStringEnd(from + 16);
  return load<u8>(place) === QUOTE ? place : longStringEnd(place);
}

/** The first of sixteen bytes that ends or interrupts a string; 0: none does. */
function firstEnd(from: i32): i32 {
  const block = v128.load(from);
  const ends = v128.or(
    v128.or(i8x16.eq(block, v128.load(QUOTES)), i8x16.eq(block, v128.load(SLASHES))),
    i8x16.eq(i8x16.min_u(block, v128.load(CONTROLS)), block),
  );
  const mask = i8x16.bitmask(ends);
  return mask === 0 ? 0 : from + ctz(mask);
}

/** Sixty-four bytes at a time, and a bit for each of them: transcripts escape every fortieth byte. */
function longStringEnd(from: i32): i32 {
  const quotes = v128.load(QUOTES);
  const slashes = v128.load(SLASHES);
  const controls = v128.load(CONTROLS);
  let at = from;
  /** Whether the first byte is. */
  let isEscaped: u64 = 0;
  while (true) {
    const slashed = bitsOf(at, slashes);
    let escaped = isEscaped;
    if ((slashed | isEscaped) !== 0) {
      // Of a run of backslashes every second one escapes: a sum carries from the beginning of a run to behind its end.
      const begun = slashed & ~isEscaped;
      const behind = (begun << 1) | isEscaped;
      const sum = begun + (begun & ~EVEN_BITS & ~behind);
      isEscaped = sum < begun ? 1 : 0;
      escaped = (EVEN_BITS ^ (sum << 1)) & behind;
    }
    const ends = bitsOf(at, quotes) & ~escaped;
    const inside: u64 = (ends & (0 - ends)) - 1;
    if (hasControl(at, controls) && (controlBits(at, controls) & inside) !== 0) return NO_JSON;
    for (let left = escaped & inside; left !== 0; left &= left - 1)
      if (!isEscape(at + <i32>ctz(left))) return NO_JSON;
    if (ends !== 0) return at + <i32>ctz(ends);
    at += 64;
  }
}

const EVEN_BITS = <u64>0x55555555 * 0x1_0000_0001;

function bitsOf(at: i32, wanted: v128): u64 {
  return joined(
    i8x16.bitmask(i8x16.eq(v128.load(at), wanted)),
    i8x16.bitmask(i8x16.eq(v128.load(at, 16), wanted)),
    i8x16.bitmask(i8x16.eq(v128.load(at, 32), wanted)),
    i8x16.bitmask(i8x16.eq(v128.load(at, 48), wanted)),
  );
}

function hasControl(at: i32, controls: v128): bool {
  const low = i8x16.min_u(v128.load(at), v128.load(at, 16));
  const lowest = i8x16.min_u(low, i8x16.min_u(v128.load(at, 32), v128.load(at, 48)));
  return v128.any_true(i8x16.eq(i8x16.min_u(lowest, controls), lowest));
}

function controlBits(at: i32, controls: v128): u64 {
  return joined(
    controlsIn(v128.load(at), controls),
    controlsIn(v128.load(at, 16), controls),
    controlsIn(v128.load(at, 32), controls),
    controlsIn(v128.load(at, 48), controls),
  );
}

function controlsIn(block: v128, controls: v128): i32 {
  return i8x16.bitmask(i8x16.eq(i8x16.min_u(block, controls), block));
}

function joined(first: i32, second: i32, third: i32, fourth: i32): u64 {
  return <u64>(<u32>(first | (second << 16))) | ((<u64>(<u32>(third | (fourth << 16)))) << 32);
}

/** What stands behind a backslash. */
function isEscape(at: i32): bool {
  const code: u32 = load<u8>(at);
  if (load<u8>(code, ESCAPES) !== 0) return true;
  return code === 0x75 && isHex(at + 1) && isHex(at + 2) && isHex(at + 3) && isHex(at + 4);
}

function isHex(at: i32): bool {
  return load<u8>(load<u8>(at), HEX) !== 0;
}

/** Nearly always there is none. */
export function skipSpace(from: i32): i32 {
  return load<u8>(from) > 0x20 ? from : spaceEnd(from);
}

function spaceEnd(from: i32): i32 {
  let at = from;
  while (true) {
    const code: u32 = load<u8>(at);
    if (code !== 0x20 && code !== 0x09 && code !== 0x0d) return at;
    at += 1;
  }
}

/** A number, or one of the three words. */
function plainEnd(from: i32, first: u32): i32 {
  if (first === 0x74) return load<u32>(from) === 0x65757274 ? from + 4 : NO_JSON;
  if (first === 0x6e) return load<u32>(from) === 0x6c6c756e ? from + 4 : NO_JSON;
  if (first === 0x66) return load<u32>(from, 1) === 0x65736c61 ? from + 5 : NO_JSON;
  let at = first === 0x2d ? from + 1 : from;
  if (load<u8>(at) === 0x30) at += 1;
  else {
    at = digitsEnd(at);
    if (at < 0) return NO_JSON;
  }
  if (load<u8>(at) === 0x2e) {
    at = digitsEnd(at + 1);
    if (at < 0) return NO_JSON;
  }
  if ((load<u8>(at) | 0x20) !== 0x65) return at;
  const sign: u32 = load<u8>(at, 1);
  return digitsEnd(sign === 0x2b || sign === 0x2d ? at + 2 : at + 1);
}

function digitsEnd(from: i32): i32 {
  let at = from;
  while (<u32>load<u8>(at) - 0x30 < 10) at += 1;
  return at === from ? NO_JSON : at;
}
