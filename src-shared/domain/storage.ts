import { z } from 'zod';

/** What lies on this disk because of us, and Claude's own transcripts beside it. */
export const STORAGE_PARTS = [
  'project-sessions',
  'sessions',
  'replicas',
  'archive',
  'uploads',
  'summaries',
  'catalog',
  'logs',
  'scratch',
  'claude',
] as const;
export type StoragePartId = (typeof STORAGE_PARTS)[number];

/** Loses nothing that is not written again when it is needed. */
export const CLEANABLE = ['logs', 'scratch'] as const;
export const Cleanable = z.enum(CLEANABLE);
export type Cleanable = z.infer<typeof Cleanable>;

export const StoragePart = z.object({
  id: z.enum(STORAGE_PARTS),
  path: z.string(),
  bytes: z.int().nonnegative(),
  files: z.int().nonnegative(),
  /** More lies there than was counted. */
  is_cut: z.boolean(),
});
export type StoragePart = z.infer<typeof StoragePart>;

export const StorageError = z.discriminatedUnion('code', [
  z.object({ code: z.literal('storage-not-cleaned'), path: z.string(), detail: z.string() }),
]);
export type StorageError = z.infer<typeof StorageError>;
