import type { SessionRecord } from '@domain/history/describe-session';
import { filterText } from '@domain/privacy/filter-text';
import { createTally } from '@domain/transcript/session-tally';
import { type PackedTally, unpackTally } from '@domain/transcript/tally-bytes';
import type { TranscriptBytes } from '../../ports/transcript-pages';
import type {
  FileMark,
  ScanJob,
  ScanRun,
  ScanSlice,
  SessionNotes,
  TranscriptScanner,
} from '../../ports/transcripts';
import { createGlimpses, filterNotes } from './glimpse';
import { createTextPacker } from './pack-texts';
import { openFile, tailHashOf } from './read-lines';
import { createSessionScanner, type PlainText, type ScannedText, type SessionScanner } from './scan-session';

/** What one slice holds at most: bytes read, and bytes of text that wait to be written. */
const SLICE_BYTES = 16 * 1024 * 1024;
const SLICE_TEXT_BYTES = 2 * 1024 * 1024;
/** Read at once, since only between two reads is looked at how much text there is. */
const STEP_BYTES = 2 * 1024 * 1024;

/** Our copy of a session's file; null: there is none. */
export type CopyOf = (sessionId: string, path: string) => TranscriptBytes | null;
const noCopy: CopyOf = () => null;
export type Describe = (tally: PackedTally, notes: SessionNotes, files: readonly FileMark[]) => SessionRecord;

/** Reads in the thread it is called in: a worker's, or that of a command which has nothing else to do. */
export function createInlineScanner(
  copyOf: CopyOf = noCopy,
  scanner: SessionScanner = createSessionScanner(),
): TranscriptScanner {
  return {
    open: (job) => openRun(job, scanner, copyOf),
    glimpse: createGlimpses(),
    width: 1,
    prepare: () => {},
    rest: async () => {},
    close: async () => {},
  };
}

function openRun(job: ScanJob, scanner: SessionScanner, copyOf: CopyOf): ScanRun {
  const next = createSlicer(job, scanner, copyOf);
  return { next: async () => next(), close: () => {} };
}

/** The same without promises: each call gives the next slice. */
export function createSlicer(
  job: ScanJob,
  scanner: SessionScanner,
  copyOf: CopyOf = noCopy,
  describe?: Describe,
): () => ScanSlice {
  const open = (path: string): TranscriptBytes => {
    try {
      return openFile(path);
    } catch (error) {
      // Claude has deleted it: then we read what we kept.
      const copy = codeOf(error) === 'ENOENT' ? copyOf(job.sessionId, path) : null;
      if (copy === null) throw error;
      return copy;
    }
  };
  const tally = job.known === null ? createTally() : unpackTally(job.known.tally);
  const notes = job.known === null ? {} : { ...job.known.notes };
  const { isFull = false } = job;
  const marks: FileMark[] = [];
  const failed: { path: string; error: string }[] = [];
  const texts = createTextPacker();
  let file = 0;
  let offset: number | null = null;
  /** The file as the last step left it. */
  let left: Tail | null = null;
  let tailHash = NO_TAIL;
  let isStill = true;

  const onText = ({ role, text, atMs, uuid }: ScannedText) => {
    // Before it leaves this thread, and so before anybody can write it down.
    texts.add(role, filterText(text, 'shapes').text, atMs, uuid);
  };

  const onPlain = ({ role, bytes: text, atMs, uuid }: PlainText) => texts.addBytes(role, text, atMs, uuid);

  const onEnd = (read: TranscriptBytes, at: number) => {
    tailHash = tailHashOf(read, at);
    isStill = read.isStill?.() ?? true;
  };

  /** Null: the file is done. */
  const readOn = (path: string, mark: FileMark | null, room: number): ScanSlice | null => {
    try {
      if (offset === null) {
        offset = mark?.offset ?? 0;
        if (mark !== null && tailOf(open, path, mark.offset).tailHash !== mark.tailHash)
          return { type: 'changed', path };
      } else if (left !== null && !isSameFile(left, tailOf(open, path, offset)))
        return { type: 'changed', path };
      const scanned = scanner.scanFile(
        path,
        offset,
        { tally, isKept: true, notes, onText, onPlain, onEnd, open, isFull },
        room,
      );
      bytes += scanned.read;
      if (scanned.disagreed > 0) return { type: 'disagreed', path, lines: scanned.disagreed };
      offset = scanned.offset;
      const { size, mtimeMs, inode, openTail } = scanned;
      // Shorter than we have read already, or another one: it was cut or replaced meanwhile.
      if (size < offset || (left !== null && left.inode !== inode)) return { type: 'changed', path };
      if (!scanned.isEnd) {
        left = { tailHash, inode };
        return null;
      }
      // Written while we looked: what stands there now may not be what was read, so the next look begins anew. Another file
      // in its place shows then too, by its inode.
      const known = isStill ? tailHash : NO_TAIL;
      marks.push({ path, size, mtimeMs, inode, offset, openTail, tailHash: known });
    } catch (error) {
      failed.push({ path, error: codeOf(error) });
    }
    file += 1;
    offset = null;
    left = null;
    return null;
  };

  let bytes = 0;
  return () => {
    bytes = 0;
    for (let each = job.files[file]; each !== undefined; each = job.files[file]) {
      const changed = readOn(each.path, each.mark, STEP_BYTES);
      if (changed !== null) return changed;
      if (file < job.files.length && (bytes >= SLICE_BYTES || texts.length >= SLICE_TEXT_BYTES))
        return { type: 'texts', texts: texts.take(), bytes };
    }
    const told = filterNotes(notes);
    const packed = scanner.pack(tally);
    const described = job.known === null ? describe?.(packed, told, marks) : undefined;
    return {
      type: 'done',
      texts: texts.take(),
      bytes,
      tally: packed,
      notes: told,
      ...(described === undefined ? {} : { described }),
      marks,
      failed,
    };
  };
}

type Tail = { readonly tailHash: number; readonly inode: number };
/** No bytes have this sum. */
const NO_TAIL = -1;

function tailOf(open: (path: string) => TranscriptBytes, path: string, offset: number): Tail {
  const file = open(path);
  try {
    return { tailHash: tailHashOf(file, offset), inode: file.inode };
  } finally {
    file.close();
  }
}

/** Grown at most. */
function isSameFile(before: Tail, now: Tail): boolean {
  return before.inode === now.inode && before.tailHash === now.tailHash;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
