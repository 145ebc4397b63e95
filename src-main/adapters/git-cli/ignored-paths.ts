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

/** Ignored files and folders that are not rebuilt: git removes them with a worktree and says nothing. */
export async function ignoredPaths(git: RunGit, root: string): Promise<Result<readonly string[], GitError>> {
  const args = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory'];
  const said = await git.ask(root, args, { maxBytes: MOST_BYTES });
  if (!said.ok) return said;
  return ok(said.value.split('\0').filter((path) => path !== '' && !isRebuilt(path)));
}

export function isRebuilt(path: string): boolean {
  const parts = path.split('/').filter((part) => part !== '');
  return parts.some((part) => REBUILT.has(part)) || REBUILT_ENDINGS.some((ending) => path.endsWith(ending));
}
