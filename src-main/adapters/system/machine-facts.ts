import { constants } from 'node:fs';
import { access, readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { MachineFacts } from '../../ports/machine-facts';

type Env = { readonly [name: string]: string | undefined };

export function createMachineFacts(dataFolder: string, env: Env): MachineFacts {
  return {
    nodeVersion: () => process.version,
    electron: () => findElectron(env),
    async dataFolder() {
      const path = dataFolder;
      const found = await stat(path).catch(() => null);
      // Not made yet is fine as long as it could be: whoever asks the doctor first has no folder.
      if (found === null) return { path, isWritable: await canBeMade(path), isPrivate: true };
      const isPrivate = process.platform === 'win32' || (found.mode & 0o077) === 0;
      return { path, isWritable: found.isDirectory() && (await isOpenToUs(path)), isPrivate };
    },
  };
}

function isOpenToUs(folder: string): Promise<boolean> {
  return access(folder, constants.W_OK | constants.R_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
}

async function canBeMade(path: string): Promise<boolean> {
  const parent = dirname(path);
  if (parent === path) return false;
  try {
    await access(parent, constants.W_OK);
    return (await stat(parent)).isDirectory();
  } catch (error) {
    const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return isAbsent ? canBeMade(parent) : false;
  }
}

/** Never imports the package: from plain Node that alone starts its download. */
async function findElectron(env: Env): Promise<{ version: string; isInstalled: boolean } | null> {
  const running = process.versions['electron'];
  if (running) return { version: running, isInstalled: true };
  try {
    const manifest = createRequire(import.meta.url).resolve('electron/package.json');
    const folder = dirname(manifest);
    const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string };
    const program = (await readFile(join(folder, 'path.txt'), 'utf8').catch(() => 'electron')).trim();
    const dist = env['ELECTRON_OVERRIDE_DIST_PATH'] || join(folder, 'dist');
    const isInstalled = await access(join(dist, program), constants.X_OK).then(
      () => true,
      () => false,
    );
    return { version, isInstalled };
  } catch {
    return null;
  }
}
