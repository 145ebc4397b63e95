import { type BeadLine, gatherBeads, type NumberedBeads, readBeadLine } from '@domain/bead/read-beads-file';

const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** One line of the file: its bytes without the `\n`, and what they say. */
export type FileLine = { readonly start: number; readonly end: number; readonly read: BeadLine };

export type JsonlLines = {
  readonly bytes: Buffer;
  readonly lines: readonly FileLine[];
  readonly listing: NumberedBeads;
};

export const NO_LINES: JsonlLines = { bytes: Buffer.alloc(0), lines: [], listing: gatherBeads([]) };

function commonPrefix(a: Buffer, b: Buffer): number {
  let low = 0;
  let high = Math.min(a.length, b.length);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (a.compare(b, low, middle, low, middle) === 0) low = middle;
    else high = middle - 1;
  }
  return low;
}

function commonSuffix(a: Buffer, b: Buffer, limit: number): number {
  let low = 0;
  let high = limit;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const isSame = a.compare(b, b.length - middle, b.length - low, a.length - middle, a.length - low) === 0;
    if (isSame) low = middle;
    else high = middle - 1;
  }
  return low;
}

function readLines(bytes: Buffer, from: number, to: number): FileLine[] {
  const lines: FileLine[] = [];
  for (let start = from; start < to; ) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline === -1 || newline >= to ? to : newline;
    lines.push({ start, end, read: readBeadLine(bytes.toString('utf8', start, end)) });
    start = end + 1;
  }
  return lines;
}

/**
 * Reads a file again, looking only at the lines between the first and the last difference: an edit of one bead among 10,000
 * costs one parse, and every other bead stays the same object.
 */
export function readJsonl(bytes: Buffer, before: JsonlLines = NO_LINES): JsonlLines {
  const prefix = commonPrefix(before.bytes, bytes);
  if (prefix === bytes.length && prefix === before.bytes.length) return before;
  const limit = Math.min(bytes.length, before.bytes.length) - prefix;
  const suffix = commonSuffix(before.bytes, bytes, limit);
  const shift = bytes.length - before.bytes.length;
  // A kept line ends, newline included, inside the common part.
  const head = before.lines.filter((line) => line.end < prefix);
  const tailFrom = before.bytes.length - suffix;
  const tail = before.lines.filter((line) => line.start > tailFrom && line.start > (head.at(-1)?.end ?? -1));
  const middleFrom = (head.at(-1)?.end ?? -1) + 1;
  const firstOfTail = tail[0];
  const middleTo = firstOfTail === undefined ? bytes.length : firstOfTail.start + shift;
  const lines = [
    ...head,
    ...readLines(bytes, middleFrom, middleTo),
    ...tail.map((line) => ({ ...line, start: line.start + shift, end: line.end + shift })),
  ];
  return { bytes, lines, listing: gatherBeads(lines.map((line) => line.read)) };
}

/** The bytes with one line (counted from 1) replaced; its line end stays. */
export function replaceLine(file: JsonlLines, number: number, text: Buffer): Buffer {
  const line = file.lines[number - 1];
  if (line === undefined) throw new Error(`no line ${number}`);
  return Buffer.concat([file.bytes.subarray(0, line.start), text, file.bytes.subarray(line.end)]);
}

/** The line without the `\r` of a CRLF file, one character per byte. */
export function lineText(
  file: JsonlLines,
  number: number,
): { readonly text: string; readonly ending: string } {
  const line = file.lines[number - 1];
  if (line === undefined) throw new Error(`no line ${number}`);
  const hasReturn = line.end > line.start && file.bytes[line.end - 1] === RETURN;
  const end = hasReturn ? line.end - 1 : line.end;
  return { text: file.bytes.toString('latin1', line.start, end), ending: hasReturn ? '\r' : '' };
}

/** The bytes with a new line before line `number`, or at the end; line ends as the file has them, also a missing last one. */
export function insertLine(file: JsonlLines, number: number | null, text: Buffer): Buffer {
  const { bytes } = file;
  const firstEnd = bytes.indexOf(NEWLINE);
  const eol = Buffer.from(firstEnd > 0 && bytes[firstEnd - 1] === RETURN ? '\r\n' : '\n');
  const line = number === null ? undefined : file.lines[number - 1];
  if (line !== undefined && number !== 1)
    return Buffer.concat([bytes.subarray(0, line.start), text, eol, bytes.subarray(line.start)]);
  if (line !== undefined) {
    // The mark at the head of a file stays at its head.
    const mark = bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])) ? 3 : 0;
    return Buffer.concat([bytes.subarray(0, mark), text, eol, bytes.subarray(mark)]);
  }
  if (bytes.length === 0) return Buffer.concat([text, eol]);
  const isEnded = bytes[bytes.length - 1] === NEWLINE;
  return isEnded ? Buffer.concat([bytes, text, eol]) : Buffer.concat([bytes, eol, text]);
}
