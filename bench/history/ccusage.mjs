import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { run } from './corpus.mjs';

const VERSION = '20.0.24';
const PACKAGE = `@ccusage/ccusage-linux-x64@${VERSION}`;

/** The peer, fetched once into a cache outside the repository; null where it cannot be had. */
export async function fetchCcusage() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'beads-console');
  const folder = join(cache, `ccusage-${VERSION}`);
  const file = join(folder, 'package', 'bin', 'ccusage');
  if (existsSync(file)) return { file };
  const making = `${folder}.${process.pid}`;
  try {
    mkdirSync(making, { recursive: true });
    const home = { HOME: process.env.HOME ?? making };
    await run('npm', ['pack', '--silent', '--pack-destination', making, PACKAGE], home);
    const [archive] = readdirSync(making);
    await run('tar', ['xzf', join(making, archive), '-C', making]);
    chmodSync(join(making, 'package', 'bin', 'ccusage'), 0o755);
    renameSync(making, folder);
    return { file };
  } catch {
    rmSync(making, { recursive: true, force: true });
    return existsSync(file) ? { file } : null;
  }
}
