import { isBranchName } from '@domain/bead/branch-name';
import type { GitError } from '@domain/git/errors';
import { err, ok, type Result } from '@domain/result';
import type { RunGit } from './run-git';

export type BranchRef = { readonly name: string; readonly head: string; readonly place: string | null };

export async function listBranches(
  git: RunGit,
  root: string,
): Promise<Result<readonly BranchRef[], GitError>> {
  const format = '--format=%(refname:lstrip=2)%00%(objectname)%00%(worktreepath)%00';
  const said = await git.ask(root, ['for-each-ref', format, 'refs/heads']);
  if (!said.ok) return said;
  const records = said.value.split('\0\n').filter((record) => record !== '');
  return ok(
    records.map((record) => {
      const [name = '', head = '', place = ''] = record.split('\0');
      return { name, head, place: place === '' ? null : place };
    }),
  );
}

const FULL_SHA = /^[0-9a-f]{40}([0-9a-f]{24})?$/;

/** A branch, a remote branch, a tag or a whole commit id, in this order. No other spelling of git is understood. */
export async function resolveCommit(
  git: RunGit,
  root: string,
  name: string,
): Promise<Result<string | null, GitError>> {
  const spellings = FULL_SHA.test(name)
    ? [name]
    : isBranchName(name)
      ? [`refs/heads/${name}`, `refs/remotes/${name}`, `refs/tags/${name}`]
      : [];
  for (const spelling of spellings) {
    const answer = await git.try({
      cwd: root,
      args: ['rev-parse', '--verify', '--quiet', `${spelling}^{commit}`],
    });
    if (!answer.ok) return answer;
    if (answer.value.code === 0) return ok(answer.value.out.trim());
  }
  return ok(null);
}

/** A commit or a tree. */
export async function resolveTree(
  git: RunGit,
  root: string,
  id: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Result<string, GitError>> {
  if (!FULL_SHA.test(id)) return err({ code: 'commit-unknown', commit: id });
  const answer = await git.try({
    cwd: root,
    args: ['rev-parse', '--verify', '--quiet', `${id}^{tree}`],
    env,
  });
  if (!answer.ok) return answer;
  return answer.value.code === 0 ? ok(answer.value.out.trim()) : err({ code: 'commit-unknown', commit: id });
}

/** Deletes the branch only while it is exactly there: git compares and deletes under its own lock. */
export function deleteBranchAt(
  git: RunGit,
  root: string,
  branch: string,
  head: string,
): Promise<Result<string, GitError>> {
  return git.ask(root, ['update-ref', '-d', '--no-deref', `refs/heads/${branch}`, head]);
}
