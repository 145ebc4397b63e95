import { constants } from 'node:fs';
import { ok, type Result } from '@domain/result';
import { type AppendFile, openAppend } from '../fs/append-file';
import { attempt, type FileError } from '../fs/file-error';
import type { FileSystem } from '../fs/file-system';
import { openRegular, readAt } from '../fs/read-file';
import { parseJournalLine } from './journal-lines';

const SAMPLE_BYTES = 128;
const HEAD_BYTES = 256;

/** What stands just before an offset. Two files that agree there, line ids and times included, agree up to there. */
export type Sample = { readonly offset: number; readonly text: string };

export function sampleAt(fs: FileSystem, fd: number, offset: number): Sample {
  const from = Math.max(0, offset - SAMPLE_BYTES);
  return { offset, text: readAt(fs, fd, from, offset - from).toString('latin1') };
}

export function matchesSample(fs: FileSystem, fd: number, sample: Sample): boolean {
  return sampleAt(fs, fd, sample.offset).text === sample.text;
}

export type JournalState = 'same' | 'grown' | 'replaced' | 'missing' | 'shrunk';

/** The journal as one process sees it: how far it has read, and whether the file under the name is still that file. */
export type JournalFile = {
  readonly isWritable: boolean;
  offset(): number;
  size(): number;
  look(): JournalState;
  readFrom(offset: number): Result<Buffer, FileError>;
  advance(to: number): void;
  sample(): Sample;
  /** How often it was rewritten, as its first line says. */
  generation(): number;
  matches(sample: Sample): boolean;
  append(data: Buffer): Promise<Result<void, FileError>>;
  truncate(length: number): Result<void, FileError>;
  /** Opens whatever has the name now; the old descriptor is handed to the caller, who closes it. */
  reopen(): Result<{ previous: number; close(): void }, FileError>;
  close(): void;
};

type Opened = { fd: number; inode: number; file: AppendFile | null };

export function openJournal(path: string, fs: FileSystem): Result<JournalFile, FileError> {
  const open = (): Result<Opened, FileError> => {
    const writable = openAppend(path, fs);
    if (writable.ok) {
      const file = writable.value;
      return ok({ fd: file.fd, inode: file.inode(), file });
    }
    if (writable.error.code !== 'disk-read-only' && writable.error.code !== 'disk-permission')
      return writable;
    const readable = openRegular(path, constants.O_RDONLY, fs);
    if (!readable.ok) return readable;
    return ok({ fd: readable.value.fd, inode: readable.value.stats.ino, file: null });
  };
  const first = open();
  if (!first.ok) return first;
  let now = first.value;
  let offset = 0;
  let sample: Sample = { offset: 0, text: '' };
  const closeOf = (opened: Opened) => () => (opened.file ? opened.file.close() : fs.close(opened.fd));
  const readOnly = (): FileError => ({ code: 'disk-read-only', path, errno: 'EROFS' });

  return ok({
    get isWritable() {
      return now.file !== null;
    },
    offset: () => offset,
    size: () => fs.fstat(now.fd).size,
    look() {
      const stats = fs.lstatIfThere(path);
      if (stats === undefined) return 'missing';
      if (stats.ino !== now.inode) return 'replaced';
      if (stats.size < offset) return 'shrunk';
      return stats.size === offset ? 'same' : 'grown';
    },
    readFrom: (from) =>
      attempt(path, () => readAt(fs, now.fd, from, Math.max(0, fs.fstat(now.fd).size - from))),
    advance(to) {
      offset = to;
      sample = { offset: -1, text: '' };
    },
    sample() {
      if (sample.offset !== offset) sample = sampleAt(fs, now.fd, offset);
      return sample;
    },
    generation() {
      const head = readAt(fs, now.fd, 0, Math.min(HEAD_BYTES, fs.fstat(now.fd).size)).toString('utf8');
      const line = parseJournalLine(head.slice(0, Math.max(0, head.indexOf('\n'))));
      return line.type === 'header' ? line.generation : 0;
    },
    matches: (other) => matchesSample(fs, now.fd, other),
    append: async (data) => (now.file ? now.file.append(data) : { ok: false, error: readOnly() }),
    truncate: (length) => (now.file ? now.file.truncate(length) : { ok: false, error: readOnly() }),
    reopen() {
      const next = open();
      if (!next.ok) return next;
      const previous = now;
      now = next.value;
      offset = 0;
      return ok({ previous: previous.fd, close: closeOf(previous) });
    },
    close: () => closeOf(now)(),
  });
}
