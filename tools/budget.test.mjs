import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { firstLoadFiles, measureFirstLoad, overBudget } from './budget.mjs';

const manifest = {
  'index.html': {
    file: 'assets/index-a.js',
    isEntry: true,
    imports: ['_react.js'],
    dynamicImports: ['terminal.tsx'],
    css: ['assets/index.css'],
  },
  '_react.js': { file: 'assets/react-b.js', imports: ['_shared.js'] },
  '_shared.js': { file: 'assets/shared-c.js', imports: ['_react.js'] },
  'terminal.tsx': { file: 'assets/terminal-d.js', isDynamicEntry: true, imports: ['_xterm.js'] },
  '_xterm.js': { file: 'assets/xterm-e.js' },
};
const html = `<link rel="modulepreload" href="./assets/extra-f.js"><script type="module" src="./assets/index-a.js"></script>`;

const made = [];
afterEach(() => {
  for (const dir of made.splice(0)) rmSync(dir, { recursive: true, force: true });
});

function rendererWith(entrySize) {
  const dir = mkdtempSync(join(tmpdir(), 'beads-budget-'));
  made.push(dir);
  const write = (path, content) => {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), content);
  };
  write('.vite/manifest.json', JSON.stringify(manifest));
  write('index.html', html);
  // Random bytes do not compress, so the size on the wire is known.
  write('assets/index-a.js', randomBytes(entrySize));
  for (const name of ['react-b', 'shared-c', 'extra-f']) write(`assets/${name}.js`, 'export{}');
  write('assets/terminal-d.js', randomBytes(900_000));
  return dir;
}

describe('the first load', () => {
  it('is the entry, what it imports statically, in circles too, and what the page preloads', () => {
    expect(firstLoadFiles(manifest, html)).toEqual([
      'assets/extra-f.js',
      'assets/index-a.js',
      'assets/react-b.js',
      'assets/shared-c.js',
    ]);
  });

  it('passes with a heavy part behind a dynamic import', () => {
    expect(overBudget(measureFirstLoad(rendererWith(200_000)))).toBeNull();
  });

  it('fails above the limit and names the largest file', () => {
    expect(overBudget(measureFirstLoad(rendererWith(260_000)))).toContain('assets/index-a.js');
  });

  it('fails when no entry was found', () => {
    expect(overBudget({ files: [], gzip: 0 })).not.toBeNull();
  });
});
