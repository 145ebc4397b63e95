import { lstatSync, realpathSync } from 'node:fs';
import { type GitError, type LossReason, NEVER_GIVEN_UP } from '@domain/git/errors';
import type { Worktree } from '@domain/git/worktree';
import { err, ok, type Result } from '@domain/result';
import type { WorktreeRemoved } from '../../ports/git';
import { listWorktrees } from './list-worktrees';
import type { RunGit } from './run-git';
import type { Scratch } from './scratch';

const REMOVE_MS = 120_000;
/** Git wants to be told twice before it drops these. */
const NEED_FORCE: readonly LossReason[] = ['changed-files', 'untracked-files', 'merge-under-way'];

/*
 * listed -> every reason given up? -> kept under a ref -> removed by git
 * W1  A reason that was not given up, or never may be, refuses, and nothing has happened.
 * W2  What is given up (files, commits of no branch) is first kept as a commit under `refs/beads-console/kept/`.
 * W3  Git removes the folder, and is forced only for reasons that were given up by name. We delete nothing.
 * W4  The branch stays.
 */
export async function removeWorktree(
  git: RunGit,
  scratch: Scratch,
  request: { readonly folder: string; readonly place: string; readonly accepted: readonly LossReason[] },
): Promise<Result<WorktreeRemoved, GitError>> {
  const { folder, place, accepted } = request;
  const listed = await listWorktrees(git, folder, false);
  if (!listed.ok) return listed;
  const worktree = listed.value.find((each) => each.path === place || each.path === realPath(place));
  if (worktree === undefined) return err({ code: 'worktree-unknown', place });
  const against = worktree.reasons.filter(
    (reason) => !accepted.includes(reason) || NEVER_GIVEN_UP.includes(reason),
  );
  if (against.length > 0) return err({ code: 'would-lose', place, reasons: against });
  // The main checkout is never removed, so it can be asked from there; `folder` may be what goes.
  const root = listed.value.find((each) => each.is_main)?.path ?? folder;
  const kept = await keep(git, scratch, root, worktree);
  if (!kept.ok) return kept;
  const isForced = worktree.reasons.some((reason) => NEED_FORCE.includes(reason));
  const args = ['worktree', 'remove', ...(isForced ? ['--force'] : []), '--', worktree.path];
  const removed = await git.ask(root, args, { timeoutMs: REMOVE_MS, power: 'change' });
  if (!removed.ok) return removed;
  return ok({ place: worktree.path, branch: worktree.branch, kept: kept.value });
}

async function keep(
  git: RunGit,
  scratch: Scratch,
  root: string,
  worktree: Worktree,
): Promise<Result<string | null, GitError>> {
  const givesUp: readonly LossReason[] = [...NEED_FORCE, 'detached-commits'];
  if (!worktree.reasons.some((reason) => givesUp.includes(reason))) return ok(null);
  const snapshot = await scratch.tree(worktree.path, { isKept: true, isWhole: true });
  if (!snapshot.ok) return snapshot;
  const message = `Kept when the worktree ${worktree.path} was removed`;
  // Made in nobody's name: a person without `user.name` loses nothing either.
  const ours = { GIT_AUTHOR_NAME: 'Beads Console', GIT_AUTHOR_EMAIL: 'kept@beads-console.invalid' };
  const env = {
    ...ours,
    GIT_COMMITTER_NAME: ours.GIT_AUTHOR_NAME,
    GIT_COMMITTER_EMAIL: ours.GIT_AUTHOR_EMAIL,
  };
  // A branch without a commit yet has files to lose all the same.
  const parent = worktree.head === null ? [] : ['-p', worktree.head];
  const args = ['commit-tree', '--no-gpg-sign', ...parent, snapshot.value.tree];
  const commit = await git.ask(root, args, { input: message, env });
  if (!commit.ok) return commit;
  const id = commit.value.trim();
  const ref = `refs/beads-console/kept/${id.slice(0, 16)}`;
  const written = await git.ask(root, ['update-ref', ref, id]);
  return written.ok ? ok(ref) : written;
}

function realPath(path: string): string {
  try {
    return lstatSync(path).isSymbolicLink() ? path : realpathSync(path);
  } catch {
    return path;
  }
}
