/*
 * The end of a JSON string, sixteen bytes at a time. Most of a transcript lies inside strings, and looking at each byte
 * from JavaScript is what made the scan half as fast as it can be; this one loop is therefore a WebAssembly function,
 * written out below instruction by instruction. `json-bytes.test.ts` holds it against JSON.parse.
 */

/** Node has it, its types leave it to those of a browser. */
declare const WebAssembly: {
  readonly Memory: new (size: {
    initial: number;
  }) => { readonly buffer: ArrayBuffer; grow(pages: number): number };
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: Record<string, unknown> };
};

/** The first bytes of the memory are a table: 1 for what may follow a backslash. What is scanned lies behind it. */
export const TABLE_BYTES = 256;
const PAGE_BYTES = 65_536;

/** Place of the closing quote; or BAD_STRING; or -2 - place of a backslash that is not followed by a simple escape. */
export type StringEnd = (from: number) => number;
export const BAD_STRING = -1;

export type ScanMemory = {
  /** Everything that can be scanned; a new view after `grow`. */
  bytes(): Uint8Array;
  grow(bytes: number): void;
  readonly stringEnd: StringEnd;
};

export function createScanMemory(bytes: number): ScanMemory {
  const memory = new WebAssembly.Memory({ initial: pages(bytes) });
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(MODULE), { env: { memory } });
  const writeTable = () => {
    const table = new Uint8Array(memory.buffer, 0, TABLE_BYTES);
    for (const char of '"\\/bfnrt') table[char.charCodeAt(0)] = 1;
  };
  writeTable();
  let view = new Uint8Array(memory.buffer);
  return {
    bytes: () => view,
    grow(wanted) {
      const more = pages(wanted) - memory.buffer.byteLength / PAGE_BYTES;
      if (more <= 0) return;
      memory.grow(more);
      view = new Uint8Array(memory.buffer);
    },
    stringEnd: exports['e'] as StringEnd,
  };
}

// One page more than asked for: the last load may reach fifteen bytes behind the end.
const pages = (bytes: number) => Math.ceil((TABLE_BYTES + bytes) / PAGE_BYTES) + 1;

const I32 = 0x7f;
const V128 = 0x7b;
const EMPTY = 0x40;
const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
const tee = (local: number) => [0x22, local];
/** -64 to 63 fit one byte of a signed LEB128; 0x5c needs two. */
const i32 = (value: number) => [0x41, ...(value < 64 ? [value & 0x7f] : [0x80 | (value & 0x7f), value >> 7])];
const AT = 0;
const MASK = 1;
const CODE = 2;
const VECTOR = 3;
const splat = (value: number) => [...i32(value), 0xfd, 0x0f];
const add = [0x6a];
const eq = [0x46];
const ne = [0x47];
const either = [0xfd, 0x50];
const sameBytes = [0xfd, 0x23];
const smallerBytes = [0xfd, 0x26];
const back = [0x0f];
const when = [0x04, EMPTY];
const end = [0x0b];
const again = (depth: number) => [0x0c, depth];
const byteAt = (offset: number) => [0x2d, 0x00, offset];

const BODY = [
  ...[0x02, 0x02, I32, 0x01, V128], // locals: MASK and CODE, then VECTOR
  ...[0x03, EMPTY], // loop
  // VECTOR = 16 bytes from AT; MASK = which of them are a quote, a backslash or below 0x20
  ...[...get(AT), 0xfd, 0x00, 0x00, 0x00, ...set(VECTOR)],
  ...[...get(VECTOR), ...splat(0x22), ...sameBytes],
  ...[...get(VECTOR), ...splat(0x5c), ...sameBytes, ...either],
  ...[...get(VECTOR), ...splat(0x20), ...smallerBytes, ...either],
  ...[0xfd, 0x64, ...tee(MASK), 0x45],
  // none: AT += 16, again
  ...[...when, ...get(AT), ...i32(16), ...add, ...set(AT), ...again(1), ...end],
  // AT += place of the first; CODE = it
  ...[...get(AT), ...get(MASK), 0x68, ...add, ...tee(AT), ...byteAt(0), ...set(CODE)],
  ...[...get(CODE), ...i32(0x22), ...eq, ...when, ...get(AT), ...back, ...end],
  ...[...get(CODE), ...i32(0x5c), ...ne, ...when, ...i32(BAD_STRING), ...back, ...end],
  // behind a backslash: a simple escape is stepped over, anything else is told to the caller
  ...[...get(AT), ...byteAt(1), ...byteAt(0), ...when],
  ...[...get(AT), ...i32(2), ...add, ...set(AT), ...again(1), ...end],
  ...[...i32(-2), ...get(AT), 0x6b, ...back],
  ...end, // loop
  0x00, // never reached
  ...end,
];

/** Everything here is shorter than 128 bytes but the code, whose length takes two. */
const section = (id: number, content: readonly number[]) => [id, ...length(content.length), ...content];
function length(value: number): number[] {
  return value < 128 ? [value] : [0x80 | (value & 0x7f), value >> 7];
}

const MODULE = Uint8Array.from([
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  ...section(1, [1, 0x60, 1, I32, 1, I32]),
  ...section(2, [1, 3, 0x65, 0x6e, 0x76, 6, 0x6d, 0x65, 0x6d, 0x6f, 0x72, 0x79, 0x02, 0x00, 0x01]),
  ...section(3, [1, 0]),
  ...section(7, [1, 1, 0x65, 0x00, 0]),
  ...section(10, [1, ...length(BODY.length), ...BODY]),
]);
