import { readdirSync, readFileSync, statSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomic } from '../fs/write-file';
import type { ArchiveKey } from './archive-key';
import type { Block, Version } from './manifest';
import { blockName, openBlock, sealBlock } from './sealed-block';

/** The blocks of one session's copy, in a folder of their own. */
export type BlockStore = {
  nameOf(scope: string, plain: Uint8Array): string;
  put(name: string, plain: Buffer): Promise<Block>;
  /** Null: it is missing or not what was written. */
  get(name: string): Buffer | null;
  /** Removes what no version needs any more. */
  sweep(needed: ReadonlySet<string>): void;
};

const SUFFIX = '.blk';

export function createBlockStore(folder: string, key: ArchiveKey): BlockStore {
  const pathOf = (name: string) => join(folder, `${name}${SUFFIX}`);
  return {
    nameOf: (scope, plain) => blockName(key.bytes, scope, plain),
    async put(name, plain) {
      const there = sizeOf(pathOf(name));
      if (there !== null) return { name, bytes: plain.length, stored: there };
      const sealed = await sealBlock(key.bytes, name, plain);
      const written = await writeAtomic(pathOf(name), sealed);
      if (!written.ok) throw new Error(`${written.error.code}: ${written.error.path}`);
      return { name, bytes: plain.length, stored: sealed.length };
    },
    get(name) {
      try {
        return openBlock(key.bytes, name, readFileSync(pathOf(name)));
      } catch {
        return null;
      }
    },
    sweep(needed) {
      for (const file of readdirSync(folder)) {
        const isBlock = file.endsWith(SUFFIX) && !needed.has(file.slice(0, -SUFFIX.length));
        if (isBlock || file.endsWith('.tmp~')) unlinkSync(join(folder, file));
      }
    },
  };
}

function sizeOf(path: string): number | null {
  try {
    return statSync(path).size;
  } catch {
    return null;
  }
}

export class DamagedCopy extends Error {}

/** Reads anywhere in a version; a few blocks stay open. */
export function openVersion(store: BlockStore, { blocks, bytes }: Version) {
  const open = new Map<number, Buffer>();
  const size = blocks[0]?.bytes ?? 1;
  const block = (number: number): Buffer => {
    const known = open.get(number);
    if (known !== undefined) return known;
    const { name, bytes: length } = blocks[number] ?? { name: '', bytes: -1 };
    const plain = store.get(name);
    if (plain === null || plain.length !== length)
      throw new DamagedCopy(`block ${number} of a copy is damaged`);
    const [oldest] = open.keys();
    if (open.size >= 4 && oldest !== undefined) open.delete(oldest);
    open.set(number, plain);
    return plain;
  };
  return {
    bytes,
    read(into: Uint8Array, at: number, length: number, position: number): number {
      const end = Math.min(bytes, position + length);
      let next = position;
      while (next < end) {
        const plain = block(Math.floor(next / size));
        const from = next % size;
        const count = Math.min(end - next, plain.length - from);
        into.set(plain.subarray(from, from + count), at + next - position);
        next += count;
      }
      return Math.max(0, next - position);
    },
  };
}
