import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { ArchiveKey } from './archive-key';
import { type BlockStore, openVersion } from './block-store';
import { type Block, type KeptFile, type Version, wholeHash } from './manifest';
import { BLOCK_BYTES } from './sealed-block';

export type CopyDeps = { readonly store: BlockStore; readonly key: ArchiveKey; readonly now: () => string };

/** The file changed under our hands; the next look finds it at rest. */
export class ChangedMeanwhile extends Error {}

/** What the manifest says of a file once its copy is level with it. Blocks are written, nothing is removed. */
export async function copyFile(
  path: string,
  name: string,
  isTranscript: boolean,
  known: KeptFile | null,
  deps: CopyDeps,
): Promise<KeptFile> {
  const fd = openSync(path, 'r');
  try {
    const { size, mtimeMs, ino } = fstatSync(fd);
    const seen = { size, mtime_ms: mtimeMs, inode: ino };
    const base = { path: name, is_transcript: isTranscript, seen };
    const last = known?.versions.at(-1);
    const older = known?.versions ?? [];
    const isOurs = last?.mode === 'exact' && known?.seen.inode === ino;
    const begin =
      last !== undefined && isOurs && size >= last.bytes ? grownFrom(fd, name, last, deps.store) : null;
    const blocks = await copyBlocks(fd, size, name, begin ?? [], deps.store);
    const version: Version = {
      mode: 'exact',
      bytes: size,
      blocks,
      hash: wholeHash(deps.key.bytes, blocks),
      kept_at: deps.now(),
    };
    if (last === undefined || last.mode === 'redacted') return { ...base, versions: [version] };
    if (begin !== null || holds(version, last, deps.store))
      return { ...base, versions: [...older.slice(0, -1), version] };
    // Cut short: what we have holds it all.
    if (holds(last, version, deps.store)) return { ...base, versions: older };
    return { ...base, versions: [...older, version] };
  } finally {
    closeSync(fd);
  }
}

/** The whole blocks that need not be read again, when the last one is found unchanged; null: it is another file. */
function grownFrom(fd: number, name: string, last: Version, store: BlockStore): readonly Block[] | null {
  const tail = last.blocks.at(-1);
  if (tail === undefined) return [];
  const before = last.blocks.slice(0, -1);
  const plain = readAt(fd, before.length * BLOCK_BYTES, tail.bytes);
  if (store.nameOf(name, plain) !== tail.name) return null;
  return tail.bytes === BLOCK_BYTES ? last.blocks : before;
}

async function copyBlocks(
  fd: number,
  size: number,
  name: string,
  begin: readonly Block[],
  store: BlockStore,
): Promise<Block[]> {
  const blocks = [...begin];
  for (let at = begin.length * BLOCK_BYTES; at < size; at += BLOCK_BYTES) {
    const plain = readAt(fd, at, Math.min(BLOCK_BYTES, size - at));
    blocks.push(await store.put(store.nameOf(name, plain), plain));
  }
  return blocks;
}

/** Whether the longer one begins with all of the shorter one. */
function holds(longer: Version, shorter: Version, store: BlockStore): boolean {
  if (longer.mode !== shorter.mode || longer.bytes < shorter.bytes) return false;
  const tail = shorter.blocks.at(-1);
  if (tail === undefined) return true;
  const whole = shorter.blocks.length - 1;
  for (let at = 0; at < whole; at += 1)
    if (longer.blocks[at]?.name !== shorter.blocks[at]?.name) return false;
  if (longer.blocks[whole]?.name === tail.name) return true;
  const mine = store.get(tail.name);
  const into = Buffer.alloc(tail.bytes);
  openVersion(store, longer).read(into, 0, tail.bytes, whole * BLOCK_BYTES);
  return mine?.equals(into) ?? false;
}

function readAt(fd: number, position: number, length: number): Buffer {
  const plain = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const read = readSync(fd, plain, filled, length - filled, position + filled);
    if (read === 0) throw new ChangedMeanwhile('the file became shorter while it was copied');
    filled += read;
  }
  return plain;
}
