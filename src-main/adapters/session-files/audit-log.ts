import { createHash } from 'node:crypto';
import { ok, type Result } from '@domain/result';
import { type AuditChain, AuditEntry, createAuditChain } from '@domain/session/audit';
import type { SessionEvent } from '@domain/session/events';
import { openAppend } from '../fs/append-file';
import { attempt, type FileError } from '../fs/file-error';
import { readAt, readRegular } from '../fs/read-file';
import { writeAtomicNow } from '../fs/write-file';
import { parseTail } from './journal-lines';
import { isRunEvent, type StoreContext } from './store-context';

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Keeps `audit.jsonl` level with the journal. Every call but `offset` is made with the journal's lock held. */
export type AuditLog = {
  offset(): number;
  level(): Result<void, FileError>;
  /** The file was replaced (restored or rewritten): read it anew at the next `level`. */
  forget(): void;
};

export function parseAuditLine(text: string): AuditEntry | null {
  try {
    const parsed = AuditEntry.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

const linesOf = (data: Buffer): string[] => data.toString('utf8').split('\n').slice(0, -1);

export function createAuditLog(context: StoreContext, coveredTo: number): AuditLog {
  const { fs, layout } = context;
  let chain: AuditChain = createAuditChain(sha256);
  let known = coveredTo;
  let isPrimed = false;
  let generation = context.generation;
  let inode: number | null = null;

  const forget = () => {
    chain = createAuditChain(sha256);
    known = 0;
    isPrimed = false;
    inode = null;
  };

  /** The line that ends at `end`, from a window that grows until it holds it. */
  const lastLine = (fd: number, end: number): string => {
    for (let size = 16_384; ; size *= 8) {
      const window = readAt(fs, fd, Math.max(0, end - size), Math.min(end, size));
      const from = window.lastIndexOf(0x0a, window.length - 2);
      if (from !== -1 || size >= end) return window.toString('utf8', from + 1, window.length - 1);
    }
  };

  /** Takes what others appended; before that, once, the last line of what the checkpoint covered. */
  const readOn = (fd: number, size: number) => {
    if (!isPrimed && known > 0) {
      const last = parseAuditLine(lastLine(fd, known));
      if (last !== null) chain.resume(last);
      // Not the file this offset was taken from: begin at its beginning.
      else known = 0;
    }
    isPrimed = true;
    const data = readAt(fs, fd, known, size - known);
    const whole = data.lastIndexOf(0x0a) + 1;
    for (const line of linesOf(data.subarray(0, whole))) {
      const entry = parseAuditLine(line);
      if (entry !== null) chain.resume(entry);
    }
    known += whole;
    return data.length - whole;
  };

  /** A run that began before the checkpoint: its opening entry is somewhere above. */
  const recallRun = (fd: number, runId: string) => {
    const needle = `"run_id":"${runId}"`;
    const lines = linesOf(readAt(fs, fd, 0, known));
    // Entries of this very batch are in the chain already and not in the file yet: its end must stay where it is.
    for (const line of lines) {
      const entry = line.includes(needle) ? parseAuditLine(line) : null;
      if (entry !== null) chain.recall(entry);
    }
  };

  const entriesFor = (fd: number, events: readonly SessionEvent[]): string | null => {
    let text = '';
    for (const event of events) {
      if (event.type !== 'run-created' && event.type !== 'run-completed') continue;
      const runId = event.type === 'run-created' ? event.run.run_id : event.completion.run_id;
      if (event.type === 'run-completed' && chain.has(runId) === null) recallRun(fd, runId);
      const state = chain.has(runId);
      if (state === 'completed' || (event.type === 'run-created' && state === 'open')) continue;
      const entry = chain.append(event);
      if (!entry.ok) return null;
      if (entry.value !== null) text += `${JSON.stringify(entry.value)}\n`;
    }
    return text;
  };

  const rebuild = (): Result<void, FileError> => {
    const read = context.journal.readFrom(0);
    if (!read.ok) return read;
    const fresh = createAuditChain(sha256);
    const lines: string[] = [];
    for (const event of parseTail(read.value).commits.flat().filter(isRunEvent)) {
      const entry = fresh.append(event);
      if (entry.ok && entry.value !== null) lines.push(`${JSON.stringify(entry.value)}\n`);
    }
    const text = lines.join('');
    const written = writeAtomicNow(layout.audit, text, { fs });
    if (!written.ok) return written;
    if (lines.length > 0 && coveredTo > 0) context.notice({ type: 'rebuilt', file: layout.audit });
    chain = fresh;
    known = Buffer.byteLength(text);
    isPrimed = true;
    inode = null;
    return ok(undefined);
  };

  return {
    offset: () => known,
    forget,
    level() {
      // Another process purged: journal and audit log were rewritten together.
      if (context.generation !== generation) forget();
      generation = context.generation;
      const stats = fs.lstatIfThere(layout.audit);
      // It was replaced without that: whoever rewrote it was killed before the journal's turn.
      if (inode !== null && stats !== undefined && stats.ino !== inode) forget();
      if (stats === undefined || stats.size < known) {
        if (stats === undefined && known === 0 && context.behind.runs.length === 0) return ok(undefined);
        const rebuilt = rebuild();
        if (rebuilt.ok) context.behind.runs = [];
        return rebuilt;
      }
      if (context.behind.runs.length === 0) return ok(undefined);
      const opened = openAppend(layout.audit, fs);
      if (!opened.ok) return opened;
      const file = opened.value;
      inode = file.inode();
      try {
        return levelOpen(
          file.fd,
          file.size(),
          (text) => file.appendLazily(text),
          (length) => file.truncate(length),
        );
      } finally {
        file.close();
      }
    },
  };

  function levelOpen(
    fd: number,
    size: number,
    append: (data: Buffer) => Result<void, FileError>,
    truncate: (length: number) => Result<void, FileError>,
  ): Result<void, FileError> {
    const torn = attempt(layout.audit, () => readOn(fd, size));
    if (!torn.ok) return torn;
    if (torn.value > 0) {
      const cut = truncate(known);
      if (!cut.ok) return cut;
    }
    const text = entriesFor(fd, context.behind.runs);
    if (text === null) {
      const rebuilt = rebuild();
      if (rebuilt.ok) context.behind.runs = [];
      return rebuilt;
    }
    const data = Buffer.from(text);
    const written = append(data);
    if (!written.ok) {
      // The chain in memory is ahead of the file now: start over from the file.
      chain = createAuditChain(sha256);
      isPrimed = false;
      return written;
    }
    known += data.length;
    context.behind.runs = [];
    return ok(undefined);
  }
}

/** All entries that mention a session, or of every session; oldest first. */
export function readAuditOf(
  context: StoreContext,
  sessionId: string | null,
): Result<AuditEntry[], FileError> {
  const read = readRegular(context.layout.audit, { fs: context.fs });
  if (!read.ok) return read.error.code === 'file-not-found' ? ok([]) : read;
  const { data } = read.value;
  if (sessionId === null) return ok(linesOf(data).flatMap((line) => parseAuditLine(line) ?? []));
  const entries: AuditEntry[] = [];
  const needle = Buffer.from(sessionId);
  for (let hit = data.indexOf(needle); hit !== -1; ) {
    const from = data.lastIndexOf(0x0a, hit) + 1;
    const end = data.indexOf(0x0a, hit);
    if (end === -1) break;
    const entry = parseAuditLine(data.toString('utf8', from, end));
    if (entry?.run?.session_id === sessionId) entries.push(entry);
    hit = data.indexOf(needle, end);
  }
  return ok(entries);
}
