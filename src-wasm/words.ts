import {
  COUNTS,
  IS_NAMED,
  LONGEST_WORD,
  MOST_NAMES,
  NAME_SLOTS,
  NAMES,
  WORD_CUTS,
  WORD_FACTOR,
  WORD_LENGTHS,
  WORD_SLOTS,
  WORD_TEXTS,
} from '../src-main/adapters/transcripts/scan-layout';
import { hash } from './hashes';

/**
 * Which of the words stands here, or 0: a sum of its length and three of its bytes gives the only one it can be, and that one
 * is compared as a whole, in two vectors.
 */
export function wordAt(from: i32, length: i32): i32 {
  const ends = <i32>load<u8>(from) + 2 * <i32>load<u8>(from + length - 1);
  const sum = ends * load<i32>(WORD_FACTOR) + <i32>load<u8>(from + ((length * 13) >> 5)) + length;
  const word = <i32>load<u8>(sum & 0xff, WORD_SLOTS);
  if (<i32>load<u8>(word, WORD_LENGTHS) !== length || length === 0) return 0;
  const cut = WORD_CUTS + LONGEST_WORD - length;
  const text = WORD_TEXTS + word * LONGEST_WORD;
  const first = v128.xor(v128.and(v128.load(from), v128.load(cut)), v128.load(text));
  const second = v128.xor(v128.and(v128.load(from, 16), v128.load(cut, 16)), v128.load(text, 16));
  return v128.any_true(v128.or(first, second)) ? 0 : word;
}

let names = 0;

/** The number that stands for this name; -1 when there are too many. The first is 1. */
export function nameAt(from: i32, to: i32): i32 {
  const wanted = hash(from, to);
  let slot = <i32>(reinterpret<u64>(wanted) & (NAME_SLOTS - 1));
  while (true) {
    const place = NAMES + (slot << 4);
    const number = load<i32>(place, 8);
    if (number === 0) {
      if (names === MOST_NAMES) return -1;
      names += 1;
      store<i32>(COUNTS + (IS_NAMED << 2), 1);
      store<f64>(place, wanted);
      store<i32>(place, names, 8);
      return names;
    }
    if (load<f64>(place) === wanted) return number;
    slot = (slot + 1) & (NAME_SLOTS - 1);
  }
}

/** Forgets them, once there are many. True: they were forgotten. */
export function makeRoomForNames(): bool {
  if (names < MOST_NAMES / 2) return false;
  memory.fill(NAMES, 0, NAME_SLOTS << 4);
  names = 0;
  return true;
}
