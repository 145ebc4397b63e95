import { SCAN_CODE } from './scan-code';
import {
  CONTROLS,
  ESCAPES,
  HEX,
  IS_CAPITAL,
  IS_DIGIT,
  IS_JOINT,
  IS_LETTER,
  IS_SIGN,
  IS_SPACE,
  LETTERS,
  LONGEST_WORD,
  PAGE_BYTES,
  QUOTES,
  SLASHES,
  TABLE_BYTES,
  WORD_CUTS,
  WORD_FACTOR,
  WORD_LENGTHS,
  WORD_SLOTS,
  WORD_TEXTS,
} from './scan-layout';
import * as allWords from './scan-words';

/** Node has it, its types leave it to those of a browser. */
declare const WebAssembly: {
  readonly Memory: new (size: {
    initial: number;
  }) => { readonly buffer: ArrayBuffer; grow(pages: number): number };
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
};

type Program = {
  readonly tokens: (from: number) => number;
  /** What can be said of the line that begins here. */
  readonly scan: (from: number) => number;
  readonly scanLines: (from: number, end: number, stops: number) => number;
  /** Counts the line of the last scan, which must have room. Not 0: it was not there yet. */
  readonly countLine: () => number;
  readonly countBroken: () => void;
  readonly hasRoom: () => number;
  readonly clearTally: () => void;
  readonly findable: () => void;
  /** Of the text between two places: see `src-wasm/plain.ts`. */
  readonly plainText: (from: number, to: number) => number;
  readonly nameAt: (from: number, to: number) => number;
  readonly makeRoomForNames: () => number;
};

/** The program of `src-wasm`, its tables, and room for what it reads. */
export type ScanMemory = Program & {
  /** Everything that can be scanned, from `TABLE_BYTES` on; a new view after `grow`. */
  bytes(): Uint8Array;
  /** The same memory as numbers of 32 and of 64 bits. */
  counts(): Int32Array;
  numbers(): Float64Array;
  grow(bytes: number): void;
};

export function createScanMemory(bytes: number): ScanMemory {
  const memory = new WebAssembly.Memory({ initial: pages(bytes) });
  const code = new WebAssembly.Module(Buffer.from(SCAN_CODE, 'base64'));
  const program = new WebAssembly.Instance(code, { env: { memory } }).exports as Program;
  let view = new Uint8Array(memory.buffer);
  let counts = new Int32Array(memory.buffer);
  let numbers = new Float64Array(memory.buffer);
  fillTables(view, counts);
  return {
    ...program,
    bytes: () => view,
    counts: () => counts,
    numbers: () => numbers,
    grow(wanted) {
      const more = pages(wanted) - memory.buffer.byteLength / PAGE_BYTES;
      if (more <= 0) return;
      memory.grow(more);
      view = new Uint8Array(memory.buffer);
      counts = new Int32Array(memory.buffer);
      numbers = new Float64Array(memory.buffer);
    },
  };
}

// One page more than asked for: the last load may reach fifteen bytes behind the end.
const pages = (bytes: number) => Math.ceil((TABLE_BYTES + bytes) / PAGE_BYTES) + 1;

const { LAST_FIELD: _last, FIRST_WHOLE: _first, ...numbered } = allWords;
/** Two words are one with an underline, which a constant can be called. */
const words = Object.entries(numbered).map(
  ([word, number]) => [/^(custom|ai|cost)_/.test(word) ? word.replace('_', '-') : word, number] as const,
);

/** The first byte, the last and one before the middle, where `5m` and `1h` differ. */
function slotOf(word: string, factor: number): number {
  const [first, middle, last] = [0, (word.length * 13) >> 5, word.length - 1].map((at) =>
    word.charCodeAt(at),
  );
  return (((first ?? 0) + 2 * (last ?? 0)) * factor + (middle ?? 0) + word.length) & 0xff;
}

/** Gives each word a slot of its own. */
function findFactor(): number {
  for (let factor = 1; factor < 0xffff; factor += 1)
    if (new Set(words.map(([word]) => slotOf(word, factor))).size === words.length) return factor;
  throw new Error('two words always share a slot');
}

const KINDS: readonly (readonly [kind: number, letters: string])[] = [
  [IS_LETTER, 'abcdefghijklmnopqrstuvwxyz'],
  [IS_LETTER | IS_CAPITAL, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'],
  [IS_DIGIT, '0123456789'],
  [IS_JOINT, '_-'],
  [IS_SPACE, ' \t\n\v\f\r'],
  [IS_SIGN, ':%=?&'],
];

function fillTables(table: Uint8Array, counts: Int32Array): void {
  for (const char of '"\\/bfnrt') table[ESCAPES + char.charCodeAt(0)] = 1;
  for (const char of '0123456789abcdefABCDEF') table[HEX + char.charCodeAt(0)] = 1;
  table.fill(0x22, QUOTES, QUOTES + 16);
  table.fill(0x5c, SLASHES, SLASHES + 16);
  table.fill(0x1f, CONTROLS, CONTROLS + 16);
  for (const [kind, letters] of KINDS)
    for (const letter of letters) table[LETTERS + letter.charCodeAt(0)] = kind;
  const factor = findFactor();
  counts[WORD_FACTOR / 4] = factor;
  // Ones, then noughts: read so many bytes before the noughts it cuts a vector to a length.
  table.fill(0xff, WORD_CUTS, WORD_CUTS + LONGEST_WORD);
  for (const [word, number] of words) {
    table[WORD_SLOTS + slotOf(word, factor)] = number;
    table[WORD_LENGTHS + number] = word.length;
    const text = WORD_TEXTS + number * LONGEST_WORD;
    for (let at = 0; at < word.length; at += 1) table[text + at] = word.charCodeAt(at);
  }
}
