/** The value of up to 15 digits; -1 for every other way to write a number, and 0 for what is no number. */
export function wholeNumber(bytes: Uint8Array, from: number, to: number): number {
  const first = bytes[from] ?? 0;
  if (first !== 0x2d && (first < 0x30 || first > 0x39)) return 0;
  if (to - from > 15) return -1;
  let value = 0;
  for (let at = from; at < to; at += 1) {
    const digit = (bytes[at] ?? 0) - 0x30;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}
