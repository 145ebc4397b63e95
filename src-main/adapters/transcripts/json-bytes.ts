/* Bytes of JSON. Every line ends in a line feed, which no value may hold, so no loop here asks for the end. */
export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
export const OPEN_OBJECT = 0x7b;
export const OPEN_LIST = 0x5b;

export function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    const code = bytes[at];
    if (code !== 0x20 && code !== 0x09 && code !== 0x0d) return at;
    at += 1;
  }
}

export const TRUE = codesOf('true');
export const NULL = codesOf('null');

export function codesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

export function isAt(bytes: Uint8Array, from: number, word: Uint8Array): boolean {
  for (let at = 0; at < word.length; at += 1) if (bytes[from + at] !== word[at]) return false;
  return true;
}
