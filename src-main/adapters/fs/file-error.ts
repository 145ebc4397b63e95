import { err, ok, type Result } from '@domain/result';

/** What the disk can answer. `errno` is the system's own name for it, for the log. */
export type FileErrorCode =
  | 'disk-full'
  | 'disk-read-only'
  | 'disk-permission'
  | 'disk-io'
  | 'file-not-found'
  | 'file-exists'
  | 'file-is-symlink'
  | 'file-not-regular'
  | 'too-many-files'
  | 'disk-other';

export type FileError = { readonly code: FileErrorCode; readonly path: string; readonly errno: string };

const CODES: Readonly<Record<string, FileErrorCode>> = {
  ENOSPC: 'disk-full',
  EDQUOT: 'disk-full',
  EFBIG: 'disk-full',
  EROFS: 'disk-read-only',
  EACCES: 'disk-permission',
  EPERM: 'disk-permission',
  EIO: 'disk-io',
  ENOENT: 'file-not-found',
  EEXIST: 'file-exists',
  ELOOP: 'file-is-symlink',
  ENOTDIR: 'file-not-regular',
  EISDIR: 'file-not-regular',
  ENXIO: 'file-not-regular',
  EMFILE: 'too-many-files',
  ENFILE: 'too-many-files',
};

export function errnoOf(problem: unknown): string | null {
  if (typeof problem !== 'object' || problem === null || !('code' in problem)) return null;
  return typeof problem.code === 'string' ? problem.code : null;
}

/** Anything without a system code is a bug of ours and is thrown on. */
export function toFileError(problem: unknown, path: string): FileError {
  const errno = errnoOf(problem);
  if (errno === null || errno.startsWith('ERR_')) throw problem;
  return { code: CODES[errno] ?? 'disk-other', path, errno };
}

export function attempt<T>(path: string, act: () => T): Result<T, FileError> {
  try {
    return ok(act());
  } catch (problem) {
    return err(toFileError(problem, path));
  }
}

export async function attemptAsync<T>(path: string, act: () => Promise<T>): Promise<Result<T, FileError>> {
  try {
    return ok(await act());
  } catch (problem) {
    return err(toFileError(problem, path));
  }
}
