import { ChangedFile } from '@domain/git/changes';
import { DiffRow } from '@domain/git/diff-rows';
import { Commit, Sha } from '@domain/git/repository';
import { SessionId } from '@domain/ids';
import { z } from 'zod';

const Count = z.int().nonnegative();

/** `start`: since the session began. `message`: since its last prompt. `commit`: what is not committed. */
export const ChangesSince = z.enum(['start', 'message', 'commit']);
export type ChangesSince = z.infer<typeof ChangesSince>;

/** What is different in the checkout of a session. */
export const SessionChanges = z.object({
  session_id: SessionId,
  since: ChangesSince,
  /**
   * What is compared with. Null: it is not known any more, and what is not committed is told instead. `is_exact` false: the
   * last commit before that moment; what was not committed then counts as changed.
   */
  base: z
    .object({ at: z.string().nullable(), head: z.string().nullable(), is_exact: z.boolean() })
    .nullable(),
  folder: z.string(),
  branch: z.string().nullable(),
  files: z.array(ChangedFile),
  from: Count,
  /** Of all files, whatever the page; more than this many are not even counted when `is_cut`. */
  total: Count,
  additions: Count,
  deletions: Count,
  is_cut: z.boolean(),
  /** Made in this session, newest first. */
  commits: z.array(Commit),
});
export type SessionChanges = z.infer<typeof SessionChanges>;

/** A part of the diff of one file. */
export const DiffWindow = z.object({
  path: z.string(),
  /** `none`: nothing that is text differs (its mode, or a name). `big`: a new file too big to be read. */
  kind: z.enum(['text', 'binary', 'none', 'big']),
  rows: z.array(DiffRow),
  from: Count,
  total: Count,
  /** The diff is longer than `total`: the rest is not read. */
  is_cut: z.boolean(),
});
export type DiffWindow = z.infer<typeof DiffWindow>;

/** `noted`: seen while it was made. `seen`: made in the session's folder and time, as git's own log tells it. */
export const ActivityCommit = z.object({
  ...Commit.shape,
  sha: Sha,
  how: z.enum(['noted', 'seen']),
});
export type ActivityCommit = z.infer<typeof ActivityCommit>;

export const GitActivity = z.object({
  branch: z.string().nullable(),
  worktree: z.string().nullable(),
  git_remote: z.string().nullable(),
  commits: z.array(z.string()),
  files_touched: z.array(z.string()),
  /** The commits that the repository still has, newest first. */
  activity: z.array(ActivityCommit),
  /** Git could not be asked: only what was noted is told. */
  is_partial: z.boolean(),
});
export type GitActivity = z.infer<typeof GitActivity>;
