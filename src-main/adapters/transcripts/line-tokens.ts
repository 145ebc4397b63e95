import { fillKeyTable, findKey, KEY_TABLE_BYTES } from './key-table';
import {
  add,
  again,
  and,
  back,
  call,
  choose,
  countTrailingZeros,
  eq,
  get,
  I32,
  i32,
  isZero,
  less,
  lessUnsigned,
  load8,
  load32,
  loop,
  moduleOf,
  more,
  ne,
  never,
  notLess,
  notMoreUnsigned,
  or,
  select,
  set,
  shiftLeft,
  store8,
  store32,
  sub,
  tee,
  V128,
  type WasmFunction,
  when,
} from './wasm-code';

/*
 * A line of JSON in one go: is it JSON, as strictly as JSON.parse sees it, and where do the members of its outer objects
 * stand. Most of a transcript lies inside strings, which are passed sixteen bytes at a time; looking at each byte from
 * JavaScript, or calling out for each string, is what made the scan half as fast as it can be.
 *
 * What it found is a list in memory: for each member down to `DEEPEST` with a name that is known three numbers (depth and
 * number of the name, where its value begins, where that ends), and one entry for each object in a list at that depth.
 */

/** Node has it, its types leave it to those of a browser. */
declare const WebAssembly: {
  readonly Memory: new (size: {
    initial: number;
  }) => { readonly buffer: ArrayBuffer; grow(pages: number): number };
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: Record<string, unknown> };
};

export type ScanMemory = {
  /** Everything that can be scanned; a new view after `grow`. */
  bytes(): Uint8Array;
  /** The same memory as numbers, for the list. */
  numbers(): Int32Array;
  grow(bytes: number): void;
  /** The value that begins here: the place behind it, or one of the three below. `bytes` must hold a line feed behind it. */
  readonly tokens: (from: number) => number;
};

export const NO_JSON = -1;
export const TOO_DEEP = -2;
export const TOO_MANY = -3;

const PAGE_BYTES = 65_536;
/** Tables, the stack and the list; what is scanned lies behind them. */
export const TABLE_BYTES = PAGE_BYTES;
const ESCAPES = 0;
const HEX = 256;
const STACK = 512;
const MEMBERS = 768;
/** Takes the end of a member that is not in the list. */
const NOWHERE = 992;
const END = 1008;
const ODD = 1012;
const KEYS = 1024;
const LIST = 4096;
const ENTRY = 12;

export const LIST_AT = LIST / 4;
/** Where the list ends, as a place in memory; and whether a name in it is written with an escape. */
export const LIST_END_AT = END / 4;
export const ODD_AT = ODD / 4;
export const ENTRY_NUMBERS = ENTRY / 4;
/** Line, message, its content, a block of it. */
export const DEEPEST = 4;
/** In place of depth and name: an object in a list. */
export const ITEM = DEEPEST | (0xff << 8);
/** Deeper than anything Claude writes; what lies deeper is left to JSON.parse. */
const MAX_DEPTH = 200;

export function createScanMemory(bytes: number): ScanMemory {
  const memory = new WebAssembly.Memory({ initial: pages(bytes) });
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(MODULE), { env: { memory } });
  const table = new Uint8Array(memory.buffer, 0, TABLE_BYTES);
  for (const char of '"\\/bfnrt') table[ESCAPES + char.charCodeAt(0)] = 1;
  for (const char of '0123456789abcdefABCDEF') table[HEX + char.charCodeAt(0)] = 1;
  fillKeyTable(table.subarray(KEYS, KEYS + KEY_TABLE_BYTES));
  let view = new Uint8Array(memory.buffer);
  let numbers = new Int32Array(memory.buffer);
  return {
    bytes: () => view,
    numbers: () => numbers,
    grow(wanted) {
      const more = pages(wanted) - memory.buffer.byteLength / PAGE_BYTES;
      if (more <= 0) return;
      memory.grow(more);
      view = new Uint8Array(memory.buffer);
      numbers = new Int32Array(memory.buffer);
    },
    tokens: exports['f'] as (from: number) => number,
  };
}

// One page more than asked for: the last load may reach fifteen bytes behind the end.
const pages = (bytes: number) => Math.ceil((TABLE_BYTES + bytes) / PAGE_BYTES) + 1;

const AT = 0;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const fail = (code: number) => when(...[i32(code), back]);

/** The closing quote, or NO_JSON, or -2 - place of a backslash that is not followed by a simple escape. */
function stringEnd(): WasmFunction {
  const [MASK, CODE, VECTOR] = [1, 2, 3];
  const splat = (value: number) => [...i32(value), 0xfd, 0x0f];
  const sameBytes = [0xfd, 0x23];
  const smallerBytes = [0xfd, 0x26];
  const either = [0xfd, 0x50];
  return {
    locals: [I32, I32, V128],
    code: [
      loop(
        'blocks',
        // Which of the next sixteen bytes are a quote, a backslash or below 0x20.
        ...[get(AT), [0xfd, 0x00, 0x00, 0x00], set(VECTOR)],
        ...[get(VECTOR), splat(QUOTE), sameBytes],
        ...[get(VECTOR), splat(BACKSLASH), sameBytes, either],
        ...[get(VECTOR), splat(0x20), smallerBytes, either],
        ...[[0xfd, 0x64], tee(MASK), isZero],
        when(get(AT), i32(16), add, set(AT), again('blocks')),
        ...[get(AT), get(MASK), countTrailingZeros, add, tee(AT), load8(), set(CODE)],
        ...[get(CODE), i32(QUOTE), eq, when(get(AT), back)],
        ...[get(CODE), i32(BACKSLASH), ne, fail(NO_JSON)],
        // A simple escape is stepped over.
        ...[get(AT), load8(1), load8(ESCAPES), when(get(AT), i32(2), add, set(AT), again('blocks'))],
        ...[i32(-2), get(AT), sub, back],
      ),
      never,
    ],
  };
}
const STRING_END = 0;

/** From behind the opening quote to the closing one, with all escapes. */
function string(): WasmFunction {
  const FOUND = 1;
  const hexAt = (offset: number) => [...get(AT), ...load8(offset), ...load8(HEX)];
  return {
    locals: [I32],
    code: [
      loop(
        'escapes',
        ...[get(AT), call(STRING_END), tee(FOUND), i32(NO_JSON), notLess, when(get(FOUND), back)],
        ...[i32(-2), get(FOUND), sub, set(AT)],
        ...[get(AT), load8(1), i32(0x75), ne, fail(NO_JSON)],
        ...[hexAt(2), hexAt(3), and, hexAt(4), and, hexAt(5), and, isZero, fail(NO_JSON)],
        ...[get(AT), i32(6), add, set(AT), again('escapes')],
      ),
      never,
    ],
  };
}
const STRING = 1;

/** The next byte that is no space. */
function space(): WasmFunction {
  const CODE = 1;
  const isCode = (code: number) => [...get(CODE), ...i32(code), eq];
  return {
    locals: [I32],
    code: [
      loop(
        'spaces',
        ...[get(AT), load8(), set(CODE)],
        ...[isCode(0x20), isCode(0x09), or, isCode(0x0d), or],
        when(get(AT), i32(1), add, set(AT), again('spaces')),
      ),
      get(AT),
    ],
  };
}
const SPACE = 2;

/** Behind the digits; NO_JSON when there are none. */
function digits(): WasmFunction {
  const FIRST = 1;
  return {
    locals: [I32],
    code: [
      ...[get(AT), set(FIRST)],
      loop(
        'digits',
        ...[get(AT), load8(), i32(0x30), sub, i32(10), lessUnsigned],
        when(get(AT), i32(1), add, set(AT), again('digits')),
      ),
      ...[i32(NO_JSON), get(AT), get(AT), get(FIRST), eq, select],
    ],
  };
}
const DIGITS = 3;

/** A number, or one of the three words. */
function plain(): WasmFunction {
  const CODE = 1;
  const word = (code: number, offset: number, letters: number, length: number) => [
    ...[get(CODE), i32(code), eq],
    when(...[get(AT), load32(offset), i32(letters), ne, fail(NO_JSON)], ...[get(AT), i32(length), add, back]),
  ];
  const isAt = (code: number) => [...get(AT), ...load8(), ...i32(code), eq];
  const digitsFrom = (offset: number) => [
    ...[...get(AT), ...i32(offset), add, ...call(DIGITS), ...tee(AT)],
    ...[...i32(0), less],
  ];
  return {
    locals: [I32],
    code: [
      ...[get(AT), load8(), set(CODE)],
      ...word(0x74, 0, 0x65757274, 4),
      ...word(0x6e, 0, 0x6c6c756e, 4),
      ...word(0x66, 1, 0x65736c61, 5),
      ...[get(CODE), i32(0x2d), eq, when(get(AT), i32(1), add, set(AT))],
      isAt(0x30),
      choose([get(AT), i32(1), add, set(AT)], [digitsFrom(0), fail(NO_JSON)]),
      ...[isAt(0x2e), when(digitsFrom(1), fail(NO_JSON))],
      ...[get(AT), load8(), i32(0x20), or, i32(0x65), eq],
      when(
        ...[get(AT), load8(1), tee(CODE), i32(0x2b), eq, get(CODE), i32(0x2d), eq, or],
        when(get(AT), i32(1), add, set(AT)),
        ...[get(AT), i32(1), add, call(DIGITS), back],
      ),
      get(AT),
    ],
  };
}
const PLAIN = 4;

function tokens(): WasmFunction {
  const [DEPTH, OUT, KEY, CODE, IS_KEY, IS_OBJECT, NAME] = [1, 2, 3, 4, 5, 6, 7];
  const step = (local: number, by: number) => [...get(local), ...i32(by), add, ...set(local)];
  const code = [...get(AT), ...load8(), ...set(CODE)];
  const isCode = (value: number) => [...get(CODE), ...i32(value), eq];
  const skipSpace = [...get(AT), ...call(SPACE), ...set(AT)];
  const maybeSpace = [...[get(AT), load8(), i32(0x20), notMoreUnsigned], when(skipSpace)] as const;
  const isRecorded = [...get(DEPTH), ...i32(DEEPEST), notMoreUnsigned];
  const isListFull = [...get(OUT), ...i32(PAGE_BYTES - ENTRY), more];
  const open = (kind: 0 | 1) => [
    step(DEPTH, 1),
    ...[get(DEPTH), i32(MAX_DEPTH), more, fail(TOO_DEEP)],
    ...[get(DEPTH), i32(kind), store8(STACK)],
  ];
  return {
    locals: [I32, I32, I32, I32, I32, I32, I32],
    code: [
      ...[i32(LIST), set(OUT), i32(0), i32(0), store32(ODD)],
      loop(
        'members',
        get(IS_KEY),
        when(
          ...[get(AT), load8(), i32(QUOTE), ne, fail(NO_JSON)],
          ...[get(AT), i32(1), add, tee(AT), set(KEY)],
          // Names are short: byte by byte is faster here.
          loop(
            'name',
            ...[code, get(CODE), i32(QUOTE), ne],
            when(
              ...[get(CODE), i32(0x20), lessUnsigned, fail(NO_JSON)],
              isCode(BACKSLASH),
              choose(
                [
                  ...[get(KEY), call(STRING), tee(AT), i32(0), less, fail(NO_JSON)],
                  ...[isRecorded, when(i32(0), i32(1), store32(ODD))],
                ],
                [step(AT, 1), again('name')],
              ),
            ),
          ),
          ...[get(AT), get(KEY), sub, set(CODE)],
          step(AT, 1),
          ...maybeSpace,
          ...[get(AT), load8(), i32(0x3a), ne, fail(NO_JSON)],
          step(AT, 1),
          ...maybeSpace,
          isRecorded,
          when(
            ...findKey(KEYS, KEY, CODE, NAME),
            ...[get(DEPTH), i32(2), shiftLeft, get(OUT), i32(NOWHERE), get(NAME), select, store32(MEMBERS)],
            get(NAME),
            when(
              ...[isListFull, fail(TOO_MANY)],
              ...[get(OUT), get(DEPTH), get(NAME), i32(8), shiftLeft, or, store32()],
              ...[get(OUT), get(AT), store32(4)],
              step(OUT, ENTRY),
            ),
          ),
        ),
        code,
        isCode(QUOTE),
        choose(
          [get(AT), i32(1), add, call(STRING), tee(AT), i32(0), less, fail(NO_JSON), step(AT, 1)],
          [
            isCode(0x7b),
            choose(
              [
                ...open(1),
                ...[get(DEPTH), i32(DEEPEST), eq, i32(0), load8(STACK + DEEPEST - 1), isZero, and],
                when(
                  ...[isListFull, fail(TOO_MANY)],
                  ...[get(OUT), i32(ITEM), store32()],
                  ...[get(OUT), get(AT), store32(4)],
                  step(OUT, ENTRY),
                ),
                step(AT, 1),
                ...maybeSpace,
                ...[get(AT), load8(), i32(0x7d), ne],
                when(i32(1), set(IS_KEY), again('members')),
                step(AT, 1),
                step(DEPTH, -1),
              ],
              [
                isCode(0x5b),
                choose(
                  [
                    ...open(0),
                    step(AT, 1),
                    ...maybeSpace,
                    ...[get(AT), load8(), i32(0x5d), ne],
                    when(i32(0), set(IS_KEY), again('members')),
                    step(AT, 1),
                    step(DEPTH, -1),
                  ],
                  [get(AT), call(PLAIN), tee(AT), i32(0), less, fail(NO_JSON)],
                ),
              ],
            ),
          ],
        ),
        // A value has ended.
        loop(
          'ends',
          ...[get(DEPTH), isZero, when(i32(0), get(OUT), store32(END), get(AT), back)],
          ...[get(DEPTH), load8(STACK), tee(IS_OBJECT), isRecorded, and],
          when(...[get(DEPTH), i32(2), shiftLeft, load32(MEMBERS), get(AT), store32(8)]),
          ...maybeSpace,
          code,
          isCode(0x2c),
          when(step(AT, 1), ...maybeSpace, get(IS_OBJECT), set(IS_KEY), again('members')),
          // `]` and `}` are 0x20 apart.
          ...[get(CODE), i32(0x5d), get(IS_OBJECT), i32(5), shiftLeft, add, eq],
          when(step(AT, 1), step(DEPTH, -1), again('ends')),
          ...[i32(NO_JSON), back],
        ),
      ),
      never,
    ],
  };
}

const MODULE = moduleOf([stringEnd(), string(), space(), digits(), plain(), tokens()]);
