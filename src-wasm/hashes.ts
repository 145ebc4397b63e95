/* The sums of `id-hash.ts`, made from bytes. */
const SEED_A: i32 = 0x5bd1e995;
const SEED_B: i32 = 0x2c1b3c6d;
const STEP_A: i32 = 0x01000193;
const STEP_B: i32 = 0x297a2d39;

let a: i32 = 0;
let b: i32 = 0;

/** Of the ASCII text between the two places. */
export function hash(from: i32, to: i32): f64 {
  a = SEED_A;
  b = SEED_B;
  add(from, to);
  return finish();
}

/** Of two texts with a space between them, as the key of a billed message is written. */
export function hashPair(from: i32, to: i32, second: i32, end: i32): f64 {
  a = SEED_A;
  b = SEED_B;
  add(from, to);
  a = (a ^ 0x20) * STEP_A;
  b = (b ^ 0x20) * STEP_B;
  b ^= b >>> 15;
  add(second, end);
  return finish();
}

function add(from: i32, to: i32): void {
  let one = a;
  let two = b;
  for (let at = from; at < to; at += 1) {
    const code = <i32>load<u8>(at);
    one = (one ^ code) * STEP_A;
    two = (two ^ code) * STEP_B;
    two ^= two >>> 15;
  }
  a = one;
  b = two;
}

function finish(): f64 {
  const high = (b ^ (a >>> 16)) * 0x7feb352d;
  const low = (a ^ (b >>> 13)) * <i32>0x846ca68b;
  const sum = <f64>((high ^ (high >>> 11)) & 0x1fffff) * 4294967296.0 + <f64>(<u32>(low ^ (low >>> 15)));
  return sum === 0 ? 1 : sum;
}
