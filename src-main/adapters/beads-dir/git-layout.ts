import { basename, dirname, join, resolve } from 'node:path';
import { attempt } from '../fs/file-error';
import { type FileSystem, nodeFileSystem } from '../fs/file-system';
import { readRegular } from '../fs/read-file';

/** Where a folder stands in git, read from git's own files: opening a project must not run a program in it. */
export type GitLayout = {
  readonly root: string;
  /** Only in a linked worktree: the checkout that owns the shared `.git`, when it has one. */
  readonly mainRoot: string | null;
};

const MAX_POINTER_BYTES = 8192;

function readPointer(path: string, fs: FileSystem): string | null {
  const read = readRegular(path, { fs, maxBytes: MAX_POINTER_BYTES });
  return read.ok ? read.value.data.toString('utf8').trim() : null;
}

export function findGitLayout(folder: string, fs: FileSystem = nodeFileSystem): GitLayout | null {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const dotGit = join(at, '.git');
    const found = attempt(dotGit, () => fs.stat(dotGit));
    if (found.ok)
      return { root: at, mainRoot: found.value.isDirectory() ? null : mainRootOf(at, dotGit, fs) };
    if (dirname(at) === at) return null;
  }
}

function mainRootOf(root: string, dotGit: string, fs: FileSystem): string | null {
  const pointer = readPointer(dotGit, fs);
  if (pointer === null || !pointer.startsWith('gitdir:')) return null;
  const gitDir = resolve(root, pointer.slice('gitdir:'.length).trim());
  // Only a linked worktree has `commondir`; a submodule's .git file points to a repository of its own.
  const common = readPointer(join(gitDir, 'commondir'), fs);
  if (common === null) return null;
  const commonDir = resolve(gitDir, common);
  return basename(commonDir) === '.git' ? dirname(commonDir) : null;
}
