import { appendFileSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ForgottenIds } from '../../ports/archive';
import { makeFolders } from '../fs/make-folders';

/** One id a line; only ever written on. Throws when it is there and cannot be read: what was deleted would come back. */
export function createForgottenIds(path: string): ForgottenIds {
  const ids = new Set(linesOf(path));
  return {
    has: (id) => ids.has(id),
    isEmpty: () => ids.size === 0,
    add(id) {
      if (ids.has(id)) return;
      makeFolders(dirname(path));
      // A full disk may have cut the last line short: nothing is glued to what is left of it.
      appendFileSync(path, `\n${id}\n`, { mode: 0o600 });
      ids.add(id);
    },
  };
}

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    if (code === 'ENOENT') return [];
    throw new Error(
      `the list of sessions that were deleted for ever cannot be read (${code}), and without it they would come back: ${path}`,
      { cause: error },
    );
  }
}
