import { err, ok, type Result } from '@domain/result';
import type { Locked, SessionFolderStrange, StoreError, StoreUnavailable } from '@domain/session/errors';
import type { FileError } from '../fs/file-error';
import type { FileSystem } from '../fs/file-system';
import type { LockBusy } from '../locks/lock-keeper';

const REASONS: Partial<Record<FileError['code'], StoreUnavailable['reason']>> = {
  'disk-full': 'disk-full',
  'disk-read-only': 'read-only',
  'disk-permission': 'permission',
};

/** In the words of the domain. What the disk said exactly goes to the log by its code. */
export function toStoreError(problem: FileError | LockBusy, what: string): StoreError {
  if (problem.code === 'lock-busy') return { code: 'locked', what, owner: problem.owner } satisfies Locked;
  if (problem.code === 'file-is-symlink') return strange(problem.path, 'symlink');
  if (problem.code === 'file-not-regular') return strange(problem.path, 'other');
  return { code: 'store-unavailable', reason: REASONS[problem.code] ?? 'io', path: problem.path };
}

export const storeClosed: StoreUnavailable = { code: 'store-unavailable', reason: 'closed' };

function strange(path: string, found: SessionFolderStrange['found']): SessionFolderStrange {
  return { code: 'session-folder-strange', path, found };
}

/** A folder of ours is a real folder, or not there yet. */
export function checkSessionFolder(
  path: string,
  fs: FileSystem,
): Result<'there' | 'absent', SessionFolderStrange> {
  const stats = fs.lstatIfThere(path);
  if (stats === undefined) return ok('absent');
  if (stats.isDirectory()) return ok('there');
  if (stats.isSymbolicLink()) return err(strange(path, 'symlink'));
  return err(strange(path, stats.isFile() ? 'file' : 'other'));
}
