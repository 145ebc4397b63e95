import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './child.mjs';

const CHROMIUM = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

export function findProgram(names, env = process.env) {
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  for (const name of names)
    for (const folder of folders) if (isProgram(join(folder, name))) return join(folder, name);
  return null;
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** `{ path }` or `{ problem }`. `E2E_CHROMIUM` names another one. */
export async function findChromium(say) {
  const named = process.env['E2E_CHROMIUM'];
  if (named) return isProgram(named) ? { path: named } : { problem: `E2E_CHROMIUM is no program: ${named}` };
  const found = findProgram(CHROMIUM);
  if (found) return { path: found };
  const problem = await installDebian(['chromium'], say);
  if (problem) return { problem: `there is no Chromium; ${problem}` };
  const installed = findProgram(CHROMIUM);
  return installed ? { path: installed } : { problem: 'apt installed chromium, but it is not on the PATH' };
}

/** Null when the packages are in, else the sentence with the command a person can give. */
export async function installDebian(packages, say) {
  const command = `apt-get install -y --no-install-recommends ${packages.join(' ')}`;
  if (!findProgram(['apt-get'])) return `install it with your system's package manager (Debian: ${command})`;
  if (process.getuid?.() !== 0) return `run: sudo ${command}`;
  say(`installing ${packages.join(' ')} (${command})`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-q'], { env, timeoutMs: 300_000 });
  const done = await run('apt-get', command.split(' ').slice(1), { env, timeoutMs: 900_000 });
  return done.code === 0 ? null : `${command} failed: ${done.output.trim().split('\n').at(-1)}`;
}
