/*
 * Ids of lines, messages and tools as numbers of 53 bits: a set of a hundred thousand of them is small, and two that
 * meet by chance are one in ten thousand millions. The same sum is made from bytes by the fast path, so both must walk
 * the same characters in the same order.
 */
const SEED_A = 0x5bd1e995 | 0;
const SEED_B = 0x2c1b3c6d | 0;
const STEP_A = 0x01000193;
const STEP_B = 0x297a2d39;

/** What stands for "no id". */
export const NO_ID = 0;

/** Characters, or the bytes of a text that is plain ASCII: the same codes. */
export type Codes = { readonly length: number; readonly [index: number]: number };

export function hashText(text: string): number {
  let a = SEED_A;
  let b = SEED_B;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, STEP_A);
    b = Math.imul(b ^ code, STEP_B);
    b ^= b >>> 15;
  }
  return finish(a, b);
}

/** `hashText` of the ASCII text between the two places. */
export function hashCodes(codes: Codes, from: number, to: number): number {
  let a = SEED_A;
  let b = SEED_B;
  for (let at = from; at < to; at += 1) {
    const code = codes[at] ?? 0;
    a = Math.imul(a ^ code, STEP_A);
    b = Math.imul(b ^ code, STEP_B);
    b ^= b >>> 15;
  }
  return finish(a, b);
}

/** `hashText` of two ASCII texts with a space between them, as the key of a billed message is written. */
export function hashPair(codes: Codes, from: number, to: number, second: number, end: number): number {
  let a = SEED_A;
  let b = SEED_B;
  const SPACE = 0x20;
  for (let at = from; at <= to; at += 1) {
    const code = at === to ? SPACE : (codes[at] ?? 0);
    a = Math.imul(a ^ code, STEP_A);
    b = Math.imul(b ^ code, STEP_B);
    b ^= b >>> 15;
  }
  for (let at = second; at < end; at += 1) {
    const code = codes[at] ?? 0;
    a = Math.imul(a ^ code, STEP_A);
    b = Math.imul(b ^ code, STEP_B);
    b ^= b >>> 15;
  }
  return finish(a, b);
}

function finish(a: number, b: number): number {
  const high = Math.imul(b ^ (a >>> 16), 0x7feb352d);
  const low = Math.imul(a ^ (b >>> 13), 0x846ca68b);
  return ((high ^ (high >>> 11)) & 0x1fffff) * 0x100000000 + ((low ^ (low >>> 15)) >>> 0) || 1;
}
