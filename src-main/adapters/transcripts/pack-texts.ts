import { hashCodes, hashText } from '@domain/transcript/id-hash';
import type { TextRole } from '@domain/transcript/line-facts';
import { type PackedTexts, TEXT_NUMBERS, TEXT_ROLES } from '@domain/transcript/packed-texts';

export type TextPacker = {
  /** Bytes that wait to be taken. */
  readonly length: number;
  add(role: TextRole, text: string, atMs: number, uuid: string): void;
  /** The same of a text whose bytes are known already. */
  addBytes(role: TextRole, text: Uint8Array, atMs: number, uuid: Uint8Array): void;
  /** What was added since the last time, in memory of its own. */
  take(): PackedTexts;
};

/** What one text may bring into the index; a longer one is findable by its beginning. */
export const MOST_CHARS = 256 * 1024;
const FIRST_BYTES = 64 * 1024;
const FIRST_ROWS = 64;
/** Of one character. */
const MOST_BYTES = 3;

export function createTextPacker(): TextPacker {
  let bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  let end = 0;
  let rows = new Float64Array(FIRST_ROWS * TEXT_NUMBERS);
  let count = 0;

  const makeRoom = (more: number) => {
    if (end + more <= bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(bytes.length * 2, end + more));
    bytes.copy(larger, 0, 0, end);
    bytes = larger;
  };
  const addRow = (length: number, uuidLength: number, role: TextRole, atMs: number, line: number) => {
    const at = count * TEXT_NUMBERS;
    if (at === rows.length) {
      const larger = new Float64Array(rows.length * 2);
      larger.set(rows);
      rows = larger;
    }
    rows[at] = length;
    rows[at + 1] = uuidLength;
    rows[at + 2] = TEXT_ROLES.indexOf(role);
    rows[at + 3] = atMs;
    rows[at + 4] = line;
    count += 1;
    end += length + uuidLength;
  };
  return {
    get length() {
      return end;
    },
    add(role, text, atMs, uuid) {
      const kept = text.length > MOST_CHARS ? text.slice(0, MOST_CHARS) : text;
      makeRoom((kept.length + uuid.length) * MOST_BYTES);
      const length = bytes.write(kept, end);
      const uuidLength = bytes.write(uuid, end + length);
      addRow(length, uuidLength, role, atMs, hashText(uuid));
    },
    addBytes(role, text, atMs, uuid) {
      makeRoom(text.length + uuid.length);
      bytes.set(text, end);
      bytes.set(uuid, end + text.length);
      addRow(text.length, uuid.length, role, atMs, hashCodes(uuid, 0, uuid.length));
    },
    take() {
      const taken = {
        count,
        bytes: new Uint8Array(bytes.subarray(0, end)),
        rows: rows.slice(0, count * TEXT_NUMBERS),
      };
      end = 0;
      count = 0;
      return taken;
    },
  };
}
