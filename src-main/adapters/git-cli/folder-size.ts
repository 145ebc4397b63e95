import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';

const MOST_ENTRIES = 200_000;

/** Bytes on disk, links counted as themselves and never followed. Null: too much to count in the time given. */
export async function folderSize(folder: string, untilMs: number): Promise<number | null> {
  let bytes = 0;
  let entries = 0;
  const open = [folder];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    try {
      for await (const entry of await opendir(next)) {
        entries += 1;
        if (entries > MOST_ENTRIES || performance.now() > untilMs) return null;
        const path = join(next, entry.name);
        if (entry.isDirectory()) open.push(path);
        else {
          const facts = await lstat(path);
          // A file with two names, as package managers make them, is not freed by removing one.
          if (facts.nlink === 1) bytes += facts.blocks === undefined ? facts.size : facts.blocks * 512;
        }
      }
    } catch {
      // Gone or closed to us: it counts nothing.
    }
  }
  return bytes;
}
