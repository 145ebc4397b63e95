import type { Changes, FileDiff } from '@domain/git/changes';
import type { GitError, LossReason } from '@domain/git/errors';
import type { HeadMove } from '@domain/git/made-commits';
import type { Commit, Repository } from '@domain/git/repository';
import type { Worktree } from '@domain/git/worktree';
import type { Result } from '@domain/result';

/*
 * The person's git, asked with as little power as the question needs.
 *
 * G1  Nothing here forces, resets, cleans or deletes a folder. What git itself refuses stays refused.
 * G2  A reading question changes nothing: no ref, no index, no file of the working tree. `snapshot` adds loose objects only.
 * G3  A failed change leaves refs, index and files as they were before it.
 * G4  `undo...` takes back exactly what was made and only while it is untouched; else it leaves it and says why.
 * G5  Names are data: no shell, refs in full, `--` before paths. Looking runs no program that the repository names
 *     (hooks, filters, fsmonitor, external diff); `commit` and `stash` are the person's own act and run what theirs would.
 *     Branches and worktrees are made without hooks: one that fails afterwards would leave half a change.
 * G6  Every call ends: bounded time, bounded output.
 * G7  What a person gives up by explicit choice is first kept under `refs/beads-console/kept/`, but for ignored files: git was
 *     told never to keep those.
 */
export type Git = {
  look(folder: string): Promise<Result<Repository, GitError>>;

  /** In place: the checkout of `folder` moves to the branch. Uncommitted changes go along when git agrees, else it refuses. */
  makeBranch(request: BranchRequest): Promise<Result<BranchMade, GitError>>;
  undoBranch(made: BranchMade): Promise<Result<Undone, GitError>>;

  makeWorktree(request: WorktreeRequest): Promise<Result<WorktreeMade, GitError>>;
  undoWorktree(made: WorktreeMade): Promise<Result<Undone, GitError>>;
  worktrees(
    folder: string,
    options?: { readonly measure?: boolean },
  ): Promise<Result<readonly Worktree[], GitError>>;
  /** `accepted`: reasons that the person read and chose. Any other reason found at that moment refuses. The branch stays. */
  removeWorktree(
    folder: string,
    place: string,
    accepted?: readonly LossReason[],
  ): Promise<Result<WorktreeRemoved, GitError>>;

  /** Commits reachable from `to` and not from `from`, newest first. `from` null: all. At most `limit` (default 1000). */
  commitsBetween(
    folder: string,
    range: { readonly from: string | null; readonly to: string; readonly limit?: number },
  ): Promise<Result<readonly Commit[], GitError>>;
  /** Is every one of these still reachable from a branch, tag or HEAD of a worktree? Answers those that are. */
  reachable(folder: string, commits: readonly string[]): Promise<Result<readonly string[], GitError>>;
  /** Those of these that are there at all, with their facts. */
  commitsNamed(folder: string, commits: readonly string[]): Promise<Result<readonly Commit[], GitError>>;
  /** Names of the files that a commit changed, from the root on; of a merge those that differ from its first parent. */
  filesOfCommit(folder: string, commit: string): Promise<Result<readonly string[], GitError>>;
  /** Same change, other commit: what an amend without edits, a rebase or a cherry-pick keeps. A merge has none. */
  patchIds(
    folder: string,
    commits: readonly string[],
  ): Promise<Result<ReadonlyMap<string, string>, GitError>>;
  /** What the HEAD of this checkout went through, newest first: one line per commit, amend, rebase, switch. */
  headLog(folder: string, limit?: number): Promise<Result<readonly HeadMove[], GitError>>;

  /** Files that differ from `since` to the working tree, the untracked ones too. `since` null: from HEAD on. */
  changes(folder: string, since: Since): Promise<Result<Changes, GitError>>;
  /** `oldPath`: the name it had at `since`, when it was renamed. */
  fileDiff(folder: string, since: Since, path: string, oldPath?: string): Promise<Result<FileDiff, GitError>>;

  /** Without `paths` everything that is changed or untracked. What was staged for other paths stays staged. */
  commit(request: CommitRequest): Promise<Result<{ readonly commit: string }, GitError>>;
  /** Untracked files go along; `except` (files or folders, from `folder` on) stays as it is. */
  stash(request: {
    readonly folder: string;
    readonly message: string;
    readonly except?: readonly string[];
  }): Promise<Result<{ readonly stash: string }, GitError>>;

  /**
   * Remembers the working tree as it is. Git may collect it after some weeks: then `changes` says `commit-unknown`. `brief`:
   * nothing is written into the repository, and it is forgotten when the program ends. Very big new files are left out.
   */
  snapshot(
    folder: string,
    options?: { readonly brief?: boolean },
  ): Promise<Result<Snapshot & { readonly root: string }, GitError>>;
  /** Files that differ between two remembered states (`to` null: the working tree now). */
  changesBetween(folder: string, from: Snapshot, to: Snapshot | null): Promise<Result<Changes, GitError>>;

  /** Tells when HEAD, a branch or the index of this checkout moved; coalesced. Says nothing about what. */
  watch(folder: string, onChange: () => void): Promise<Result<{ stop(): void }, GitError>>;

  /** Joins a note to a commit under `refs/notes/<name>`; the commit itself stays. */
  addNote(
    folder: string,
    note: { readonly commit: string; readonly name: string; readonly text: string },
  ): Promise<Result<null, GitError>>;
};

/** A commit, or a tree that `snapshot` wrote. */
export type Since = string | null;

export type Snapshot = {
  /** Null: no commit yet. */
  readonly head: string | null;
  readonly branch: string | null;
  /** Tree of every file that is not ignored, committed or not. */
  readonly tree: string;
};

export type BranchRequest = {
  readonly folder: string;
  readonly branch: string;
  /** A branch, remote branch or commit; null: where HEAD is. Not looked at when an existing branch is reused. */
  readonly base: string | null;
  /** The person chose an existing branch. False: one that exists is refused. */
  readonly reuse: boolean;
};

export type BranchMade = {
  readonly root: string;
  readonly branch: string;
  /** Where the branch was when we left it. */
  readonly head: string;
  readonly isNew: boolean;
  readonly before: { readonly branch: string | null; readonly head: string };
};

export type WorktreeRequest = BranchRequest & {
  /** Absolute; its parent is made when it is missing. */
  readonly place: string;
};

export type WorktreeMade = BranchMade & {
  readonly place: string;
  /** The outermost folder that had to be made on the way to `place`; null: none but `place` itself. */
  readonly madeParent: string | null;
};

export type Undone =
  | { readonly undone: true }
  /** `kept`: what is still there, because something happened to it meanwhile. */
  | { readonly undone: false; readonly kept: 'branch' | 'checkout' | 'worktree'; readonly why: UndoObstacle };

export type UndoObstacle =
  | 'has-commits'
  | 'checked-out-elsewhere'
  | 'left-already'
  | 'changes-in-the-way'
  | 'has-changes'
  | 'locked'
  | 'gone';

/** `kept`: the ref under which what the person gave up can still be found; null when nothing was given up. */
export type WorktreeRemoved = {
  readonly place: string;
  readonly branch: string | null;
  readonly kept: string | null;
};

export type CommitRequest = {
  readonly folder: string;
  readonly message: string;
  readonly paths?: readonly string[];
  /** Lines `Key: value` for the end of the message. */
  readonly trailers?: readonly { readonly key: string; readonly value: string }[];
};
