import { createHmac } from 'node:crypto';
import type { CopyTrouble } from '@domain/history/record';
import { parseObject } from '@domain/transcript/json-fields';
import { z } from 'zod';

const Count = z.int().nonnegative();
const BlockName = z.string().regex(/^[0-9a-f]{40}$/);

const Block = z.object({ name: BlockName, bytes: Count, stored: Count });
export type Block = z.infer<typeof Block>;

const Version = z.object({
  mode: z.enum(['exact', 'redacted']),
  bytes: Count,
  blocks: z.array(Block),
  /** Over all blocks, in their order. */
  hash: z.string(),
  kept_at: z.string(),
});
export type Version = z.infer<typeof Version>;

const Seen = z.object({ size: Count, mtime_ms: z.number(), inode: z.number() });

const KeptFile = z.object({
  /** Below Claude's `projects`, with `/` between the names. */
  path: z.string().regex(/^(?!\.{1,2}(?:\/|$))[^/\\\0]+(?:\/(?!\.{1,2}(?:\/|$))[^/\\\0]+)*$/),
  is_transcript: z.boolean(),
  /** How the file was when it was last looked at. */
  seen: Seen,
  /** The oldest first; the last one is what the file holds. */
  versions: z.array(Version).min(1),
});
export type KeptFile = z.infer<typeof KeptFile>;

const VERSION = 1;

export const Manifest = z.object({
  version: z.literal(VERSION),
  session_id: z.string(),
  key_id: z.string(),
  files: z.array(KeptFile),
});
export type Manifest = z.infer<typeof Manifest>;

export function readManifest(text: string): Manifest | CopyTrouble {
  const read = parseObject(text);
  const parsed = Manifest.safeParse(read);
  if (parsed.success) return parsed.data;
  return Number(read?.['version']) > VERSION ? 'newer-version' : 'damaged';
}

export function wholeHash(key: Buffer, blocks: readonly Block[]): string {
  const hash = createHmac('sha256', key);
  for (const { name, bytes } of blocks) hash.update(`${name} ${bytes}\n`);
  return hash.digest('hex');
}

export function blocksOf(manifest: Manifest): Set<string> {
  const all = manifest.files.flatMap(({ versions }) => versions.flatMap(({ blocks }) => blocks));
  return new Set(all.map(({ name }) => name));
}
