import { appendFileSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ForgottenIds } from '../../ports/archive';
import { makeFolders } from '../fs/make-folders';

/** One id a line; only ever written on. */
export function createForgottenIds(path: string): ForgottenIds {
  const ids = new Set<string>();
  try {
    for (const line of readFileSync(path, 'utf8').split('\n')) if (line !== '') ids.add(line);
  } catch {
    // Nothing was ever deleted.
  }
  return {
    has: (id) => ids.has(id),
    isEmpty: () => ids.size === 0,
    add(id) {
      if (ids.has(id)) return;
      makeFolders(dirname(path));
      appendFileSync(path, `${id}\n`, { mode: 0o600 });
      ids.add(id);
    },
  };
}
