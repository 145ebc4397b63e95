import { err, ok, type Result } from '@domain/result';
import { attempt, type FileError } from './file-error';
import { type FileSystem, nodeFileSystem } from './file-system';

/** Makes a folder (0700) and its parents. What already has the name must be a real folder, not a link to one. */
export function ensureFolder(path: string, fs: FileSystem = nodeFileSystem): Result<void, FileError> {
  const made = attempt(path, () => fs.mkdir(path, 0o700));
  if (!made.ok && made.error.code !== 'file-exists') return made;
  return checkFolder(path, fs);
}

export function checkFolder(path: string, fs: FileSystem = nodeFileSystem): Result<void, FileError> {
  const found = attempt(path, () => fs.lstat(path));
  if (!found.ok) return found;
  if (found.value.isSymbolicLink()) return err({ code: 'file-is-symlink', path, errno: 'ELOOP' });
  return found.value.isDirectory()
    ? ok(undefined)
    : err({ code: 'file-not-regular', path, errno: 'ENOTDIR' });
}

export function removeIfThere(path: string, fs: FileSystem = nodeFileSystem): Result<void, FileError> {
  const removed = attempt(path, () => fs.unlink(path));
  return removed.ok || removed.error.code === 'file-not-found' ? ok(undefined) : removed;
}
