import { chownSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Somebody who may not read everything. */
const NOBODY = 65_534;

/**
 * Does something as a user whom files can be withheld from. Root reads everything, so as root it is somebody else, who is
 * given the folder; files in it that belong to `root` alone stay so.
 */
export async function asNobody<T>(folder: string, work: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return work();
  giveAway(folder);
  process.seteuid?.(NOBODY);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}

function giveAway(path: string): void {
  const stats = lstatSync(path);
  chownSync(path, NOBODY, NOBODY);
  if (stats.isDirectory()) for (const name of readdirSync(path)) giveAway(join(path, name));
}
