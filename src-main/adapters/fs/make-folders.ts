import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/**
 * A folder with its parents. By hand, because Node's own `recursive` never ends where the system answers ENOENT for a
 * folder whose parent exists (anything below /proc).
 */
export function makeFolders(path: string, mode = 0o700): void {
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    const parent = dirname(path);
    if (codeOf(error) === 'EEXIST' && statSync(path).isDirectory()) return;
    if (codeOf(error) !== 'ENOENT' || parent === path) throw error;
    makeFolders(parent, mode);
    try {
      mkdirSync(path, { mode });
    } catch (again) {
      // Another process may have made it between the two.
      if (codeOf(again) !== 'EEXIST') throw again;
    }
  }
}
