import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

/** What a person waits for before the first screen, in bytes of gzipped JavaScript. */
export const FIRST_LOAD_LIMIT = 250_000;

/**
 * The scripts a page fetches before it shows anything: the entry, everything it imports statically, and what the page
 * preloads. A dynamic import is what keeps a heavy part out of this list.
 */
export function firstLoadFiles(manifest, html) {
  const found = new Set();
  const visit = (key) => {
    const chunk = manifest[key];
    if (chunk === undefined || found.has(chunk.file)) return;
    found.add(chunk.file);
    for (const next of chunk.imports ?? []) visit(next);
  };
  for (const [key, chunk] of Object.entries(manifest)) if (chunk.isEntry) visit(key);
  for (const [, file] of html.matchAll(/(?:src|href)="(?:\.?\/)?([^":?#]+\.m?js)"/g)) found.add(file);
  return [...found].filter((file) => /\.m?js$/.test(file)).sort();
}

export function measureFirstLoad(rendererDir) {
  const manifest = JSON.parse(readFileSync(join(rendererDir, '.vite', 'manifest.json'), 'utf8'));
  const html = readFileSync(join(rendererDir, 'index.html'), 'utf8');
  const files = firstLoadFiles(manifest, html).map((file) => ({
    file,
    gzip: gzipSync(readFileSync(join(rendererDir, file)), { level: 9 }).length,
  }));
  return { files, gzip: files.reduce((sum, { gzip }) => sum + gzip, 0) };
}

/** Null when it fits, else what is too much. An entry-less build is a broken measurement, not a small one. */
export function overBudget({ files, gzip }, limit = FIRST_LOAD_LIMIT) {
  if (files.length === 0) return 'no entry script was found in the renderer build, so nothing was measured';
  if (gzip <= limit) return null;
  const largest = [...files].sort((a, b) => b.gzip - a.gzip).slice(0, 5);
  const list = largest.map(({ file, gzip: size }) => `  ${(size / 1000).toFixed(1)} kB  ${file}`).join('\n');
  return `the first load is ${(gzip / 1000).toFixed(1)} kB of gzipped JavaScript, ${(limit / 1000).toFixed(0)} kB are allowed. Load the heavy part with import():\n${list}`;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const measured = measureFirstLoad(join(import.meta.dirname, '..', 'out', 'renderer'));
  const problem = overBudget(measured);
  console.log(problem ?? `first load: ${(measured.gzip / 1000).toFixed(1)} kB gzipped JavaScript`);
  process.exitCode = problem === null ? 0 : 1;
}
