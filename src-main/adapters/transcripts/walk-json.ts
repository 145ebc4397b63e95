import {
  BACKSLASH,
  BROKEN,
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  createSkipper,
  QUOTE,
  type Skipper,
  skipSpace,
} from './json-bytes';
import type { StringEnd } from './string-end';

/** Called at a value, with the place and length of its name; gives the place behind the value, or BROKEN. */
export type OnKey = (bytes: Uint8Array, key: number, length: number, at: number) => number;

export type Walker = Pick<Skipper, 'skipValue'> & {
  walkObject(bytes: Uint8Array, from: number, onKey: OnKey): number;
  walkList(bytes: Uint8Array, from: number, onItem: (bytes: Uint8Array, at: number) => number): number;
};

/** `onOddName`: a name was written with an escape, so it cannot be compared byte by byte. */
export function createWalker(stringEnd: StringEnd, onOddName: () => void): Walker {
  const { endOfString, skipValue } = createSkipper(stringEnd);
  return {
    skipValue,
    walkObject(bytes, from, onKey) {
      let at = skipSpace(bytes, from + 1);
      if (bytes[at] === CLOSE_OBJECT) return at + 1;
      for (;;) {
        if (bytes[at] !== QUOTE) return BROKEN;
        const key = at + 1;
        // Names are short: looking at each byte here is faster than the way to another function.
        let end = key;
        let code = bytes[end] ?? 0;
        while (code !== QUOTE && code !== BACKSLASH && code >= 0x20) {
          end += 1;
          code = bytes[end] ?? 0;
        }
        if (code !== QUOTE) {
          end = endOfString(bytes, key);
          if (end === BROKEN) return BROKEN;
          onOddName();
        }
        at = bytes[end + 1] === COLON ? end + 1 : skipSpace(bytes, end + 1);
        if (bytes[at] !== COLON) return BROKEN;
        const behind = onKey(bytes, key, end - key, skipSpace(bytes, at + 1));
        if (behind === BROKEN) return BROKEN;
        at = skipSpace(bytes, behind);
        if (bytes[at] === CLOSE_OBJECT) return at + 1;
        if (bytes[at] !== COMMA) return BROKEN;
        at = skipSpace(bytes, at + 1);
      }
    },
    walkList(bytes, from, onItem) {
      let at = skipSpace(bytes, from + 1);
      if (bytes[at] === CLOSE_LIST) return at + 1;
      for (;;) {
        const behind = onItem(bytes, at);
        if (behind === BROKEN) return BROKEN;
        at = skipSpace(bytes, behind);
        if (bytes[at] === CLOSE_LIST) return at + 1;
        if (bytes[at] !== COMMA) return BROKEN;
        at = skipSpace(bytes, at + 1);
      }
    },
  };
}
