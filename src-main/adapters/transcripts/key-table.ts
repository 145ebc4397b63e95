import { K } from './line-keys';
import {
  add,
  and,
  type Code,
  choose,
  get,
  i32,
  load8,
  mul,
  ne,
  set,
  shiftLeft,
  shiftRight,
  sub,
  unsigned,
  when,
} from './wasm-code';

/*
 * Which of the names of `line-keys.ts` stands at a place: a sum of its length and two of its bytes gives the only one it can
 * be, and that one is compared as a whole, in two vectors.
 */
const names = Object.entries(K);
const LONGEST = 32;

/** The first byte and one before the middle, where `5m` and `1h` differ. */
function slotOf(name: string, factor: number): number {
  return (name.charCodeAt(0) * factor + name.charCodeAt((name.length * 13) >> 5) + name.length) & 0xff;
}

/** Gives each name a slot of its own. */
const FACTOR = (() => {
  for (let factor = 1; factor < 0xffff; factor += 1)
    if (new Set(names.map(([name]) => slotOf(name, factor))).size === names.length) return factor;
  throw new Error('two names always share a slot');
})();

const SLOTS = 0;
const LENGTHS = 256;
/** Ones, then noughts: read so many bytes before the noughts it cuts a vector to a length. */
const CUTS = 512;
const NAMES = CUTS + 2 * LONGEST;
export const KEY_TABLE_BYTES = NAMES + (names.length + 1) * LONGEST;

export function fillKeyTable(table: Uint8Array): void {
  table.fill(0xff, CUTS, CUTS + LONGEST);
  for (const [name, number] of names) {
    table[SLOTS + slotOf(name, FACTOR)] = number;
    table[LENGTHS + number] = name.length;
    for (let at = 0; at < name.length; at += 1) table[NAMES + number * LONGEST + at] = name.charCodeAt(at);
  }
}

/** Sets `found` to the number of the name that begins at `from` and has `length` bytes, or to 0. The table lies at `base`. */
export function findKey(base: number, from: number, length: number, found: number): Code {
  const vector = (offset: number) => [0xfd, 0x00, 0x00, ...unsigned(offset)];
  const [both, either, differing, isAny] = [[0xfd, 0x4e] as const, [0xfd, 0x50], [0xfd, 0x51], [0xfd, 0x53]];
  const differs = (offset: number) => [
    ...[...get(from), ...vector(offset)],
    ...[...i32(base + CUTS + LONGEST + offset), ...get(length), sub, ...vector(0), ...both],
    ...[...get(found), ...i32(5), shiftLeft, ...vector(base + NAMES + offset), ...differing],
  ];
  return [
    ...[get(from), load8(), i32(FACTOR), mul],
    ...[get(from), get(length), i32(13), mul, i32(5), shiftRight, add, load8(), add],
    ...[get(length), add, i32(0xff), and, load8(base + SLOTS), set(found)],
    ...[get(found), load8(base + LENGTHS), get(length), ne],
    choose([i32(0), set(found)], [differs(0), differs(16), either, isAny, when(i32(0), set(found))]),
  ];
}
