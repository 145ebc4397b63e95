import { z } from 'zod';

export const Sha = z.string().regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/);
export type Sha = z.infer<typeof Sha>;

export const GitOperation = z.enum(['merge', 'rebase', 'cherry-pick', 'revert', 'bisect', 'apply']);
export type GitOperation = z.infer<typeof GitOperation>;

/** What is not committed. */
export const Dirt = z.object({
  staged: z.int().nonnegative(),
  changed: z.int().nonnegative(),
  untracked: z.int().nonnegative(),
  conflicted: z.int().nonnegative(),
  /** The first of them, in git's order, from the root of the checkout on. */
  paths: z.array(z.string()),
  /** There are more than were counted. */
  is_cut: z.boolean(),
});
export type Dirt = z.infer<typeof Dirt>;

export const Repository = z.object({
  /** Of this checkout. */
  root: z.string(),
  /** The project's own checkout; differs from `root` in a linked worktree. Null: a bare repository with worktrees. */
  main_root: z.string().nullable(),
  /** The git folder that all worktrees share. */
  common_dir: z.string(),
  is_linked_worktree: z.boolean(),
  /** Null: detached. */
  branch: z.string().nullable(),
  /** Null: no commit yet. */
  head: Sha.nullable(),
  dirt: Dirt,
  operation: GitOperation.nullable(),
  branches: z.array(z.object({ name: z.string(), head: Sha, place: z.string().nullable() })),
  /** Where a new branch would sensibly begin: the remote's default, `main`, `master`, the current one. Null: none of them. */
  base: z.string().nullable(),
  has_remote: z.boolean(),
});
export type Repository = z.infer<typeof Repository>;

export const Commit = z.object({
  sha: Sha,
  parents: z.array(Sha),
  author: z.string(),
  authored_at: z.string(),
  committed_at: z.string(),
  subject: z.string(),
});
export type Commit = z.infer<typeof Commit>;
