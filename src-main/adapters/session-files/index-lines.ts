import { constants } from 'node:fs';
import type { Session } from '@domain/session/record';
import { attempt } from '../fs/file-error';
import type { FileSystem } from '../fs/file-system';
import { openRegular, readAt, readRegular } from '../fs/read-file';
import { INDEX_VERSION } from './layout';

/*
 * `index.json` is ordinary JSON that we write one session to a line, so that it can be read without the whole text in
 * memory and rewritten by copying the lines that did not change. A file laid out otherwise is parsed in one piece.
 */
export const INDEX_OPENING = `{"version":${INDEX_VERSION},"sessions":[`;

export type IndexLines = {
  readonly entries: unknown[];
  /** Byte offsets behind each entry; `null` when the file was not laid out by us. */
  readonly ends: number[] | null;
  readonly firstAt: number;
  readonly rest: Record<string, unknown>;
};

const NEWLINE = 0x0a;
const COMMA = 0x2c;
const CHUNK_BYTES = 1 << 18;

export function readIndexLines(path: string, fs: FileSystem): IndexLines | 'absent' | 'unreadable' {
  const opened = openRegular(path, constants.O_RDONLY, fs);
  if (!opened.ok) return opened.error.code === 'file-not-found' ? 'absent' : 'unreadable';
  try {
    const read = attempt(path, () => readLaidOut(opened.value.fd, opened.value.stats.size, fs));
    if (read.ok && read.value !== null) return read.value;
  } finally {
    fs.close(opened.value.fd);
  }
  return readWhole(path, fs);
}

function readLaidOut(fd: number, size: number, fs: FileSystem): IndexLines | null {
  const entries: unknown[] = [];
  const ends: number[] = [];
  let kept: Buffer = Buffer.alloc(0);
  let lineAt = 0;
  let isOpen = false;
  for (let at = 0; at < size; ) {
    const chunk = readAt(fs, fd, at, Math.min(CHUNK_BYTES, size - at));
    if (chunk.length === 0) return null;
    at += chunk.length;
    const data = kept.length === 0 ? chunk : Buffer.concat([kept, chunk]);
    let from = 0;
    for (let end = data.indexOf(NEWLINE); end !== -1; end = data.indexOf(NEWLINE, from)) {
      if (!isOpen) {
        if (data.toString('utf8', from, end) !== INDEX_OPENING) return null;
        isOpen = true;
      } else if (data[from] === 0x5d) {
        const rest = parseObject(`{${data.toString('utf8', from + 2, end)}`);
        return rest === null ? null : { entries, ends, firstAt: INDEX_OPENING.length + 1, rest };
      } else {
        const stop = data[end - 1] === COMMA ? end - 1 : end;
        const entry = parseObject(data.toString('utf8', from, stop));
        if (entry === null) return null;
        entries.push(entry);
        ends.push(lineAt + stop - from);
      }
      lineAt += end + 1 - from;
      from = end + 1;
    }
    kept = data.subarray(from);
  }
  return null;
}

function readWhole(path: string, fs: FileSystem): IndexLines | 'unreadable' {
  const read = readRegular(path, { fs });
  const raw = read.ok ? parseObject(read.value.data.toString('utf8')) : null;
  if (raw === null) return 'unreadable';
  const { sessions, ...rest } = raw;
  return { entries: Array.isArray(sessions) ? sessions : [null], ends: null, firstAt: 0, rest };
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** What the file on disk holds, line by line: which record each line is, and where it ends. */
export type WrittenIndex = {
  readonly sessions: readonly Session[];
  readonly ends: readonly number[];
  readonly firstAt: number;
};
