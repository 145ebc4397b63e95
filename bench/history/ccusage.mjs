import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './corpus.mjs';

const PACKAGE = '@ccusage/ccusage-linux-x64@20.0.24';

/** The peer, fetched for the bench alone; null where it cannot be had. */
export async function fetchCcusage() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  const folder = mkdtempSync(join(tmpdir(), 'bench-ccusage-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const home = { HOME: process.env.HOME ?? folder };
    await run('npm', ['pack', '--silent', '--pack-destination', folder, PACKAGE], home);
    const [archive] = readdirSync(folder);
    await run('tar', ['xzf', join(folder, archive), '-C', folder]);
    const file = join(folder, 'package', 'bin', 'ccusage');
    chmodSync(file, 0o755);
    return { file, remove };
  } catch {
    remove();
    return null;
  }
}
