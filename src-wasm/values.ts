/* Values as they stand on a line. */

/** Neither an escape nor a letter beyond ASCII: the bytes are the characters. */
export function isPlain(from: i32, to: i32): bool {
  for (let at = from; at < to; at += 1) {
    const code: u32 = load<u8>(at);
    if (code === 0x5c || code > 0x7f) return false;
  }
  return true;
}

export function isTrue(at: i32): bool {
  return load<u32>(at) === 0x65757274;
}

export function isNull(at: i32): bool {
  return load<u32>(at) === 0x6c6c756e;
}

/** The value of up to 15 digits; -1 for every other way to write a number, and 0 for what is no number. */
export function wholeNumber(from: i32, to: i32): f64 {
  const first: u32 = load<u8>(from);
  if (first !== 0x2d && first - 0x30 > 9) return 0;
  if (to - from > 15) return -1;
  let value: u64 = 0;
  for (let at = from; at < to; at += 1) {
    const digit = <u32>load<u8>(at) - 0x30;
    if (digit > 9) return -1;
    value = value * 10 + digit;
  }
  return <f64>value;
}

/** `2026-11-16T02:21:13.036Z`, as Claude writes it; -1 for what is written otherwise or may be no day. */
export function isoMs(from: i32, to: i32): f64 {
  if (to - from !== 24) return -1;
  const isShaped =
    load<u8>(from, 4) === 0x2d &&
    load<u8>(from, 7) === 0x2d &&
    load<u8>(from, 10) === 0x54 &&
    load<u8>(from, 13) === 0x3a &&
    load<u8>(from, 16) === 0x3a &&
    load<u8>(from, 19) === 0x2e &&
    load<u8>(from, 23) === 0x5a;
  if (!isShaped) return -1;
  const year = two(from) * 100 + two(from + 2);
  const month = two(from + 5);
  const day = two(from + 8);
  const hour = two(from + 11);
  const minute = two(from + 14);
  const second = two(from + 17);
  const tens = two(from + 20);
  const ones = <u32>load<u8>(from, 22) - 0x30;
  // What is no digit has made a number that is too large.
  if (year < 1970 || year > 9999 || month - 1 > 11 || day - 1 > lastOf(month) - 1) return -1;
  if (hour > 23 || minute > 59 || second > 59 || tens > 99 || ones > 9) return -1;
  const seconds = <i64>hour * 3600 + minute * 60 + second;
  return <f64>((daysTo(<i32>year, <i32>month, <i32>day) * 86400 + seconds) * 1000 + tens * 10 + ones);
}

/** The day that every such month has; of the longest months there is one bit each. */
function lastOf(month: u32): u32 {
  return month === 2 ? 28 : 30 + ((0x15aa >> month) & 1);
}

/** The number of two digits; more than 10,000 when one of them is none. */
function two(at: i32): u32 {
  const tens = <u32>load<u8>(at) - 0x30;
  const ones = <u32>load<u8>(at, 1) - 0x30;
  return tens > 9 || ones > 9 ? 100000 : tens * 10 + ones;
}

/** Days since 1970; months are counted from March, so that the leap day is the last of a year. */
function daysTo(year: i32, month: i32, day: i32): i64 {
  const shifted = month <= 2 ? year - 1 : year;
  const inYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  return <i64>(shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + inYear - 719468);
}
