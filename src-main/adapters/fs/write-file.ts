import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { dirname } from 'node:path';
import { err, ok, type Result } from '@domain/result';
import { attempt, attemptAsync, type FileError } from './file-error';
import { type FileSystem, nodeFileSystem } from './file-system';

const FRESH = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

/** Names of half-written files; whoever sweeps a folder of ours after a crash may remove them. */
export const TEMP_SUFFIX = '.tmp~';
export const isTempName = (name: string): boolean => name.endsWith(TEMP_SUFFIX);
const tempName = (path: string) => `${path}.${process.pid}.${randomBytes(6).toString('hex')}${TEMP_SUFFIX}`;

export function writeAll(fs: FileSystem, fd: number, data: Buffer): void {
  let from = 0;
  while (from < data.length) from += fs.write(fd, data, from);
}

export type WriteOptions = {
  readonly fs?: FileSystem;
  /** Default. `false` only for what can be rebuilt from another file. */
  readonly durable?: boolean;
  readonly mode?: number;
};

/** Readers see the old file or the new one, never a part: temp file beside it, fsync, rename, fsync of the folder. */
export async function writeAtomic(
  path: string,
  data: string | Buffer,
  options: WriteOptions = {},
): Promise<Result<void, FileError>> {
  const { fs = nodeFileSystem, durable = true } = options;
  const temp = tempName(path);
  const written = writeTemp(temp, data, options);
  if (!written.ok) return written;
  const fd = written.value;
  const synced = durable ? await attemptAsync(path, () => fs.fsync(fd)) : ok(undefined);
  fs.close(fd);
  const placed = synced.ok ? attempt(path, () => fs.rename(temp, path)) : synced;
  if (!placed.ok) {
    attempt(temp, () => fs.unlink(temp));
    return placed;
  }
  return durable ? syncFolder(dirname(path), fs) : ok(undefined);
}

/** The same at once, for exit paths and for derived files: not durable by itself, the order of the journal decides. */
export function writeAtomicNow(
  path: string,
  data: string | Buffer | Iterable<string | Buffer>,
  options: WriteOptions = {},
): Result<void, FileError> {
  const { fs = nodeFileSystem, durable = false } = options;
  const temp = tempName(path);
  const written = writeTemp(temp, data, options);
  if (!written.ok) return written;
  const fd = written.value;
  const synced = durable ? attempt(path, () => fs.fsyncNow(fd)) : ok(undefined);
  fs.close(fd);
  const placed = synced.ok ? attempt(path, () => fs.rename(temp, path)) : synced;
  if (!placed.ok) attempt(temp, () => fs.unlink(temp));
  return placed;
}

type Content = string | Buffer | Iterable<string | Buffer>;

/** Piece by piece, so that a file of many megabytes is never in memory a second time. */
function* piecesOf(data: Content): Generator<Buffer> {
  if (Buffer.isBuffer(data)) yield data;
  else if (typeof data === 'string') yield Buffer.from(data);
  else for (const piece of data) yield typeof piece === 'string' ? Buffer.from(piece) : piece;
}

function writeTemp(temp: string, data: Content, options: WriteOptions): Result<number, FileError> {
  const { fs = nodeFileSystem, mode = 0o600 } = options;
  const opened = attempt(temp, () => fs.open(temp, FRESH, mode));
  if (!opened.ok) return opened;
  const fd = opened.value;
  const written = attempt(temp, () => {
    for (const piece of piecesOf(data)) writeAll(fs, fd, piece);
  });
  if (written.ok) return ok(fd);
  fs.close(fd);
  attempt(temp, () => fs.unlink(temp));
  return err(written.error);
}

export async function syncFolder(
  path: string,
  fs: FileSystem = nodeFileSystem,
): Promise<Result<void, FileError>> {
  // Windows cannot open a folder; a rename is durable there with the file's own flush.
  if (process.platform === 'win32') return ok(undefined);
  const opened = attempt(path, () => fs.open(path, constants.O_RDONLY));
  if (!opened.ok) return opened;
  const synced = await attemptAsync(path, () => fs.fsync(opened.value));
  fs.close(opened.value);
  return synced;
}
