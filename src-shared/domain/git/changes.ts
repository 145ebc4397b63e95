import { z } from 'zod';

export const ChangeKind = z.enum([
  'added',
  'changed',
  'deleted',
  'renamed',
  'type-changed',
  'conflicted',
  'untracked',
]);
export type ChangeKind = z.infer<typeof ChangeKind>;

export const ChangedFile = z.object({
  /** From the root of the checkout on, with slashes. */
  path: z.string(),
  /** Before a rename. */
  old_path: z.string().optional(),
  kind: ChangeKind,
  /** Left out: a file. */
  what: z.enum(['submodule', 'link']).optional(),
  /** Null: a binary file, or too big to count. */
  additions: z.int().nonnegative().nullable(),
  deletions: z.int().nonnegative().nullable(),
});
export type ChangedFile = z.infer<typeof ChangedFile>;

export const Changes = z.object({
  files: z.array(ChangedFile),
  additions: z.int().nonnegative(),
  deletions: z.int().nonnegative(),
  /** More files changed than are listed. */
  is_cut: z.boolean(),
});
export type Changes = z.infer<typeof Changes>;

export const FileDiff = z.object({
  path: z.string(),
  /** The hunks of a unified diff, without the lines that name the files. Empty: no difference, or none that is text. */
  text: z.string(),
  is_binary: z.boolean(),
  /** The diff is longer than `text`. */
  is_cut: z.boolean(),
});
export type FileDiff = z.infer<typeof FileDiff>;
