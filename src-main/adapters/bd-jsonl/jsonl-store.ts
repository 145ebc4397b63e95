import { constants } from 'node:fs';
import { join } from 'node:path';
import type { BeadError } from '@domain/bead/errors';
import { err, ok, type Result } from '@domain/result';
import { attempt, type FileError } from '../fs/file-error';
import type { FileSystem } from '../fs/file-system';
import { ensureFolder } from '../fs/folders';
import { openRegular, readAt } from '../fs/read-file';
import { acquireWithin } from '../locks/acquire-within';
import { createLockKeeper, type HeldLock, type LockBusy, type LockKeeper } from '../locks/lock-keeper';
import { type JsonlLines, NO_LINES, readJsonl } from './jsonl-lines';
import { NO_FILE, replaceFile, type Signature, signatureOf, sweepLeftovers } from './replace-file';

const LOCK_NAME = 'issues-jsonl';
const LOCK_PATIENCE_MS = 15_000;
const MAX_ROUNDS = 50;

/*
 * One file of beads.
 * J1  An edit sees the file as it is under the lock, and what it decides is written before anyone else decides.
 * J2  Somebody who writes without our lock is never overwritten: the edit is decided again on what he wrote.
 * J3  Whoever reads, also after kill -9, finds the old file or the new one.
 */
export type JsonlStore = {
  /** The same object as before when the file did not change. */
  read(): Result<JsonlLines, BeadError>;
  signature(): Signature;
  exists(): boolean;
  edit(decide: DecideBytes): Promise<Result<JsonlLines, BeadError>>;
  close(): void;
};
/** Null: nothing to write. */
export type DecideBytes = (file: JsonlLines) => Result<Buffer | null, BeadError>;

export type JsonlStoreOptions = {
  readonly beadsDir: string;
  readonly fileName: string;
  readonly fs: FileSystem;
  /** Called in the same breath as the rename, before anybody else can write. */
  readonly onWritten?: (signature: Signature) => void;
};

export function unreadable(error: FileError): BeadError {
  return { code: 'tracker-unreadable', path: error.path, cause: error.errno };
}

/** A disk that refuses is no broken file: the beads are readable, and the reason is said. */
export function unwritable(error: FileError): BeadError {
  if (error.code === 'disk-read-only' || error.code === 'disk-permission')
    return { code: 'tracker-read-only', reason: 'not-writable', install_command: null };
  const why = error.code === 'disk-full' ? 'the disk is full' : 'the disk refused';
  const words = `${error.path} was not written: ${why} (${error.errno})`;
  return { code: 'tracker-refused', command: 'write', exit_code: null, words };
}

export function createJsonlStore(options: JsonlStoreOptions): JsonlStore {
  const { beadsDir, fileName, fs } = options;
  const path = join(beadsDir, fileName);
  let known: { readonly lines: JsonlLines; readonly signature: Signature } = {
    lines: NO_LINES,
    signature: NO_FILE,
  };
  let keeper: LockKeeper | null = null;
  let hasSwept = false;
  let waiting = 0;
  let turn: Promise<unknown> = Promise.resolve();

  const signature = (): Signature => {
    const found = attempt(path, () => fs.lstatIfThere(path));
    return found.ok ? signatureOf(found.value) : NO_FILE;
  };

  const read = (): Result<JsonlLines, BeadError> => {
    if (known.signature !== NO_FILE && signature() === known.signature) return ok(known.lines);
    const opened = openRegular(path, constants.O_RDONLY, fs);
    if (!opened.ok && opened.error.code === 'file-not-found') {
      known = { lines: NO_LINES, signature: NO_FILE };
      return ok(NO_LINES);
    }
    if (!opened.ok) return err(unreadable(opened.error));
    const { fd, stats } = opened.value;
    try {
      const bytes = attempt(path, () => readAt(fs, fd, 0, stats.size));
      if (!bytes.ok) return err(unreadable(bytes.error));
      known = { lines: readJsonl(bytes.value, known.lines), signature: signatureOf(stats) };
      return ok(known.lines);
    } finally {
      fs.close(fd);
    }
  };

  const decideAndWrite = async (decide: DecideBytes): Promise<Result<JsonlLines, BeadError>> => {
    sweepLeftovers(path, fs);
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const file = read();
      if (!file.ok) return file;
      const seen = known.signature;
      const decided = decide(file.value);
      if (!decided.ok) return decided;
      if (decided.value === null) return file;
      const replaced = await replaceFile({
        path,
        bytes: decided.value,
        expected: seen,
        fs,
        onPlaced: options.onWritten,
      });
      if (!replaced.ok) return err(unwritable(replaced.error));
      if (replaced.value.type === 'changed-meanwhile') continue;
      known = { lines: readJsonl(decided.value, file.value), signature: replaced.value.signature };
      return ok(known.lines);
    }
    return err({ code: 'tracker-locked', words: `${fileName} changes faster than it can be edited` });
  };

  const openKeeper = (folder: string): LockKeeper => {
    const fresh = createLockKeeper({ folder, fs });
    if (!hasSwept) fresh.sweep();
    hasSwept = true;
    return fresh;
  };
  const takeLock = async (folder: string): Promise<Result<HeldLock, LockBusy | FileError>> => {
    for (let round = 0; ; round += 1) {
      keeper ??= openKeeper(folder);
      const held = await acquireWithin(keeper, LOCK_NAME, LOCK_PATIENCE_MS);
      // Another process that leaves takes the empty folder with it, perhaps just before we enter it.
      const isGone = !held.ok && held.error.code === 'file-not-found';
      if (!isGone || round >= MAX_ROUNDS) return held;
    }
  };

  const underLock = async (decide: DecideBytes): Promise<Result<JsonlLines, BeadError>> => {
    const folder = lockFolder(beadsDir, fs);
    if (!folder.ok) return err(unwritable(folder.error));
    const held = await takeLock(folder.value);
    if (!held.ok) {
      if (held.error.code !== 'lock-busy') return err(unwritable(held.error));
      const { host, pid } = held.error.owner;
      return err({
        code: 'tracker-locked',
        words: `${fileName} is being written by process ${pid} on ${host}`,
      });
    }
    try {
      return await decideAndWrite(decide);
    } finally {
      held.value.release();
    }
  };
  const closeKeeper = () => {
    keeper?.close();
    keeper = null;
  };

  return {
    read,
    signature,
    exists: () => signature() !== NO_FILE,
    edit(decide) {
      waiting += 1;
      const mine = turn
        .then(() => underLock(decide))
        .finally(() => {
          waiting -= 1;
          // A command line ends without saying so: nothing of ours stays behind between edits.
          if (waiting === 0) closeKeeper();
        });
      turn = mine.catch(() => undefined);
      return mine;
    },
    close: closeKeeper,
  };
}

/** Beside our sessions: the one folder of ours that git never sees, also where bd's own ignore list knows no locks. */
function lockFolder(beadsDir: string, fs: FileSystem): Result<string, FileError> {
  const ours = join(beadsDir, 'sessions');
  const made = ensureFolder(ours, fs);
  if (!made.ok) return made;
  const ignore = join(ours, '.gitignore');
  const kept = attempt(ignore, () => {
    if (fs.lstatIfThere(ignore) !== undefined) return;
    const fd = fs.open(ignore, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
    fs.write(fd, Buffer.from('*\n'), 0);
    fs.close(fd);
  });
  if (!kept.ok && kept.error.code !== 'file-exists') return kept;
  return ok(join(ours, '.locks'));
}
