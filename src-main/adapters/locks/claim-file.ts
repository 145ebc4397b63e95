import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { join } from 'node:path';
import { ok, type Result } from '@domain/result';
import { LockOwner } from '@domain/session/errors';
import { attempt, type FileError } from '../fs/file-error';
import type { FileSystem } from '../fs/file-system';
import { ensureFolder, removeIfThere } from '../fs/folders';
import { readRegular } from '../fs/read-file';
import { writeAll } from '../fs/write-file';
import type { ProcessTable } from './process-identity';

/** What a lock file says. `nonce` tells apart two keepers of one process; it never comes twice. */
export type LockRecord = LockOwner & { readonly nonce: string };
export type FoundLock = { readonly record: LockRecord | null; readonly mtimeMs: number };

export const CLAIM_PREFIX = 'claim-';
const MAX_BYTES = 16_384;

export function readLock(path: string, fs: FileSystem): Result<FoundLock, FileError> {
  const read = readRegular(path, { fs, maxBytes: MAX_BYTES });
  if (!read.ok) return read;
  const { data, stats } = read.value;
  return ok({ record: parseRecord(data.toString('utf8')), mtimeMs: stats.mtimeMs });
}

function parseRecord(text: string): LockRecord | null {
  try {
    const parsed = LockOwner.safeParse(JSON.parse(text));
    return parsed.success && typeof parsed.data['nonce'] === 'string' ? (parsed.data as LockRecord) : null;
  } catch {
    return null;
  }
}

export type Claim = { readonly path: string; readonly record: LockRecord };

/**
 * Each keeper writes one claim file; taking a lock is a hard link to it. So a lock file is complete from its first
 * moment, taking one writes no data, and one touch of the claim is the heartbeat of all locks held.
 */
export function writeClaim(
  folder: string,
  table: ProcessTable,
  now: () => Date,
  fs: FileSystem,
): Result<Claim, FileError> {
  const made = ensureFolder(folder, fs);
  if (!made.ok) return made;
  const nonce = randomBytes(9).toString('hex');
  const record: LockRecord = { ...table.self(), since: now().toISOString(), nonce };
  const path = join(folder, `${CLAIM_PREFIX}${record.pid}-${nonce}`);
  return attempt(path, () => {
    const fd = fs.open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
    try {
      writeAll(fs, fd, Buffer.from(`${JSON.stringify({ version: 1, ...record })}\n`));
      return { path, record };
    } catch (problem) {
      removeIfThere(path, fs);
      throw problem;
    } finally {
      fs.close(fd);
    }
  });
}
