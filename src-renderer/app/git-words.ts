import type { GitError, LossReason } from '@domain/git/errors';
import { assertNever } from '@domain/result';
import type { Sentences } from './words';

const UNTOUCHED = 'Nothing was changed.';
const AGAIN = 'Try again.';

const say = (happened: string, next: string, safe = UNTOUCHED, details: string | null = null): Sentences => ({
  happened,
  safe,
  next,
  details,
});

/** What git did not do, in our words. Every change of ours that fails leaves files, index and branches as they were. */
export function gitSentences(error: GitError): Sentences {
  switch (error.code) {
    case 'git-missing':
      return say('Git was not found.', 'Install git, then try again.');
    case 'git-too-old':
      return say(`Git ${error.found} is too old.`, `Update it to ${error.needed} or newer.`);
    case 'folder-missing':
      return say('The folder is gone.', 'Bring it back, then try again.', UNTOUCHED, error.folder);
    case 'not-a-repository':
      return say('This folder is not in git.', 'Run git init there, or work without a branch.');
    case 'folder-not-owned':
      return say(
        'The folder belongs to another user, so git refuses it.',
        'Allow it with git config --global --add safe.directory, then try again.',
        UNTOUCHED,
        error.folder,
      );
    case 'no-commit-yet':
      return say('This repository has no commit yet.', 'Make a first commit, then try again.');
    case 'branch-name-invalid':
      return say(`${error.branch || 'This'} is no name for a branch.`, 'Take another name.');
    case 'branch-exists':
      return say('This branch exists.', 'Take another name or continue on it.');
    case 'branch-missing':
      return say(`There is no branch ${error.branch}.`, 'Choose another one.');
    case 'base-missing':
      return say(`There is no branch ${error.base} to begin from.`, 'Choose another one.');
    case 'branch-in-use':
      return say(
        `${error.branch} is checked out in another worktree.`,
        'Work there, or take another name.',
        UNTOUCHED,
        error.place,
      );
    case 'branch-name-clash':
      return say(`${error.branch} and ${error.other} cannot exist side by side.`, 'Take another name.');
    case 'changes-in-the-way':
      return say(
        'Files that are not committed are in the way.',
        'Commit or stash them, or work in a worktree.',
        UNTOUCHED,
        error.paths.join('\n'),
      );
    case 'operation-under-way':
      return say(`A ${error.operation} is under way here.`, 'Finish or abort it first.');
    case 'place-taken':
      return say('Something is at that place already.', 'Choose another place.', UNTOUCHED, error.place);
    case 'place-inside':
      return say(
        'That place lies inside another checkout.',
        'Choose another place.',
        UNTOUCHED,
        `${error.place}\n${error.inside}`,
      );
    case 'place-not-writable':
      return say('You may not write at that place.', 'Choose another place.', UNTOUCHED, error.place);
    case 'worktree-unknown':
      return say('Git knows no worktree there.', 'Look at the list again.', UNTOUCHED, error.place);
    case 'would-lose':
      return say(
        `The worktree stays: ${lossWords(error.reasons)}.`,
        'Look at it, then remove it from the list of worktrees.',
        UNTOUCHED,
        error.place,
      );
    case 'nothing-to-commit':
      return say('There is nothing to commit.', 'Go on.');
    case 'nothing-to-stash':
      return say('There is nothing to stash.', 'Go on.');
    case 'hook-refused':
      return say(
        `The ${error.hook} hook of this repository said no.`,
        'Mend what it says, then try again.',
        UNTOUCHED,
        error.said,
      );
    case 'no-identity':
      return say('Git does not know who commits.', 'Set user.name and user.email with git config.');
    case 'path-outside':
      return say('This file lies outside the checkout.', 'Choose another one.', UNTOUCHED, error.path);
    case 'commit-unknown':
      return say('This commit is not there any more.', AGAIN, UNTOUCHED, error.commit);
    case 'repository-locked':
      return say(
        'Another git is at work in this repository.',
        'Wait for it. If none runs, remove the lock file it left, then try again.',
        UNTOUCHED,
        error.file,
      );
    case 'disk-full':
      return say('The disk is full.', 'Free some space, then try again.');
    case 'timed-out':
      return say('Git did not answer in time.', AGAIN, 'What git did not finish, it did not do.');
    case 'git-failed':
      return say('Git could not do that.', 'Look at the details.', UNTOUCHED, error.said);
    default:
      return assertNever(error);
  }
}

export const LOSS_WORDS: Readonly<Record<LossReason, string>> = {
  'main-checkout': 'it is the project’s own checkout',
  'session-live': 'a session works in it',
  'session-paused': 'an open session would come back to it',
  locked: 'it is locked',
  'changed-files': 'it has changes that are not committed',
  'untracked-files': 'it has new files that are not committed',
  'ignored-files': 'it has ignored files that nothing rebuilds',
  'merge-under-way': 'a merge is under way in it',
  'unpushed-commits': 'its commits are neither merged nor pushed',
  'detached-commits': 'it has commits that no branch has',
  'stashed-work': 'it has stashed work',
  submodules: 'it has submodules',
  'nested-repository': 'another repository lies inside it',
  'folder-missing': 'its folder is gone already',
  unreadable: 'git could not be asked about it',
};

/** "it has stashed work and a session works in it" */
export function lossWords(reasons: readonly LossReason[]): string {
  const words = reasons.map((reason) => LOSS_WORDS[reason]);
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
