import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What can take more than one named file away, or overrule a program that refuses to. */
const DANGERS = [
  { name: 'recursive deletion', pattern: /\brm(?:Sync)?\s*\([^;]*?\brecursive:\s*true/gs },
  { name: 'forced deletion', pattern: /\brm(?:Sync)?\s*\([^;]*?\bforce:\s*true/gs },
  { name: 'recursive deletion', pattern: /\bremoveTree\s*[(:]/g },
  { name: 'recursive deletion', pattern: /\brm\s+-[a-z]*[rf]|\brimraf\b|\bfs-extra\b/g },
  {
    name: 'forced git',
    pattern:
      /['"`](?:--force(?:-with-lease)?|--hard|--discard-changes|--ignore-other-worktrees|-[Dfx]|-f[dx]+|clean|gc|prune|drop|pop|filter-branch|reflog|--prune)['"`]/g,
  },
  { name: 'deleted ref', pattern: /['"`]update-ref['"`],\s*['"`]-d['"`]/g },
];

const CODE = /\.(?:ts|tsx|mjs|cjs|js)$/;
const TESTS = /\.test\.|\/testing\/|\/testdata\//;

/** Comments say what must not be done; they do nothing. */
const withoutComments = (text) => text.replace(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*$/gm, '');

export function dangersIn(text) {
  const code = withoutComments(text);
  return DANGERS.flatMap(({ name, pattern }) =>
    [...code.matchAll(pattern)].map(([found]) => ({ name, found })),
  );
}

/** Of every source file that ships: how many of each danger. */
export function findDeletions(root, rooms) {
  const found = {};
  const look = (folder) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) look(path);
      else if (CODE.test(entry.name) && !TESTS.test(path)) {
        const dangers = dangersIn(readFileSync(join(root, path), 'utf8'));
        if (dangers.length > 0) found[path] = dangers.length;
      }
    }
  };
  for (const room of rooms) look(room);
  return found;
}
