import { dirname, join, relative, resolve } from 'node:path';
import { attempt } from '../fs/file-error';
import { nodeFileSystem as fs } from '../fs/file-system';
import { readRegular } from '../fs/read-file';
import { findGitLayout } from './git-layout';

const MAX_POINTER_BYTES = 8192;

/** Where git keeps its list of a checkout's worktrees; null: no checkout, or one that is a worktree itself. */
function listOf(root: string): { readonly gitRoot: string; readonly list: string } | null {
  const git = findGitLayout(root);
  const gitRoot = git?.mainRoot ?? git?.root ?? null;
  return gitRoot === null ? null : { gitRoot, list: join(gitRoot, '.git', 'worktrees') };
}

/** Says whether a worktree came or went, for the price of one look. */
export function worktreesMark(root: string): string {
  const found = listOf(root);
  if (found === null) return '-';
  const stats = attempt(found.list, () => fs.stat(found.list));
  return stats.ok ? `${stats.value.mtimeMs} ${stats.value.ino}` : '-';
}

/** The folders beside a project in which it is checked out too, from git's own files: nothing of it is run. */
export function linkedWorktrees(root: string): readonly string[] {
  const found = listOf(root);
  if (found === null) return [];
  const names = attempt(found.list, () => fs.list(found.list));
  if (!names.ok) return [];
  // A project that is a part of its repository is the same part of each worktree.
  const part = relative(found.gitRoot, root);
  return names.value.flatMap((name) => {
    const pointer = readRegular(join(found.list, name, 'gitdir'), { maxBytes: MAX_POINTER_BYTES });
    const path = pointer.ok ? pointer.value.data.toString('utf8').trim() : '';
    return path === '' ? [] : [join(dirname(resolve(found.list, name, path)), part)];
  });
}
