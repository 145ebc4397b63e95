import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import { compareVersions } from '@domain/bead/tracker-info';

export type RealBd = { readonly path: string; readonly version: string };

/** A bd of this machine, built by tools/install-bd.mjs or installed by its owner. */
export function findRealBd(wanted: { readonly from: string; readonly below: string }): RealBd | null {
  const xdg = process.env['XDG_CACHE_HOME'] ?? '';
  const cache = join(isAbsolute(xdg) ? xdg : join(homedir(), '.cache'), 'beads-console', 'bd');
  const versions = ['v1.3.0', 'v1.0.5', 'v0.47.1'];
  const candidates = [
    process.env['BEADS_CONSOLE_BD'] ?? '',
    ...versions.map((version) => join(cache, version, 'bd')),
    ...(process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'bd')),
  ];
  for (const path of candidates.filter((candidate) => candidate !== '' && existsSync(candidate))) {
    const version = versionOf(path);
    if (version === null) continue;
    if (compareVersions(version, wanted.from) >= 0 && compareVersions(version, wanted.below) < 0)
      return { path, version };
  }
  return null;
}

/** The Rust tracker, where its owner or `cargo install beads_rust` has put it. */
export function findRealBr(): RealBd | null {
  const candidates = [
    process.env['BEADS_CONSOLE_BR'] ?? '',
    ...(process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'br')),
  ];
  for (const path of candidates.filter((candidate) => candidate !== '' && existsSync(candidate))) {
    const version = versionOf(path);
    if (version !== null) return { path, version };
  }
  return null;
}

export function initRealBr(br: RealBd, folder: string): void {
  execFileSync('git', ['init', '-q'], { cwd: folder, stdio: 'pipe' });
  runRealBd(br, folder, 'init', '--prefix=shop');
}

function versionOf(path: string): string | null {
  try {
    const printed = execFileSync(path, ['version'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      env: calmBdEnvironment(),
    });
    return /\d+\.\d+\.\d+/.exec(printed)?.[0] ?? null;
  } catch {
    return null;
  }
}

/** No process stays behind a call, and nothing is asked. */
export function calmBdEnvironment(): NodeJS.ProcessEnv {
  return {
    ...process.env,
    BD_DISABLE_METRICS: '1',
    BD_DISABLE_EVENT_FLUSH: '1',
    BD_NON_INTERACTIVE: '1',
    BEADS_NO_DAEMON: '1',
    NO_COLOR: '1',
  };
}

/** Runs it the way another terminal would. */
export function runRealBd(bd: RealBd, cwd: string, ...args: string[]): string {
  return execFileSync(bd.path, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: calmBdEnvironment(),
  });
}

/** A git project with an empty tracker; making one takes seconds, so suites make one and copy it. */
export function initRealBd(bd: RealBd, folder: string, prefix = 'shop', extra: readonly string[] = []): void {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'pipe' });
  git('init', '-q');
  git('config', 'user.name', 'ada');
  git('config', 'user.email', 'ada@example.org');
  const isOld = compareVersions(bd.version, '1.0.0') < 0;
  const flags = isOld ? ['--skip-merge-driver'] : ['--skip-agents', '--non-interactive'];
  runRealBd(bd, folder, 'init', `--prefix=${prefix}`, '--skip-hooks', '-q', ...flags, ...extra);
}
