import { existsSync } from 'node:fs';
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

/** That same `claude`: a developer's own is preferred, but a demo can do with it. Empty where it is not installed. */
export function ownClaude(root) {
  const name = `claude-code-${process.platform}-${process.arch}`;
  const file = process.platform === 'win32' ? 'claude.exe' : 'claude';
  const path = join(root, 'node_modules', '@anthropic-ai', name, file);
  return existsSync(path) ? path : '';
}
