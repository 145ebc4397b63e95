import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build, ROOT } from './build.mjs';
import { findElectron } from './find-electron.mjs';
import { binOf } from './run/child.mjs';

/*
 * `npm run pack`: the app as a folder that starts, in dist/ or --output <folder>. `npm run pack -- --installers` makes the installers of
 * electron-builder.yml as well, where its tools can be fetched.
 * Electron itself: --electron-dist <folder>, else the one that is here (ELECTRON_OVERRIDE_DIST_PATH, the package's own),
 * else electron-builder fetches the official archive.
 */
function folderAfter(words, name) {
  const word = words[words.indexOf(name) + 1];
  return words.includes(name) && word ? resolve(process.env.INIT_CWD ?? process.cwd(), word) : null;
}

/** An unpacked Electron says its version; the package's number would be a guess about somebody else's folder. */
function versionOf(dist) {
  try {
    return readFileSync(join(dist, 'version'), 'utf8').trim().replace(/^v/, '');
  } catch {
    return null;
  }
}

const OUTPUT = folderAfter(process.argv, '--output') ?? join(ROOT, 'dist');

async function pack() {
  const words = process.argv.slice(2);
  const named = folderAfter(words, '--electron-dist');
  const built = await build();
  if (!built.ok) return `The build failed.\n${built.problem}`;
  const found = findElectron();
  const dist = named ?? (found !== null && found.source !== 'missing' ? found.dist : null);
  if (named !== null && !existsSync(named)) return `${named} does not exist`;
  const args = [binOf('electron-builder'), '--config', 'electron-builder.yml', '--publish', 'never'];
  args.push(`-c.directories.output=${OUTPUT}`);
  if (!words.includes('--installers')) args.push('--dir');
  if (dist !== null) {
    args.push(`-c.electronDist=${dist}`);
    const version = versionOf(dist);
    if (version !== null) args.push(`-c.electronVersion=${version}`);
  }
  console.log(
    dist === null ? 'Packing with the official Electron, fetched if need be.' : `Packing with ${dist}.`,
  );
  return run(args);
}

/** Null when it worked, else what it said. */
function run(args) {
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(chunk));
  return new Promise((done) => {
    child.once('error', (error) => done(error.message));
    child.once('close', (code) => done(code === 0 ? null : Buffer.concat(said).toString('utf8').trim()));
  });
}

const problem = await pack();
if (problem !== null) console.error(problem);
else console.log(`Packed into ${OUTPUT}`);
process.exitCode = problem === null ? 0 : 1;
