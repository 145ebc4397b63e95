import { z } from 'zod';

/** Why a person might lose something when a worktree or branch goes. An empty list means: safe. */
export const LossReason = z.enum([
  /** The project's own checkout, not a worktree. */
  'main-checkout',
  /** A living session works in it. */
  'session-live',
  /** A paused session would find nothing to come back to. */
  'session-paused',
  'locked',
  'changed-files',
  'untracked-files',
  /** Ignored files that are neither dependencies nor build output: git would remove them without a word. */
  'ignored-files',
  'merge-under-way',
  'unpushed-commits',
  /** Commits that no branch, tag or remote has. */
  'detached-commits',
  'stashed-work',
  /** Git would have to remove a repository that lies inside. */
  'submodules',
  'nested-repository',
  /** Its folder is gone; only git's note of it is left. */
  'folder-missing',
  /** Git could not be asked, so nothing is known. */
  'unreadable',
]);
export type LossReason = z.infer<typeof LossReason>;

/** A person may give up the others explicitly; these first need something done about them. */
export const NEVER_GIVEN_UP: readonly LossReason[] = [
  'main-checkout',
  'session-live',
  'locked',
  'submodules',
  'nested-repository',
  'unreadable',
];

/** Every failure of git that we foresee, named by the thing and with what a person needs for the way out. */
export const GitError = z.discriminatedUnion('code', [
  z.object({ code: z.literal('git-missing') }),
  z.object({ code: z.literal('git-too-old'), found: z.string(), needed: z.string() }),
  z.object({ code: z.literal('folder-missing'), folder: z.string() }),
  z.object({ code: z.literal('not-a-repository'), folder: z.string() }),
  /** The folder belongs to another user: git refuses until the person says `safe.directory`. */
  z.object({ code: z.literal('folder-not-owned'), folder: z.string() }),
  z.object({ code: z.literal('no-commit-yet'), folder: z.string() }),
  z.object({ code: z.literal('branch-name-invalid'), branch: z.string() }),
  z.object({ code: z.literal('branch-exists'), branch: z.string(), head: z.string() }),
  z.object({ code: z.literal('branch-missing'), branch: z.string() }),
  z.object({ code: z.literal('base-missing'), base: z.string() }),
  /** Another worktree has this branch checked out. */
  z.object({ code: z.literal('branch-in-use'), branch: z.string(), place: z.string() }),
  /** `feat` exists, so `feat/x` cannot; or the other way round. */
  z.object({ code: z.literal('branch-name-clash'), branch: z.string(), other: z.string() }),
  /** Git would have to overwrite these files; it did nothing. */
  z.object({ code: z.literal('changes-in-the-way'), paths: z.array(z.string()) }),
  z.object({
    code: z.literal('operation-under-way'),
    operation: z.enum(['merge', 'rebase', 'cherry-pick', 'revert', 'bisect', 'apply']),
  }),
  z.object({ code: z.literal('place-taken'), place: z.string() }),
  /** Inside another worktree or repository folder, where git would mix the two up. */
  z.object({ code: z.literal('place-inside'), place: z.string(), inside: z.string() }),
  z.object({ code: z.literal('place-not-writable'), place: z.string() }),
  z.object({ code: z.literal('worktree-unknown'), place: z.string() }),
  /** Nothing was removed; a person may choose the reasons explicitly and ask again. */
  z.object({ code: z.literal('would-lose'), place: z.string(), reasons: z.array(LossReason) }),
  z.object({ code: z.literal('nothing-to-commit'), folder: z.string() }),
  z.object({ code: z.literal('nothing-to-stash'), folder: z.string() }),
  /** A hook of the repository said no; its words. */
  z.object({ code: z.literal('hook-refused'), hook: z.string(), said: z.string() }),
  /** Git does not know who commits: `user.name` and `user.email`. */
  z.object({ code: z.literal('no-identity') }),
  z.object({ code: z.literal('path-outside'), path: z.string() }),
  z.object({ code: z.literal('commit-unknown'), commit: z.string() }),
  /** Another git is at work, or died at it: the file it left. */
  z.object({ code: z.literal('repository-locked'), file: z.string() }),
  z.object({ code: z.literal('disk-full') }),
  z.object({ code: z.literal('timed-out'), after_ms: z.int() }),
  /** Anything else; git's own last words. */
  z.object({ code: z.literal('git-failed'), said: z.string() }),
]);
export type GitError = z.infer<typeof GitError>;
