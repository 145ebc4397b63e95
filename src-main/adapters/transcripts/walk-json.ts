import { BROKEN, TooDeep } from './json-bytes';
import {
  DEEPEST,
  ENTRY_NUMBERS,
  ITEM,
  LIST_AT,
  LIST_END_AT,
  NO_JSON,
  ODD_AT,
  type ScanMemory,
} from './line-tokens';

/** Called at a value, with the number of its name; gives the place behind the value. */
export type OnKey = (bytes: Uint8Array, key: number, at: number) => number;

/** A line is taken apart once; then what is of interest is walked, and what is not is stepped over. */
export type Walker = {
  /** The object that begins here: the place behind it, or BROKEN. */
  walkLine(bytes: Uint8Array, from: number, onKey: OnKey): number;
  /** Inside `onKey`: the object, or list of objects, that is the value. */
  walkObject(bytes: Uint8Array, onKey: OnKey): number;
  walkList(bytes: Uint8Array, onItem: (bytes: Uint8Array) => void): number;
  /** Inside `onKey`: the place behind the value. */
  skipValue(): number;
};

/** `onOddName`: a name was written with an escape, so it cannot be compared byte by byte. */
export function createWalker(memory: ScanMemory, onOddName: () => void): Walker {
  let list = memory.numbers();
  let listEnd = 0;
  let cursor = 0;
  // Of the member that `onKey` was called for.
  let depth = 0;
  let end = 0;

  const walkObject = (bytes: Uint8Array, onKey: OnKey): number => {
    const outer = depth;
    const last = end;
    const own = outer + 1;
    while (cursor < listEnd && (list[cursor + 1] ?? 0) < last) {
      const head = list[cursor] ?? 0;
      if (head === ITEM && own === DEEPEST) break;
      const at = list[cursor + 1] ?? 0;
      const behind = list[cursor + 2] ?? 0;
      cursor += ENTRY_NUMBERS;
      if ((head & 0xff) !== own || head === ITEM) continue;
      depth = own;
      end = behind;
      onKey(bytes, head >> 8, at);
    }
    depth = outer;
    end = last;
    return last;
  };

  return {
    walkObject,
    skipValue: () => end,
    walkList(bytes, onItem) {
      const outer = depth;
      const last = end;
      while (cursor < listEnd && (list[cursor + 1] ?? 0) < last) {
        const isItem = list[cursor] === ITEM;
        cursor += ENTRY_NUMBERS;
        if (!isItem) continue;
        depth = outer + 1;
        end = last;
        onItem(bytes);
      }
      depth = outer;
      end = last;
      return last;
    },
    walkLine(bytes, from, onKey) {
      const behind = memory.tokens(from);
      if (behind === NO_JSON) return BROKEN;
      if (behind < 0) throw new TooDeep();
      list = memory.numbers();
      listEnd = (list[LIST_END_AT] ?? 0) >> 2;
      cursor = LIST_AT;
      if (list[ODD_AT] !== 0) onOddName();
      depth = 0;
      end = behind;
      return walkObject(bytes, onKey);
    },
  };
}
