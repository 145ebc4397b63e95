import {
  IS_CAPITAL,
  IS_DIGIT,
  IS_JOINT,
  IS_LETTER,
  IS_SIGN,
  IS_SPACE,
  LETTERS,
  MOST_PLAIN,
  PLAIN_TEXT,
  SLASHES,
} from '../src-main/adapters/transcripts/scan-layout';
import { BACKSLASH } from './json';

/*
 * Texts in which the privacy filter would find nothing (`find-redactions.ts`, at the level `shapes`): they need not become
 * strings. What is asked here is less than a rule asks: whoever passes holds no secret, and whoever does not is looked at as
 * before.
 * P1  A known key begins with a word of sixteen letters or more that is no plain word, or with one of a few before a dot or colon.
 * P2  A value that is taken for its looks has sixteen signs without a blank, a digit and a letter among them.
 * P3  What a query of an address says has `=` behind `?` or `&`.
 */
const LONG: i32 = 16;
const DASH: u32 = 0x2d;
const DOT: u32 = 0x2e;
const SLASH: u32 = 0x2f;
const COLON: u32 = 0x3a;
const PERCENT: u32 = 0x25;
const EQUALS: u32 = 0x3d;

let end = 0;

/** Twice the length of the text that stands between the two places, and 1 when it has letters beyond ASCII; -1: look at it. */
export function plainText(from: i32, to: i32): i32 {
  if (to - from > MOST_PLAIN) return -1;
  end = withoutEscapes(from, to);
  if (end < 0) return -1;
  // So that what is looked at behind the last letter is no letter.
  store<u64>(end, 0);
  return isPlain();
}

/** Puts the text in its place, without its escapes: where it ends there; -1: there is one that says any letter. */
function withoutEscapes(from: i32, to: i32): i32 {
  const slashes = v128.load(SLASHES);
  let at = from;
  let out = PLAIN_TEXT;
  while (at < to) {
    const block = v128.load(at);
    v128.store(out, block);
    const mask = i8x16.bitmask(i8x16.eq(block, slashes)) | 0x10000;
    const plain = min(ctz(mask), to - at);
    at += plain;
    out += plain;
    if (plain === 16 || at === to) continue;
    const code: u32 = load<u8>(at, 1);
    if (code === 0x75) return -1;
    store<u8>(out, unescaped(code));
    at += 2;
    out += 1;
  }
  return out;
}

function unescaped(code: u32): u32 {
  switch (code) {
    case 0x6e:
      return 0x0a;
    case 0x74:
      return 0x09;
    case 0x72:
      return 0x0d;
    case 0x62:
      return 0x08;
    case 0x66:
      return 0x0c;
    default:
      return code;
  }
}

function isPlain(): i32 {
  let at = PLAIN_TEXT;
  let high: u32 = 0;
  let hasEquals = false;
  let hasQuery = false;
  let runFrom = at;
  /** What the run has. */
  let run: u32 = 0;
  while (at < end) {
    const code: u32 = load<u8>(at);
    const kind: u32 = load<u8>(code, LETTERS);
    if ((kind & (IS_LETTER | IS_DIGIT | IS_JOINT)) !== 0) {
      const from = at;
      let word = kind;
      // A capital at the beginning is no news.
      let inside: u32 = kind & ~IS_CAPITAL;
      at += 1;
      while (true) {
        const next: u32 = load<u8>(load<u8>(at), LETTERS);
        if ((next & (IS_LETTER | IS_DIGIT | IS_JOINT)) === 0) break;
        inside |= next;
        at += 1;
      }
      word |= inside;
      run |= word;
      if (isTelling(from, at, inside)) return -1;
      continue;
    }
    high |= code;
    if ((kind & IS_SPACE) !== 0) {
      if (isLooked(at - runFrom, run)) return -1;
      runFrom = at + 1;
      run = 0;
    } else if ((kind & IS_SIGN) !== 0) {
      if (code === EQUALS) hasEquals = true;
      else if (code === COLON) {
        if (load<u8>(at, 1) === SLASH && load<u8>(at, 2) === SLASH && isAddressOdd(at + 3)) return -1;
      } else if (code === PERCENT) {
        if (load<u8>(at, 1) === 0x33) return -1;
      } else hasQuery = true;
    }
    at += 1;
  }
  if (isLooked(at - runFrom, run) || (hasEquals && hasQuery)) return -1;
  return ((end - PLAIN_TEXT) << 1) | (high > 0x7f ? 1 : 0);
}

function isLooked(length: i32, run: u32): bool {
  return length >= LONG && (run & IS_DIGIT) !== 0 && (run & IS_LETTER) !== 0;
}

/** Whether a secret may begin with this word. */
function isTelling(from: i32, to: i32, inside: u32): bool {
  const length = to - from;
  const next: u32 = load<u8>(to);
  if (length >= LONG) {
    if ((inside & (IS_CAPITAL | IS_DIGIT | IS_JOINT)) !== 0) return true;
    // The first letter may belong to an escape.
    return isNamed(from, next) || isNamed(from + 1, next);
  }
  if (length >= 5 && (inside & IS_JOINT) !== 0 && hasRuler(from, to)) return true;
  if (next === DOT)
    return (length <= 5 || (inside & IS_JOINT) !== 0) && isWord(load<u8>(to, 1)) && isDotted(to);
  if (next === COLON || next === PERCENT) return length >= 8 && areDigits(to - 8, to);
  return (next === 0x20 || next === 0x09) && length >= 5 && isScheme(to) && isLongBehind(to);
}

function isWord(code: u32): bool {
  return (<u32>load<u8>(code, LETTERS) & (IS_LETTER | IS_DIGIT | IS_JOINT)) !== 0;
}

/** `cio…`, `dapi…`; `pat….`, and the `M….`, `N….`, `O….` of bots. Keys of small letters alone have no other beginning. */
function isNamed(at: i32, next: u32): bool {
  const four = load<u32>(at);
  const three = four & 0xffffff;
  if (three === 0x6f6963 || four === 0x69706164) return true;
  return next === DOT && (three === 0x746170 || (four & 0xff) - 0x4d < 3);
}

/** `-----`, which stands around a key. */
function hasRuler(from: i32, to: i32): bool {
  let dashes = 0;
  for (let at = from; at < to; at += 1) if (load<u8>(at) === DASH) dashes += 1;
  return dashes >= 5;
}

/** The last two letters of `SG`, `ya29`, `hvs`, `hvb`, `hvr`, `dp`, `sl` and `sk`. */
function isDotted(to: i32): bool {
  switch (<u32>load<u16>(to - 2)) {
    case 0x4753:
    case 0x3932:
    case 0x7376:
    case 0x6276:
    case 0x7276:
    case 0x7064:
    case 0x6c73:
    case 0x6b73:
      return true;
    default:
      return false;
  }
}

function areDigits(from: i32, to: i32): bool {
  for (let at = from; at < to; at += 1) if (<u32>load<u8>(at) - 0x30 > 9) return false;
  return true;
}

/** `basic` or `bearer`, in capitals or not. */
function isScheme(to: i32): bool {
  const last = load<u32>(to - 4) | 0x20202020;
  if (last === 0x63697361) return (load<u8>(to - 5) | 0x20) === 0x62;
  return last === 0x72657261 && (load<u16>(to - 6) | 0x2020) === 0x6562;
}

/** Whether what stands behind the blanks is as long as a token. */
function isLongBehind(to: i32): bool {
  let at = to;
  while (load<u8>(at) === 0x20 || load<u8>(at) === 0x09) at += 1;
  const from = at;
  while (at - from < 12 && load<u8>(at) > 0x20) at += 1;
  return at - from >= 12;
}

/** An address that names a user, or a place that takes messages from everyone who knows it. */
function isAddressOdd(from: i32): bool {
  let at = from;
  while (at < end) {
    const code: u32 = load<u8>(at);
    if (code === 0x40) return true;
    if (code <= 0x20 || code === SLASH || code === BACKSLASH || code === 0x3f) break;
    if (code === 0x22 || code === 0x27 || code === 0x60 || code === 0x3c || code === 0x3e) break;
    at += 1;
  }
  // `slack.com`, `discord.com`, `discordapp.com`, `office.com`.
  if (at - from < 5 || load<u32>(at - 4) !== 0x6d6f632e) return false;
  const last: u32 = load<u8>(at - 5);
  return last === 0x6b || last === 0x64 || last === 0x70 || last === 0x65;
}
