import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cacheOf, unpackPinned } from './pinned-package.mjs';

/*
 * The newest Claude that the seats are held to, beside the pinned one of the lock file (npm resolves that on Node 20; the
 * native binary of this one needs no Node). Prints where it is, for BEADS_CONSOLE_CLAUDE:
 *   BEADS_CONSOLE_CLAUDE="$(node tools/install-claude.mjs)" npm run deep -- claude
 */
const VERSION = '2.1.325';
const INTEGRITY = {
  'linux-x64':
    'sha512-BqZzMvP/zgLLL34S+7OzbG+cyoFp7gwWHU5koVwsyMlTAz+0zZAmbY+UkzvtN2RXxp6AcMenbYIjQJxoXfUY3w==',
  'linux-arm64':
    'sha512-NCvQcOxr685Y4mkYUjQT8l/Ouzw0k2xWloWeyzfsUtWiOedHosPkaW6XCSpzAl1dMuvDNBF97qpWgVDrSdK2Vw==',
  'darwin-arm64':
    'sha512-Ds1f1B+qy2BWDI+VnmDHwkNyTbXCwFrBtrinPD95RBmUubFJu9nCzMgn+wrg5VwwF6vtkkzGexogneZIYZKb6A==',
  'darwin-x64':
    'sha512-+wTK42IT/b5GZHxAVVMLNnCHG/CtngztTE6fNn5s4h47LNXrDQz2RpPLsY5XHr8astNzk7GWPU8GecCG+5EEIQ==',
  'win32-x64':
    'sha512-AGuh2ImOYbdsKCq8J0jaamvquCddB9HC70u+Ik8OYQ28xkGPH+xF4oEAr8GKZCgT1mbuoDl1qinI/AXErwLyuw==',
};

/** `{ path }` or `{ problem }`, in a sentence. */
export function installClaude(env = process.env) {
  const platform = `${process.platform}-${process.arch}`;
  const integrity = INTEGRITY[platform];
  if (integrity === undefined) return { problem: `there is none for ${platform}` };
  const folder = cacheOf(`claude-${VERSION}`, env);
  const file = process.platform === 'win32' ? 'claude.exe' : 'claude';
  const path = join(folder, file);
  if (existsSync(path)) return { path };
  const name = `@anthropic-ai/claude-code-${platform}`;
  const problem = unpackPinned({ name, version: VERSION, integrity }, folder, (unpacked) =>
    chmodSync(join(unpacked, file), 0o755),
  );
  return problem === null ? { path } : { problem };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { path, problem } = installClaude();
  if (path) console.log(path);
  else console.error(`No Claude ${VERSION}: ${problem}`);
  process.exitCode = path ? 0 : 1;
}
