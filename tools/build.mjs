import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { measureFirstLoad, overBudget } from './budget.mjs';
import { withBuildLock } from './build-lock.mjs';
import { sourceStamp } from './source-stamp.mjs';

export const ROOT = dirname(import.meta.dirname);
const STAMP = join(ROOT, 'out', '.stamp');
const PRODUCTS = ['out/main/index.js', 'out/main/cli.js', 'out/preload/index.cjs', 'out/renderer/index.html'];

function stampOfOut() {
  try {
    return PRODUCTS.every((path) => existsSync(join(ROOT, path))) ? readFileSync(STAMP, 'utf8') : null;
  } catch {
    return null;
  }
}

function electronVite(args) {
  const cli = join(
    dirname(createRequire(import.meta.url).resolve('electron-vite/package.json')),
    'bin',
    'electron-vite.js',
  );
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [cli, ...args], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    const output = [];
    child.stdout.on('data', (chunk) => output.push(chunk));
    child.stderr.on('data', (chunk) => output.push(chunk));
    child.on('error', (error) => resolve({ code: 1, output: String(error) }));
    child.on('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(output).toString('utf8') }));
  });
}

/** What to do first in a folder that was only cloned; null when the packages are there. */
export function missingPackages(root = ROOT) {
  try {
    createRequire(join(root, 'package.json')).resolve('electron-vite/package.json');
    return null;
  } catch {
    return 'The packages it is made of are not here yet. Run this first: npm ci';
  }
}

/**
 * Builds when the sources changed since the last good build. The stamp is written last and removed first: a build that
 * was cut short, or that is over the budget, is never taken for a fresh one.
 */
export async function build({ force = false, say = (line) => console.log(line) } = {}) {
  if (!force && stampOfOut() === sourceStamp(ROOT)) return { ok: true, built: false };
  const missing = missingPackages();
  if (missing !== null) return { ok: false, problem: missing };
  try {
    const lock = join(ROOT, 'node_modules', '.cache', 'beads-console-build');
    return await withBuildLock(lock, () => make(force, say), say);
  } catch (error) {
    // A tree that belongs to somebody else, a full disk: a sentence, not a stack.
    return { ok: false, problem: error.message };
  }
}

async function make(force, say) {
  const stamp = sourceStamp(ROOT);
  // The one we waited for may have done our work.
  if (!force && stampOfOut() === stamp) return { ok: true, built: false };
  rmSync(STAMP, { force: true });
  const started = performance.now();
  const { code, output } = await electronVite(['build', '--logLevel', 'warn']);
  if (code !== 0) return { ok: false, problem: output.trim() || `electron-vite ended with ${code}` };
  const measured = measureFirstLoad(join(ROOT, 'out', 'renderer'));
  const problem = overBudget(measured);
  if (problem !== null) return { ok: false, problem };
  writeFileSync(STAMP, stamp);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  say(`built in ${seconds} s, first load ${(measured.gzip / 1000).toFixed(1)} kB gzipped JavaScript`);
  return { ok: true, built: true };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const result = await build({ force: !process.argv.includes('--if-needed') });
  if (!result.ok) console.error(`The build failed.\n${result.problem}`);
  else if (!result.built) console.log('nothing changed since the last build');
  process.exitCode = result.ok ? 0 : 1;
}
