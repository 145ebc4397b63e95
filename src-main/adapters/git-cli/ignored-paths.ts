import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { GitError } from '@domain/git/errors';
import { ok, type Result } from '@domain/result';
import type { RunGit } from './run-git';

/** What package managers, compilers and tests make again from what is committed. */
const REBUILT = new Set([
  'node_modules',
  '.pnpm-store',
  '.venv',
  'venv',
  '__pycache__',
  '.pytest_cache',
  '.mypy_cache',
  '.ruff_cache',
  '.tox',
  'target',
  'dist',
  'build',
  'out',
  '.next',
  '.nuxt',
  '.turbo',
  '.vite',
  '.parcel-cache',
  '.gradle',
  '.cache',
  'coverage',
  '.nyc_output',
  'test-results',
  'playwright-report',
  '.eslintcache',
  '.DS_Store',
]);
const REBUILT_ENDINGS = ['.pyc', '.o', '.class', '.tsbuildinfo', '.log'];
const MOST_BYTES = 1024 * 1024;
const DEEPEST = 3;
const MOST_FOLDERS = 20_000;

export type Ignored = {
  /** Files and folders that nothing rebuilds: git removes them with a worktree and says nothing. */
  readonly lasting: readonly string[];
  /** In an ignored folder somebody keeps a repository of their own, which nothing rebuilds. */
  readonly hasRepository: boolean;
};

export async function ignoredPaths(git: RunGit, root: string): Promise<Result<Ignored, GitError>> {
  const args = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory'];
  const said = await git.ask(root, args, { maxBytes: MOST_BYTES });
  if (!said.ok) return said;
  const paths = said.value.split('\0').filter((path) => path !== '');
  const folders = paths.filter((path) => path.endsWith('/'));
  return ok({
    lasting: paths.filter((path) => !isRebuilt(path)),
    hasRepository: await hasRepository(folders.map((path) => join(root, path))),
  });
}

/** A package is at most two names below `node_modules`; deeper ones are nobody's work. Links are not followed. */
async function hasRepository(folders: readonly string[]): Promise<boolean> {
  let level = folders;
  let seen = 0;
  for (let depth = 0; depth <= DEEPEST && level.length > 0; depth += 1) {
    const next: string[] = [];
    for (const folder of level) {
      seen += 1;
      if (seen > MOST_FOLDERS) return false;
      const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
      if (entries.some(({ name }) => name === '.git')) return true;
      next.push(...entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name)));
    }
    level = next;
  }
  return false;
}

export function isRebuilt(path: string): boolean {
  const parts = path.split('/').filter((part) => part !== '');
  return parts.some((part) => REBUILT.has(part)) || REBUILT_ENDINGS.some((ending) => path.endsWith(ending));
}
