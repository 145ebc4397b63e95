import { ok } from '@domain/result';
import type { Git } from '../../ports/git';
import type { Timers } from '../../ports/timers';
import { changesBetween, changesSince, fileDiffSince } from './compare-trees';
import { listWorktrees } from './list-worktrees';
import { look } from './look';
import { makeBranch, undoBranch } from './make-branch';
import { makeWorktree, undoWorktree } from './make-worktree';
import { commitsBetween, commitsNamed, filesOfCommit, headLog, patchIds, reachable } from './read-commits';
import { removeWorktree } from './remove-worktree';
import { createRunGit } from './run-git';
import { createScratch } from './scratch';
import { watchCheckout } from './watch-checkout';
import { addNote, commit, stash } from './write-commits';

const MOST_MOVES = 1_000;

export type GitCliOptions = {
  readonly env: { readonly [name: string]: string | undefined };
  readonly timers: Timers;
  /** A folder of ours that may be deleted whole; made when it is first needed. */
  readonly scratch: string;
};

export function createGitCli({
  env,
  timers,
  scratch: place,
}: GitCliOptions): Git & { close(): Promise<void> } {
  const git = createRunGit(env);
  const scratch = createScratch(git, place);
  return {
    look: (folder) => look(git, folder),
    makeBranch: (request) => makeBranch(git, request),
    undoBranch: (made) => undoBranch(git, made),
    makeWorktree: (request) => makeWorktree(git, request),
    undoWorktree: (made) => undoWorktree(git, made),
    worktrees: (folder, options) => listWorktrees(git, folder, options?.measure === true),
    removeWorktree: (folder, at, accepted = []) =>
      removeWorktree(git, scratch, { folder, place: at, accepted }),
    commitsBetween: (folder, range) => commitsBetween(git, folder, range),
    reachable: (folder, commits) => reachable(git, folder, commits),
    commitsNamed: (folder, commits) => commitsNamed(git, folder, commits),
    filesOfCommit: (folder, id) => filesOfCommit(git, folder, id),
    patchIds: (folder, commits) => patchIds(git, folder, commits),
    headLog: (folder, limit = MOST_MOVES) => headLog(git, folder, limit),
    changes: (folder, since) => changesSince(git, scratch, folder, since),
    fileDiff: (folder, since, path, oldPath) => fileDiffSince(git, scratch, { folder, since, path, oldPath }),
    commit: (request) => commit(git, request),
    stash: (request) => stash(git, request),
    async snapshot(folder, options) {
      const now = await scratch.tree(folder, { isKept: options?.brief !== true });
      if (!now.ok) return now;
      const { head, branch, tree, checkout } = now.value;
      return ok({ head, branch, tree, root: checkout.root });
    },
    changesBetween: (folder, from, to) => changesBetween(git, scratch, { folder, from, to }),
    watch: (folder, onChange) => watchCheckout(git, timers, folder, onChange),
    addNote: (folder, note) => addNote(git, folder, note),
    close: () => scratch.close(),
  };
}
