import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { hashCodes } from '@domain/transcript/id-hash';
import { MAX_LINE_BYTES } from '@domain/transcript/line-limit';
import type { TranscriptBytes } from '../../ports/transcript-pages';
import { TABLE_BYTES } from './scan-layout';
import { createScanMemory, type ScanMemory } from './scan-memory';

const FIRST_BYTES = 2 * 1024 * 1024;
const LINE_FEED = 0x0a;

/** A line of a file: `bytes[end]` is a line feed, also behind the last line of the file. */
export type OnLine = (bytes: Uint8Array, from: number, end: number, offset: number) => void;

/** Lines that stand one behind the other: the first begins at `from`, and the last ends in the line feed before `behind`. */
export type OnLines = (bytes: Uint8Array, from: number, behind: number, offset: number) => void;

export type ReadEvents = {
  /** All whole lines that were read at once, or one after the other. */
  readonly onLines: OnLines;
  /** A line that was too long, by its offset. */
  readonly onLost: (offset: number) => void;
  /** What stands behind the last line feed; true when it is a whole line. It is asked for again when the file grows. */
  /** It was read up to here, and is still open. */
  readonly onEnd?: ((file: TranscriptBytes, offset: number) => void) | undefined;
  readonly onTail: OnLine extends (...args: infer A) => void ? (...args: A) => boolean : never;
};

export type ReadFile = {
  /** Behind the last line that is whole. */
  readonly offset: number;
  readonly size: number;
  readonly mtimeMs: number;
  readonly inode: number;
  /** Bytes that were read now. */
  readonly read: number;
  /** The file ends in a line that is too long already. */
  readonly isTailLost: boolean;
  /** False: `most` was reached, and more stands behind `offset`. */
  readonly isEnd: boolean;
};

export type LineReader = {
  readonly memory: ScanMemory;
  /**
   * Reads what stands behind `offset` at the moment of opening, and stops behind a line once `most` bytes were read.
   * Throws what the disk throws.
   */
  read(path: string, offset: number, events: ReadEvents, most?: number, open?: OpenTranscript): ReadFile;
};

export type OpenTranscript = (path: string) => TranscriptBytes;

/** One line after the other, each without its line feed. */
export function eachLine(onLine: OnLine): OnLines {
  return (bytes, from, behind, offset) => {
    const lines = Buffer.from(bytes.buffer, from, behind - from);
    for (let at = 0; at < lines.length; ) {
      const feed = lines.indexOf(LINE_FEED, at);
      if (feed > at) onLine(bytes, from + at, from + feed, offset + at);
      at = feed + 1;
    }
  };
}

/** One buffer for all files; it grows to the longest line that is met, never beyond `maxLine`. */
export function createLineReader(
  maxLine = MAX_LINE_BYTES,
  firstBytes = FIRST_BYTES,
  openUsually: OpenTranscript = openFile,
): LineReader {
  const memory = createScanMemory(firstBytes);
  let capacity = firstBytes;

  const readAll = (file: TranscriptBytes, offset: number, size: number, events: ReadEvents, most: number) => {
    let next = offset;
    let filled = 0;
    let lineAt = offset;
    let isLost = false;
    let read = 0;
    for (;;) {
      const bytes = memory.bytes();
      // A buffer that has grown for one line is no reason to take more than the others need.
      const room = Math.min(capacity - filled, size - next, firstBytes);
      const got = room > 0 ? file.read(bytes, TABLE_BYTES + filled, room, next) : 0;
      if (got === 0) break;
      next += got;
      read += got;
      let from = TABLE_BYTES;
      const end = TABLE_BYTES + filled + got;
      const fresh = Buffer.from(bytes.buffer, from + filled, got);
      const first = isLost ? fresh.indexOf(LINE_FEED) : -1;
      if (first !== -1) {
        events.onLost(lineAt);
        isLost = false;
        from += filled + first + 1;
      }
      const behind = isLost ? from : TABLE_BYTES + filled + fresh.lastIndexOf(LINE_FEED) + 1;
      const hasLine = behind > TABLE_BYTES + filled;
      if (!isLost) lineAt = next - (end - from);
      if (hasLine && behind > from) {
        events.onLines(bytes, from, behind, lineAt);
        from = behind;
        lineAt = next - (end - from);
      }
      filled = end - from;
      if (read >= most && lineAt > offset && next < size)
        return { offset: lineAt, read, isTailLost: false, isEnd: false };
      if (isLost) filled = 0;
      else if (from > TABLE_BYTES) bytes.copyWithin(TABLE_BYTES, from, end);
      if (filled < capacity) continue;
      if (capacity >= maxLine) {
        isLost = true;
        filled = 0;
      } else {
        capacity = Math.min(maxLine, capacity * 2);
        memory.grow(capacity + 1);
      }
    }
    if (isLost) return { offset: lineAt, read, isTailLost: true, isEnd: true };
    const tail = memory.bytes();
    tail[TABLE_BYTES + filled] = LINE_FEED;
    const isWhole = filled > 0 && events.onTail(tail, TABLE_BYTES, TABLE_BYTES + filled, lineAt);
    return { offset: isWhole ? lineAt + filled : lineAt, read, isTailLost: false, isEnd: true };
  };

  return {
    memory,
    read(path, offset, events, most = Number.POSITIVE_INFINITY, open = openUsually) {
      const file = open(path);
      try {
        const { size, mtimeMs, inode } = file;
        const done = readAll(file, offset, size, events, most);
        events.onEnd?.(file, done.offset);
        return { ...done, size, mtimeMs, inode };
      } finally {
        file.close();
      }
    },
  };
}

const TAIL_BYTES = 256;
const tail = new Uint8Array(TAIL_BYTES);

/** Of the last bytes before the offset; of a file that is shorter they are others. */
export function tailHashOf(file: TranscriptBytes, offset: number): number {
  const length = Math.min(TAIL_BYTES, offset);
  return hashCodes(tail, 0, file.read(tail, 0, length, offset - length));
}

/** Whoever opens a pipe would wait for its writer for ever; Windows has none. */
const READ_ONLY = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

export function openFile(path: string): TranscriptBytes {
  const fd = openSync(path, READ_ONLY);
  const stats = fstatSync(fd);
  if (!stats.isFile()) {
    closeSync(fd);
    throw Object.assign(new Error('there is no file'), { code: 'ENOENT' });
  }
  return {
    size: stats.size,
    mtimeMs: stats.mtimeMs,
    inode: stats.ino,
    read: (into, at, length, position) => readSync(fd, into, at, length, position),
    isStill() {
      const now = fstatSync(fd);
      return now.size === stats.size && now.mtimeMs === stats.mtimeMs;
    },
    close: () => closeSync(fd),
  };
}
