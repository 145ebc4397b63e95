import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import type { TrackerProgram } from '../../ports/tracker-factory';
import { bdEnvironment } from './bd-env';
import type { RunProgram } from './run-program';

type Env = { readonly [name: string]: string | undefined };
export type FindTrackerProgram = (kind: TrackerProgram['kind']) => Promise<TrackerProgram | null>;

const ANSWER_WITHIN_MS = 20_000;

/** What was found is asked for its version once, until the file changes; what was not is looked for each time. */
export function createFindTrackerProgram(env: Env, run: RunProgram): FindTrackerProgram {
  const known = new Map<string, { readonly changed: number; readonly program: TrackerProgram }>();
  return async (kind) => {
    const found = await locate(kind, env);
    if (found === null) return null;
    const before = known.get(found.path);
    if (before !== undefined && before.changed === found.changed) return before.program;
    const outcome = await run({
      path: found.path,
      args: [kind === 'bd' ? 'version' : '--version'],
      // Outside of any project: only the version is wanted.
      cwd: tmpdir(),
      env: bdEnvironment(env),
      timeoutMs: ANSWER_WITHIN_MS,
    });
    const version = outcome.type === 'exited' ? /\d+\.\d+(\.\d+)?/.exec(outcome.stdout)?.[0] : undefined;
    if (version === undefined) return null;
    const program = { kind, path: found.path, version };
    known.set(found.path, { changed: found.changed, program });
    return program;
  };
}

async function locate(kind: TrackerProgram['kind'], env: Env) {
  const named = kind === 'bd' ? env['BEADS_CONSOLE_BD'] : undefined;
  const file = process.platform === 'win32' ? `${kind}.exe` : kind;
  const paths = named
    ? [named]
    : (env['PATH'] ?? '')
        .split(delimiter)
        // A relative entry would find a program inside whatever folder we stand in.
        .filter((folder) => isAbsolute(folder))
        .map((folder) => join(folder, file));
  for (const path of paths) {
    try {
      await access(path, constants.X_OK);
      const stats = await stat(path);
      if (stats.isFile()) return { path, changed: stats.mtimeMs };
    } catch {
      // Not this one.
    }
  }
  return null;
}
