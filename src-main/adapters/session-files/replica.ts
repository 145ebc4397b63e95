import { constants } from 'node:fs';
import { dirname } from 'node:path';
import { ok, type Result } from '@domain/result';
import { openAppend } from '../fs/append-file';
import { attempt, type FileError } from '../fs/file-error';
import type { FileSystem } from '../fs/file-system';
import { ensureFolder, removeIfThere } from '../fs/folders';
import { openRegular, readAt, readRegular } from '../fs/read-file';
import { writeAtomicNow } from '../fs/write-file';
import { matchesSample, sampleAt } from './journal-file';
import { isSessionFolderName, type SessionLayout, sessionLayoutOf } from './layout';
import { encodeMeta } from './meta-files';
import type { StoreContext } from './store-context';
import { checkSessionFolder } from './store-errors';

const PIECE_BYTES = 1 << 20;

/** Brings a copy of a growing file level: only what is new, unless the two do not agree where the copy ends. */
export function copyGrowth(from: string, to: string, fs: FileSystem): Result<void, FileError> {
  const source = openRegular(from, constants.O_RDONLY, fs);
  if (!source.ok) return source.error.code === 'file-not-found' ? removeIfThere(to, fs) : source;
  try {
    const { fd, stats } = source.value;
    const made = ensureFolder(dirname(to), fs);
    if (!made.ok) return made;
    const opened = openAppend(to, fs);
    if (!opened.ok) return opened;
    const copy = opened.value;
    try {
      const has = copy.size();
      const agrees = has <= stats.size && matchesSample(fs, fd, sampleAt(fs, copy.fd, has));
      if (!agrees) return writeAtomicNow(to, readAt(fs, fd, 0, stats.size), { fs });
      for (let at = has; at < stats.size; at += PIECE_BYTES) {
        const piece = readAt(fs, fd, at, Math.min(PIECE_BYTES, stats.size - at));
        const written = copy.appendLazily(piece);
        if (!written.ok) return written;
      }
      return ok(undefined);
    } finally {
      copy.close();
    }
  } finally {
    fs.close(source.value.fd);
  }
}

export function copyWhole(from: string, to: string, fs: FileSystem): Result<boolean, FileError> {
  const read = readRegular(from, { fs });
  if (!read.ok) return read.error.code === 'file-not-found' ? ok(false) : read;
  const made = ensureFolder(dirname(to), fs);
  if (!made.ok) return made;
  const written = writeAtomicNow(to, read.value.data, { fs });
  return written.ok ? ok(true) : written;
}

/** With the lock held: journal, audit and the files of changed sessions. */
export function levelReplica(context: StoreContext): Result<void, FileError> {
  const { fs, layout, replica, behind } = context;
  if (replica === null) return ok(undefined);
  if (behind.journalReplica) {
    const journal = copyGrowth(layout.journal, replica.journal, fs);
    if (!journal.ok) return journal;
    const audit = copyGrowth(layout.audit, replica.audit, fs);
    if (!audit.ok) return audit;
    behind.journalReplica = false;
  }
  for (const id of behind.replica) {
    const session = context.memory.sessions.get(id);
    const [own, copy] = [sessionLayoutOf(layout.folder, id), sessionLayoutOf(replica.folder, id)];
    const levelled =
      session === undefined ? dropCopy(copy, fs) : copySession(own, copy, encodeMeta(session), fs);
    if (!levelled.ok) return levelled;
    behind.replica.delete(id);
  }
  return ok(undefined);
}

function dropCopy(copy: SessionLayout, fs: FileSystem): Result<void, FileError> {
  return attempt(copy.folder, () => fs.removeTree(copy.folder));
}

function copySession(
  own: SessionLayout,
  copy: SessionLayout,
  meta: string,
  fs: FileSystem,
): Result<void, FileError> {
  // What is gone here may have been deleted with the folder, and is then wanted back: the replica keeps it.
  if (fs.lstatIfThere(own.messages) !== undefined) {
    const messages = copyGrowth(own.messages, copy.messages, fs);
    if (!messages.ok) return messages;
  }
  for (const [from, to] of [
    [own.context, copy.context],
    [own.summary, copy.summary],
  ] as const) {
    if (fs.lstatIfThere(from) === undefined) continue;
    const copied = copyWhole(from, to, fs);
    if (!copied.ok) return copied;
  }
  const made = fs.lstatIfThere(copy.folder) === undefined ? ensureFolder(copy.folder, fs) : ok(undefined);
  return made.ok ? writeAtomicNow(copy.meta, meta, { fs }) : made;
}

/** Puts back session files that are missing here and kept there. Existing ones are never touched. */
export function restoreSessionFiles(context: StoreContext): Result<void, FileError> {
  const { fs, layout, replica, memory } = context;
  if (replica === null) return ok(undefined);
  const known = new Set<string>(memory.sessions.keys());
  const listed = attempt(replica.folder, () => fs.list(replica.folder));
  for (const name of listed.ok ? listed.value.filter(isSessionFolderName) : []) {
    if (!known.has(name)) continue;
    const [own, copy] = [sessionLayoutOf(layout.folder, name), sessionLayoutOf(replica.folder, name)];
    if (!checkSessionFolder(own.folder, fs).ok) continue;
    for (const file of ['messages', 'context', 'summary'] as const) {
      if (fs.lstatIfThere(own[file]) !== undefined) continue;
      const copied = copyWhole(copy[file], own[file], fs);
      if (!copied.ok) return copied;
    }
  }
  return ok(undefined);
}
