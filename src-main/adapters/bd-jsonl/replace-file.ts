import { randomBytes } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { err, ok, type Result } from '@domain/result';
import { attempt, attemptAsync, type FileError } from '../fs/file-error';
import type { FileSystem } from '../fs/file-system';
import { removeIfThere } from '../fs/folders';
import { syncFolder, writeAll } from '../fs/write-file';

const FRESH = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
/** bd writes issues.jsonl for everybody who may read the repository. */
const NEW_FILE_MODE = 0o644;

/** Equal for the same bytes in the same file; a rename keeps it. */
export type Signature = string;
export const NO_FILE: Signature = 'none';

export function signatureOf(stats: Stats | undefined): Signature {
  return stats === undefined ? NO_FILE : `${stats.ino}:${stats.size}:${stats.mtimeMs}`;
}

// bd's own pattern for half-written files; it must not end in `.jsonl`, which bd could take for data.
const tempPrefix = (path: string) => `.~${basename(path)}.console-`;

export type Replaced =
  | { readonly type: 'replaced'; readonly signature: Signature }
  | { readonly type: 'changed-meanwhile' };

export type Replacement = {
  readonly path: string;
  readonly bytes: Buffer;
  readonly expected: Signature;
  readonly fs: FileSystem;
  readonly onPlaced?: ((signature: Signature) => void) | undefined;
};

/**
 * The old file or the new one, never a part. Whoever writes without our lock (bd, an editor) is noticed up to the rename:
 * the file must still be the one that was read.
 */
export async function replaceFile(replacement: Replacement): Promise<Result<Replaced, FileError>> {
  const { path, bytes, expected, fs } = replacement;
  const found = attempt(path, () => fs.lstatIfThere(path));
  if (!found.ok) return found;
  const mode = found.value === undefined ? NEW_FILE_MODE : found.value.mode & 0o777;
  const temp = join(dirname(path), `${tempPrefix(path)}${process.pid}-${randomBytes(6).toString('hex')}`);
  const written = await writeTemp(temp, bytes, mode, fs);
  const placed = written.ok ? place(temp, path, expected, fs) : written;
  if (!placed.ok || !written.ok || placed.value === 'changed-meanwhile') {
    removeIfThere(temp, fs);
    return placed.ok ? ok({ type: 'changed-meanwhile' }) : placed;
  }
  replacement.onPlaced?.(written.value);
  const synced = await syncFolder(dirname(path), fs);
  return synced.ok ? ok({ type: 'replaced', signature: written.value }) : synced;
}

async function writeTemp(
  temp: string,
  bytes: Buffer,
  mode: number,
  fs: FileSystem,
): Promise<Result<Signature, FileError>> {
  const opened = attempt(temp, () => fs.open(temp, FRESH, mode));
  if (!opened.ok) return opened;
  const fd = opened.value;
  try {
    const written = attempt(temp, () => writeAll(fs, fd, bytes));
    const synced = written.ok ? await attemptAsync(temp, () => fs.fsync(fd)) : written;
    return synced.ok ? attempt(temp, () => signatureOf(fs.fstat(fd))) : err(synced.error);
  } finally {
    fs.close(fd);
  }
}

/** Looking and renaming follow each other without a pause in between. */
function place(
  temp: string,
  path: string,
  expected: Signature,
  fs: FileSystem,
): Result<'replaced' | 'changed-meanwhile', FileError> {
  return attempt(path, () => {
    if (signatureOf(fs.lstatIfThere(path)) !== expected) return 'changed-meanwhile';
    fs.rename(temp, path);
    return 'replaced';
  });
}

/** What a killed writer left. Only under the lock: then no writer of ours is at work. */
export function sweepLeftovers(path: string, fs: FileSystem): void {
  const listed = attempt(dirname(path), () => fs.list(dirname(path)));
  if (!listed.ok) return;
  for (const name of listed.value)
    if (name.startsWith(tempPrefix(path))) removeIfThere(join(dirname(path), name), fs);
}
