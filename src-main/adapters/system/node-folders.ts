import { constants } from 'node:fs';
import { access, lstat, opendir, readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { err, ok } from '@domain/result';
import type { Folders } from '../../ports/folders';

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Only names and kinds are looked at: a hostile `.git` (a pipe, a device, a loop of links) is never opened. */
async function kindOf(path: string): Promise<'folder' | 'file' | 'other' | null> {
  try {
    const found = await lstat(path);
    if (found.isDirectory()) return 'folder';
    return found.isFile() ? 'file' : 'other';
  } catch {
    return null;
  }
}

/** A worktree's `.git` is a file. */
async function isGit(path: string): Promise<boolean> {
  const kind = await kindOf(join(path, '.git'));
  return kind === 'folder' || kind === 'file';
}

export function createNodeFolders(): Folders {
  return {
    async inspect(path) {
      try {
        const real = await realpath(path);
        if (!(await stat(real)).isDirectory()) return err('not-a-folder');
        await access(real, constants.R_OK | constants.X_OK);
        // Opened and not listed: a folder of a million names is as quick as an empty one.
        await (await opendir(real)).close();
        const hasBeads = (await kindOf(join(real, '.beads'))) === 'folder';
        return ok({ path: real, hasBeads, isGit: await isGit(real) });
      } catch (error) {
        const code = codeOf(error);
        if (code === 'ENOTDIR') return err('not-a-folder');
        return err(code === 'EACCES' || code === 'EPERM' ? 'not-readable' : 'not-found');
      }
    },
    async childrenOf(path) {
      try {
        const entries = await readdir(path, { withFileTypes: true });
        const folders = entries.filter((entry) => entry.isDirectory());
        return await Promise.all(
          folders.map(async ({ name }) => ({
            name,
            path: join(path, name),
            isGit: await isGit(join(path, name)),
          })),
        );
      } catch {
        return [];
      }
    },
  };
}
