import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Where the program stands inside an unpacked Electron. */
export function programIn(platform = process.platform) {
  if (platform === 'darwin') return join('Electron.app', 'Contents', 'MacOS', 'Electron');
  return platform === 'win32' ? 'electron.exe' : 'electron';
}

export function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** The folder of the `electron` package, or null. Resolved, never imported: importing it starts a download. */
export function electronPackage() {
  try {
    return dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  } catch {
    return null;
  }
}

/**
 * The Electron that is on this machine already.
 * `override`: the folder named by ELECTRON_OVERRIDE_DIST_PATH; named but empty is `missing`, so that a typing mistake is
 * told and not answered with a download. `package`: what the official package fetched before.
 */
export function findElectron(env = process.env, folder = electronPackage()) {
  const override = env.ELECTRON_OVERRIDE_DIST_PATH;
  if (override) {
    const program = join(override, programIn());
    return isProgram(program)
      ? { source: 'override', dist: override, program }
      : { source: 'missing', dist: override, program };
  }
  if (folder === null) return null;
  try {
    // path.txt is written last by the package's installer: without it the folder may be half unpacked.
    const program = join(folder, 'dist', readFileSync(join(folder, 'path.txt'), 'utf8').trim());
    return isProgram(program) ? { source: 'package', dist: join(folder, 'dist'), program } : null;
  } catch {
    return null;
  }
}
