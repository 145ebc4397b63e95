import type { Dirent } from 'node:fs';
import { lstat, readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { FolderSize, FolderSizes } from '../../ports/folder-sizes';

const MOST_FILES = 200_000;

async function list(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch {
    // Not there, or gone while we looked.
    return [];
  }
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await lstat(path)).size;
  } catch {
    return 0;
  }
}

export function createFolderSizes(mostFiles = MOST_FILES): FolderSizes {
  const walk = async (top: string, onFile: (path: string, name: string) => Promise<void>) => {
    const folders = [top];
    let files = 0;
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      for (const entry of await list(folder)) {
        if (entry.isDirectory()) folders.push(join(folder, entry.name));
        if (!entry.isFile()) continue;
        if (files >= mostFiles) return { files, isCut: true };
        files += 1;
        await onFile(join(folder, entry.name), entry.name);
      }
    }
    return { files, isCut: false };
  };
  return {
    async of(path): Promise<FolderSize> {
      let bytes = 0;
      const walked = await walk(path, async (file) => {
        bytes += await sizeOf(file);
      });
      return { bytes, ...walked };
    },
    async empty(path, isWanted) {
      let bytes = 0;
      await walk(path, async (file, name) => {
        if (!isWanted(name)) return;
        const size = await sizeOf(file);
        await unlink(file);
        bytes += size;
      });
      return bytes;
    },
  };
}
