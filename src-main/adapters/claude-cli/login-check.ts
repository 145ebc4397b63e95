import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { err, ok, type Result } from '@domain/result';
import type { DriverError } from '@domain/session/errors';
import { objectOf, parseObject } from '@domain/transcript/transcript-line';
import type { Claude } from './find-claude';

type Env = { readonly [name: string]: string | undefined };
export type LoginCheck = (claude: Pick<Claude, 'path'>) => Promise<Result<null, DriverError>>;

export type LoginCheckDeps = {
  readonly env: Env;
  /** What `claude auth status` says; null when it says nothing that can be read. */
  readonly ask?: (path: string, env: Env) => Promise<boolean | null>;
};

const ANSWER_WITHIN_MS = 30_000;
/** Whoever sets one of these has said how Claude gets in. */
const KEYS = [
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_AUTH_TOKEN',
  'CLAUDE_CODE_OAUTH_TOKEN',
  'CLAUDE_CODE_USE_BEDROCK',
  'CLAUDE_CODE_USE_VERTEX',
];

/**
 * Claude is asked whether it is logged in; its own files are not looked at. Only a plain no refuses: without a terminal
 * the first prompt would fail with it. A yes is believed for as long as we run, a no is asked again.
 */
export function createLoginCheck({ env, ask = askStatus }: LoginCheckDeps): LoginCheck {
  const known = new Set<string>();
  return async ({ path }) => {
    if (known.has(path) || KEYS.some((name) => env[name])) return ok(null);
    const answer = await ask(path, env);
    if (answer === false) return err({ code: 'claude-not-logged-in', claude: path });
    known.add(path);
    return ok(null);
  };
}

function askStatus(path: string, env: Env): Promise<boolean | null> {
  const options = { cwd: tmpdir(), timeout: ANSWER_WITHIN_MS, maxBuffer: 1024 * 1024, windowsHide: true };
  return new Promise((resolve) => {
    // It ends with 1 when the answer is no: what it said counts, not how it ended.
    const child = execFile(path, ['auth', 'status', '--json'], { ...options, env: { ...env } }, (_, said) => {
      const answer = objectOf(parseObject(said))?.['loggedIn'];
      resolve(typeof answer === 'boolean' ? answer : null);
    });
    child.stdin?.end();
  });
}
