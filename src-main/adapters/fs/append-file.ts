import { constants } from 'node:fs';
import { err, ok, type Result } from '@domain/result';
import { attempt, attemptAsync, type FileError } from './file-error';
import { type FileSystem, nodeFileSystem } from './file-system';
import { openRegular } from './read-file';
import { writeAll } from './write-file';

/*
 * A file that only grows.
 * A1  `append` resolved ok: the bytes are on the disk.
 * A2  `append` failed: the file is as long as before it, or `damaged` is true and no further append is accepted.
 * A3  A symlink or anything but a plain file is never opened.
 */
export type AppendFile = {
  readonly path: string;
  readonly fd: number;
  size(): number;
  inode(): number;
  isDamaged(): boolean;
  append(data: Buffer): Promise<Result<void, FileError>>;
  /** Written but not forced to the device. */
  appendLazily(data: Buffer): Result<void, FileError>;
  sync(): Promise<Result<void, FileError>>;
  truncate(length: number): Result<void, FileError>;
  close(): void;
};

/**
 * A disk this quick is waited for in place: the trip through the thread pool would cost more than the call. One that
 * was slower the last time is waited for without holding the program up, and so is every call after this much
 * standing still: a thousand appends in a row must not keep the program from everything else.
 */
const QUICK_MS = 2;
const MOST_STILL_MS = 8;

const FLAGS = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT;

export function openAppend(path: string, fs: FileSystem = nodeFileSystem): Result<AppendFile, FileError> {
  const opened = openRegular(path, FLAGS, fs);
  if (!opened.ok) return opened;
  const { fd, stats } = opened.value;
  let isDamaged = false;
  let isOpen = true;
  let lastSyncMs = Number.POSITIVE_INFINITY;
  let stillMs = 0;

  const size = () => fs.fstat(fd).size;
  const undo = (length: number): void => {
    const undone = attempt(path, () => fs.truncate(fd, length));
    if (!undone.ok) isDamaged = true;
  };
  const put = (data: Buffer): Result<number, FileError> => {
    if (isDamaged) return err({ code: 'disk-io', path, errno: 'EIO' });
    const before = attempt(path, size);
    if (!before.ok) return before;
    const written = attempt(path, () => writeAll(fs, fd, data));
    if (written.ok) return before;
    undo(before.value);
    return written;
  };

  const force = async (): Promise<Result<void, FileError>> => {
    const begun = performance.now();
    const isInPlace = lastSyncMs < QUICK_MS && stillMs < MOST_STILL_MS;
    const forced = isInPlace
      ? attempt(path, () => fs.fdatasyncNow(fd))
      : await attemptAsync(path, () => fs.fdatasync(fd));
    lastSyncMs = performance.now() - begun;
    stillMs = isInPlace ? stillMs + lastSyncMs : 0;
    return forced;
  };

  return ok({
    path,
    fd,
    size,
    inode: () => stats.ino,
    isDamaged: () => isDamaged,
    async append(data) {
      const before = put(data);
      if (!before.ok) return before;
      const synced = await force();
      // After a failed fsync nobody knows which pages reached the disk: take the bytes back rather than guess.
      if (!synced.ok) undo(before.value);
      return synced;
    },
    appendLazily(data) {
      const before = put(data);
      return before.ok ? ok(undefined) : before;
    },
    sync: force,
    truncate: (length) => attempt(path, () => fs.truncate(fd, length)),
    close() {
      if (!isOpen) return;
      isOpen = false;
      fs.close(fd);
    },
  });
}
