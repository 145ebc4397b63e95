import { delimiter, join } from 'node:path';

/**
 * npm puts our `node_modules/.bin` first on PATH, and with it the `claude` that only our tests use: it would stand in
 * front of the developer's own.
 */
export function withoutOwnPrograms(path, root) {
  const own = join(root, 'node_modules', '.bin');
  return path
    .split(delimiter)
    .filter((folder) => folder !== own)
    .join(delimiter);
}
