import { userInfo } from 'node:os';
import type { RunProgram } from './run-program';

type Env = { readonly [name: string]: string | undefined };

const ANSWER_WITHIN_MS = 10_000;
const PRINTABLE = /^[^\p{Cc}]{1,200}$/u;

/** Whom bd itself would write down: its own variable, git's user, the account. */
export function createDefaultActor(env: Env, run: RunProgram): (folder: string) => Promise<string> {
  return async (folder) => {
    const named = env['BEADS_ACTOR'] ?? '';
    if (PRINTABLE.test(named)) return named;
    const asked = await run({
      path: 'git',
      args: ['config', 'user.name'],
      cwd: folder,
      env: Object.fromEntries(Object.entries(env).flatMap(([k, v]) => (v === undefined ? [] : [[k, v]]))),
      timeoutMs: ANSWER_WITHIN_MS,
    });
    const name = asked.type === 'exited' && asked.code === 0 ? asked.stdout.trim() : '';
    return PRINTABLE.test(name) ? name : accountName();
  };
}

function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    // No entry for this account, as in some containers.
    return 'somebody';
  }
}
