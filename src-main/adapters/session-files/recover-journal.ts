import { constants } from 'node:fs';
import { ok, type Result } from '@domain/result';
import type { FileError } from '../fs/file-error';
import { ensureFolder } from '../fs/folders';
import { openRegular, readAt, readRegular } from '../fs/read-file';
import { fittingCheckpoint, reload, repairTail } from './catch-up';
import { readCheckpoint } from './checkpoint-read';
import { sampleAt } from './journal-file';
import { parseTail } from './journal-lines';
import { sessionLayoutOf } from './layout';
import { missingLines } from './merge-journals';
import { prepareFolder } from './prepare-folder';
import { copyWhole, restoreSessionFiles } from './replica';
import type { StoreContext } from './store-context';

/** Takes from another copy of the journal what ours lacks; a copy from before a purge has nothing to say. */
export async function mergeInto(context: StoreContext, other: Buffer): Promise<Result<number, FileError>> {
  const read = context.journal.readFrom(0);
  if (!read.ok) return read;
  const [ours, theirs] = [parseTail(read.value), parseTail(other)];
  const isEmpty = ours.consumed === 0;
  if (!isEmpty && (theirs.generation ?? 0) < (ours.generation ?? 0)) return ok(0);
  const missing = missingLines(read.value, other);
  if (missing.lines === 0) return ok(0);
  // Nobody appends behind a torn line: with the lock held its end is what a killed process left.
  if (ours.consumed < read.value.length) {
    const cut = context.journal.truncate(ours.consumed);
    if (!cut.ok) return cut;
  }
  // An empty one takes the copy byte by byte: its header and the lines we do not understand come back too.
  const data = isEmpty ? other.subarray(0, theirs.consumed) : Buffer.from(missing.text);
  const appended = await context.journal.append(data);
  if (!appended.ok) return appended;
  context.notice({ type: 'restored-from-replica', sessions: missing.sessions, lines: missing.lines });
  return ok(missing.lines);
}

/** On open: the journal is missing, or shorter than its replica, or they went different ways. */
export async function restoreFromReplica(context: StoreContext): Promise<Result<boolean, FileError>> {
  const { replica, fs } = context;
  if (replica === null || isPrefix(context, replica.journal)) return ok(false);
  const copy = readRegular(replica.journal, { fs });
  if (!copy.ok) return ok(false);
  context.behind.journalReplica = true;
  const merged = await mergeInto(context, copy.value.data);
  return merged.ok ? ok(merged.value > 0) : merged;
}

/** The usual case, told by the copy's last bytes alone. */
function isPrefix(context: StoreContext, copyPath: string): boolean {
  const { fs, journal } = context;
  const copy = openRegular(copyPath, constants.O_RDONLY, fs);
  if (!copy.ok) return true;
  const { fd, stats } = copy.value;
  try {
    return stats.size <= journal.size() && journal.matches(sampleAt(fs, fd, stats.size));
  } finally {
    fs.close(fd);
  }
}

/**
 * While open: the file under the journal's name is gone or is another one. The descriptor we hold still reads the
 * deleted file, which knows more than a replica that is some seconds behind.
 */
export async function recoverJournal(context: StoreContext): Promise<Result<void, FileError>> {
  const { fs, layout, journal } = context;
  const made = ensureFolder(layout.folder, fs);
  if (!made.ok) return made;
  const prepared = prepareFolder(context);
  if (!prepared.ok) return prepared;
  const reopened = journal.reopen();
  if (!reopened.ok) return reopened;
  const { previous, close } = reopened.value;
  const old = readAt(fs, previous, 0, fs.fstat(previous).size);
  close();
  const merged = await mergeInto(context, old);
  if (!merged.ok) return merged;
  const torn = reload(context, fittingCheckpoint(context, readCheckpoint(layout.index, fs)));
  if (!torn.ok) return torn;
  const repaired = await repairTail(context, torn.value);
  if (!repaired.ok) return repaired;
  return restoreTheRest(context);
}

export function restoreTheRest(context: StoreContext): Result<void, FileError> {
  const { fs, layout, replica, behind, memory } = context;
  const prepared = prepareFolder(context);
  if (!prepared.ok) return prepared;
  if (replica !== null && fs.lstatIfThere(layout.audit) === undefined) {
    const audit = copyWhole(replica.audit, layout.audit, fs);
    if (!audit.ok) return audit;
  }
  const files = restoreSessionFiles(context);
  if (!files.ok) return files;
  for (const id of memory.sessions.keys()) {
    if (fs.lstatIfThere(sessionLayoutOf(layout.folder, id).meta) === undefined) behind.metas.add(id);
  }
  behind.index = true;
  context.wake();
  return ok(undefined);
}
