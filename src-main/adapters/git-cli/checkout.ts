import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { GitError } from '@domain/git/errors';
import type { GitOperation } from '@domain/git/repository';
import { err, ok, type Result } from '@domain/result';
import type { RunGit } from './run-git';
import { parseStatus, type Status } from './status-lines';

/** Where a checkout lies: its files, its own git folder, the one all worktrees share. */
export type Checkout = { readonly root: string; readonly gitDir: string; readonly commonDir: string };

const MOST_STATUS_BYTES = 4 * 1024 * 1024;

export async function findCheckout(git: RunGit, folder: string): Promise<Result<Checkout, GitError>> {
  const args = [
    'rev-parse',
    '--path-format=absolute',
    '--show-toplevel',
    '--absolute-git-dir',
    '--git-common-dir',
  ];
  const said = await git.ask(folder, args);
  if (!said.ok) return said;
  const [root, gitDir, commonDir, ...rest] = said.value.trimEnd().split('\n');
  if (root === undefined || gitDir === undefined || commonDir === undefined || rest.length > 0)
    return err({ code: 'git-failed', said: 'a folder name with a line break' });
  return ok({ root, gitDir, commonDir });
}

const SIGNS: readonly (readonly [string, GitOperation])[] = [
  ['rebase-merge', 'rebase'],
  ['rebase-apply/applying', 'apply'],
  ['rebase-apply', 'rebase'],
  ['MERGE_HEAD', 'merge'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['BISECT_LOG', 'bisect'],
];

export function operationIn(gitDir: string): GitOperation | null {
  return SIGNS.find(([file]) => existsSync(join(gitDir, file)))?.[1] ?? null;
}

/**
 * Filters that the repository itself configures are programs of the repository. Those of the person's own configuration
 * (Git LFS) stay: without them every such file would look changed.
 */
export async function foreignFilters(git: RunGit, root: string): Promise<readonly string[]> {
  const args = [
    'config',
    '--show-scope',
    '-z',
    '--name-only',
    '--get-regexp',
    '^filter\\..*\\.(clean|smudge|process)$',
  ];
  const said = await git.ask(root, args);
  if (!said.ok) return [];
  const words = said.value.split('\0');
  const off: string[] = [];
  for (let at = 0; at + 1 < words.length; at += 2) {
    const name = (words[at + 1] ?? '').trim();
    if (words[at] !== 'local' && words[at] !== 'worktree') continue;
    off.push('-c', `${name}=`, '-c', `${name.replace(/\.[a-z]+$/, '.required')}=false`);
  }
  return off;
}

/** Does not look into submodules: that would run git with whatever their own configuration names. */
export async function readStatus(git: RunGit, root: string): Promise<Result<Status, GitError>> {
  const off = await foreignFilters(git, root);
  const args = [
    'status',
    '--porcelain=v2',
    '-z',
    '--branch',
    '--untracked-files=all',
    '--ignore-submodules=dirty',
  ];
  const answer = await git.try({ cwd: root, args: [...off, ...args], maxBytes: MOST_STATUS_BYTES });
  if (!answer.ok) return answer;
  if (answer.value.code !== 0) return err({ code: 'git-failed', said: answer.value.said.trim() });
  return ok(parseStatus(answer.value.out, answer.value.isCut));
}
