import type { Stats } from 'node:fs';

/** Whether the same file was met before: a folder that is linked to from a second name holds the same files. */
export type SeenFiles = (stats: Pick<Stats, 'dev' | 'ino'>) => boolean;

/** Each disk numbers its files for itself; a file system without such numbers gives every file the number 0. */
export function createSeenFiles(): SeenFiles {
  const byDisk = new Map<number, Set<number>>();
  return ({ dev, ino }) => {
    if (ino === 0) return false;
    const seen = byDisk.get(dev) ?? new Set();
    byDisk.set(dev, seen);
    if (seen.has(ino)) return true;
    seen.add(ino);
    return false;
  };
}
