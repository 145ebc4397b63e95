import { constants, type Stats } from 'node:fs';
import { err, ok, type Result } from '@domain/result';
import { attempt, type FileError } from './file-error';
import { type FileSystem, nodeFileSystem } from './file-system';

// O_NONBLOCK: opening a FIFO planted under our name must not hang the program. Absent on Windows.
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export type ReadFile = { readonly data: Buffer; readonly stats: Stats };

/** Opens a plain file and nothing else: a symlink, folder, FIFO or device is refused and left alone. */
export function openRegular(
  path: string,
  flags: number = READ,
  fs: FileSystem = nodeFileSystem,
): Result<{ fd: number; stats: Stats }, FileError> {
  return attempt(path, () => {
    const fd = fs.open(path, flags | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0), 0o600);
    const stats = fs.fstat(fd);
    if (!stats.isFile()) {
      fs.close(fd);
      throw Object.assign(new Error('not a regular file'), { code: 'ENXIO' });
    }
    return { fd, stats };
  });
}

export function readAt(fs: FileSystem, fd: number, from: number, length: number): Buffer {
  const data = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const count = fs.read(fd, filled === 0 ? data : data.subarray(filled), from + filled);
    if (count === 0) break;
    filled += count;
  }
  return filled === length ? data : data.subarray(0, filled);
}

/** The whole of a plain file. `maxBytes` guards against a hostile one. */
export function readRegular(
  path: string,
  options: { readonly fs?: FileSystem; readonly maxBytes?: number } = {},
): Result<ReadFile, FileError> {
  const fs = options.fs ?? nodeFileSystem;
  const opened = openRegular(path, READ, fs);
  if (!opened.ok) return opened;
  const { fd, stats } = opened.value;
  try {
    if (options.maxBytes !== undefined && stats.size > options.maxBytes) {
      return err({ code: 'disk-other', path, errno: 'EFBIG' });
    }
    return attempt(path, () => ({ data: readAt(fs, fd, 0, stats.size), stats }));
  } finally {
    fs.close(fd);
  }
}

/** `null` when there is no such file; every other trouble is an error. */
export function readTextIfThere(
  path: string,
  fs: FileSystem = nodeFileSystem,
): Result<string | null, FileError> {
  const read = readRegular(path, { fs });
  if (read.ok) return ok(read.value.data.toString('utf8'));
  return read.error.code === 'file-not-found' ? ok(null) : read;
}
