import { type Dirent, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** What Claude keeps beside a transcript: notes on subagents, outputs that were too long for a line, its title. */
export function companionsOf(paths: readonly string[]): string[] {
  const known = new Set(paths);
  const own = paths.filter((path) => !basename(path).startsWith('agent-'));
  return own
    .flatMap((path) => filesBelow(join(dirname(path), basename(path, '.jsonl')), 2))
    .filter((path) => !known.has(path));
}

function filesBelow(folder: string, depth: number): string[] {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isFile()) return /\.(?:json|jsonl|txt)$/.test(entry.name) ? [path] : [];
    return entry.isDirectory() && depth > 1 ? filesBelow(path, depth - 1) : [];
  });
}
