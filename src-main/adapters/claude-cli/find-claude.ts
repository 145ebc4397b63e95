import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { err, ok, type Result } from '@domain/result';
import type { DriverError } from '@domain/session/errors';
import { type Capabilities, capabilitiesOf, OLDEST_CLAUDE } from './capabilities';

type Env = { readonly [name: string]: string | undefined };
export type Claude = { readonly path: string; readonly version: string; readonly can: Capabilities };
/** `trusted`: a project whose own programs may run. */
export type FindClaude = (trusted?: string) => Promise<Result<Claude, DriverError>>;

export type FindClaudeDeps = {
  readonly env: Env;
  /** What the person's settings name: it counts before everything else. */
  readonly named?: () => string | null;
  /** The first `claude` by this environment's override and PATH; null when there is none. */
  readonly findProgram: (env: Env) => Promise<string | null>;
  readonly versionOf?: (path: string, env: Env) => Promise<string | null>;
  readonly loginPath?: (env: Env) => Promise<string | null>;
};

const ANSWER_WITHIN_MS = 30_000;

/** What was found is asked for its version once, until the file changes; what was not is looked for each time. */
export function createFindClaude(deps: FindClaudeDeps): FindClaude {
  const { env, named = () => null, findProgram, versionOf = askVersion, loginPath = askLoginPath } = deps;
  const known = new Map<string, { readonly changed: number; readonly claude: Result<Claude, DriverError> }>();

  const locate = async (trusted?: string): Promise<Result<string, DriverError>> => {
    const chosen = named() || env['BEADS_CONSOLE_CLAUDE'];
    const found = await findProgram(chosen ? { ...env, BEADS_CONSOLE_CLAUDE: chosen } : env);
    if (found !== null) return ok(found);
    if (chosen) return err({ code: 'claude-not-found', looked_in: [chosen] });
    // Started from a desktop, the program has not seen what the shell's profile adds to PATH.
    const login = await loginPath(env);
    const second = login === null ? null : await findProgram({ ...env, PATH: login });
    if (second !== null) return ok(second);
    const own = trusted === undefined ? null : join(trusted, 'node_modules', '.bin');
    const third = own === null ? null : await findProgram({ ...env, PATH: own });
    if (third !== null) return ok(third);
    const folders = [env['PATH'], login, own].flatMap((path) => path?.split(delimiter) ?? []);
    return err({ code: 'claude-not-found', looked_in: [...new Set(folders.filter((one) => one !== ''))] });
  };

  return async (trusted) => {
    const path = await locate(trusted);
    if (!path.ok) return path;
    const changed = await stat(path.value).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    );
    const before = known.get(path.value);
    if (before?.changed === changed) return before.claude;
    const version = await versionOf(path.value, env);
    if (version === null)
      return err({ code: 'claude-did-not-start', detail: `${path.value} did not tell its version.` });
    const can = capabilitiesOf(version);
    const claude: Result<Claude, DriverError> =
      can === null
        ? err({ code: 'claude-too-old', found: version, needed: OLDEST_CLAUDE })
        : ok({ path: path.value, version, can });
    known.set(path.value, { changed, claude });
    return claude;
  };
}

function askVersion(path: string, env: Env): Promise<string | null> {
  return answer(path, ['--version'], env).then((said) => /\d+\.\d+\.\d+/.exec(said ?? '')?.[0] ?? null);
}

const EDGE = '__beads_console_path__';

/** A profile may print things of its own; ours stands between two marks. */
async function askLoginPath(env: Env): Promise<string | null> {
  const shell = env['SHELL'];
  if (process.platform === 'win32' || !shell?.startsWith('/')) return null;
  const said = await answer(shell, ['-l', '-c', `printf '%s' "${EDGE}\${PATH}${EDGE}"`], env);
  return said?.split(EDGE)[1] ?? null;
}

function answer(path: string, args: string[], env: Env): Promise<string | null> {
  const options = {
    // Outside of any project: nothing there has a say in this. Not everybody has a home.
    cwd: existsSync(homedir()) ? homedir() : tmpdir(),
    timeout: ANSWER_WITHIN_MS,
    maxBuffer: 1024 * 1024,
    env: { ...env },
    windowsHide: true,
  };
  return new Promise((resolve) => {
    execFile(path, args, options, (error, stdout) => resolve(error ? null : stdout)).stdin?.end();
  });
}
