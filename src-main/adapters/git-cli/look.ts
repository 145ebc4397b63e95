import type { GitError } from '@domain/git/errors';
import type { Repository } from '@domain/git/repository';
import { ok, type Result } from '@domain/result';
import { findCheckout, operationIn, readStatus } from './checkout';
import { type BranchRef, listBranches } from './refs';
import type { RunGit } from './run-git';
import { listEntries } from './worktree-entries';

export async function look(git: RunGit, folder: string): Promise<Result<Repository, GitError>> {
  const found = await findCheckout(git, folder);
  if (!found.ok) return found;
  const { root, gitDir, commonDir } = found.value;
  const [status, branches, entries, remotes, defaults] = await Promise.all([
    readStatus(git, root),
    listBranches(git, root),
    listEntries(git, root),
    git.ask(root, ['remote']),
    remoteDefault(git, root),
  ]);
  if (!status.ok) return status;
  if (!branches.ok) return branches;
  if (!entries.ok) return entries;
  const main = entries.value[0];
  return ok({
    root,
    main_root: main === undefined || main.isBare ? null : main.path,
    common_dir: commonDir,
    is_linked_worktree: gitDir !== commonDir,
    branch: status.value.branch,
    head: status.value.head,
    dirt: status.value.dirt,
    operation: operationIn(gitDir),
    branches: [...branches.value],
    base: baseOf(branches.value, defaults, status.value.head === null ? null : status.value.branch),
    has_remote: remotes.ok && remotes.value.trim() !== '',
  });
}

/** `origin/main`, when the remote said which branch is its own. */
async function remoteDefault(git: RunGit, root: string): Promise<string | null> {
  const said = await git.ask(root, ['symbolic-ref', '--quiet', 'refs/remotes/origin/HEAD']);
  return said.ok ? said.value.trim().replace(/^refs\/remotes\//, '') : null;
}

export function baseOf(
  branches: readonly Pick<BranchRef, 'name'>[],
  remoteBranch: string | null,
  current: string | null,
): string | null {
  const isHere = (name: string) => branches.some((branch) => branch.name === name);
  if (remoteBranch !== null) {
    const local = remoteBranch.slice(remoteBranch.indexOf('/') + 1);
    return isHere(local) ? local : remoteBranch;
  }
  return ['main', 'master'].find(isHere) ?? current;
}

export async function baseBranch(git: RunGit, root: string): Promise<string | null> {
  const [branches, defaults] = await Promise.all([listBranches(git, root), remoteDefault(git, root)]);
  return branches.ok ? baseOf(branches.value, defaults, null) : null;
}
