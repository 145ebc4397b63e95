import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import type { ProgramFound, Programs } from '../../ports/programs';

type Env = { readonly [name: string]: string | undefined };

/** Where a person may name the program themselves. */
const OVERRIDES = { claude: 'BEADS_CONSOLE_CLAUDE', bd: 'BEADS_CONSOLE_BD', git: null } as const;
const ANSWER_WITHIN_MS = 10_000;

export function createPathPrograms(env: Env): Programs {
  return {
    async look(name) {
      const path = await findProgram(name, env);
      if (path === null) return { found: false, reason: 'not-found' };
      return versionOf(path, env);
    },
  };
}

export async function findProgram(name: keyof typeof OVERRIDES, env: Env): Promise<string | null> {
  const override = OVERRIDES[name];
  const named = override === null ? undefined : env[override];
  if (named) return (await isExecutable(named)) ? named : null;
  const names = process.platform === 'win32' ? [`${name}.exe`, `${name}.cmd`] : [name];
  // A relative entry of PATH would find a program inside whatever folder we happen to stand in.
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  for (const folder of folders) {
    for (const file of names) {
      const path = join(folder, file);
      if (await isExecutable(path)) return path;
    }
  }
  return null;
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

function versionOf(path: string, env: Env): Promise<ProgramFound> {
  return new Promise((resolve) => {
    const options = { timeout: ANSWER_WITHIN_MS, maxBuffer: 64 * 1024, env: { ...env }, windowsHide: true };
    execFile(path, ['--version'], options, (error, stdout) => {
      const version = /\d+\.\d+(?:\.\d+)?[\w.-]*/.exec(stdout)?.[0];
      if (error || version === undefined) resolve({ found: false, reason: 'no-answer' });
      else resolve({ found: true, path, version });
    });
  });
}
