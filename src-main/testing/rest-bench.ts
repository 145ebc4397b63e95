import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { serve } from '../compose/serve';
import { LINE } from './jsonl-project';
import { type RawAnswer, rawRequest } from './raw-request';
import { tempDir } from './temp-dir';

export type RestBench = {
  readonly base: string;
  readonly home: string;
  readonly project: string;
  readonly port: number;
  /** The app's own. */
  readonly token: string;
  readonly env: NodeJS.ProcessEnv;
  ask(method: string, path: string, options?: AskOptions): Promise<RestAnswer>;
  close(): Promise<void>;
};
export type AskOptions = {
  readonly body?: unknown;
  /** Null sends none. */
  readonly token?: string | null;
  readonly headers?: readonly (readonly [string, string])[];
};
// biome-ignore lint/suspicious/noExplicitAny: what came back, looked at by each test in its own way
export type RestAnswer = RawAnswer & { readonly json: any };

/** The real server with the real program behind it, on a project with three beads. */
export async function restBench(onEnd = onTestFinished): Promise<RestBench> {
  const base = tempDir('rest', onEnd);
  const [home, project, renderer] = [join(base, 'data'), join(base, 'project'), join(base, 'renderer')];
  mkdirSync(join(project, '.beads'), { recursive: true });
  mkdirSync(renderer);
  writeFileSync(
    join(project, '.beads', 'issues.jsonl'),
    ['aa-1', 'aa-2', 'aa-3'].map((name) => `${LINE(name)}\n`).join(''),
  );
  // Without PATH neither git nor a tracker's program is found: what is asked here is the door, not what lies behind it.
  const env = { HOME: base, BEADS_CONSOLE_HOME: home, CLAUDE_CONFIG_DIR: join(base, 'claude'), PATH: '' };
  const served = await serve({ env, project: null, port: 0, rendererFolder: renderer, checkOutputs: true });
  if (!served.ok || served.value.kind !== 'serving') throw new Error(JSON.stringify(served));
  const { url, token_file, close } = served.value;
  onEnd(() => close());
  const port = Number(new URL(url).port);
  const token = readFileSync(token_file, 'utf8').trim();
  return {
    base,
    home,
    project,
    port,
    token,
    env,
    close,
    async ask(method, path, options = {}) {
      const bearer = options.token === undefined ? token : options.token;
      const body = options.body === undefined ? undefined : JSON.stringify(options.body);
      const answer = await rawRequest({
        port,
        method,
        path: `/api/v1${path}`,
        headers: [
          ['Host', `127.0.0.1:${port}`],
          ...(bearer === null ? [] : [['Authorization', `Bearer ${bearer}`] as const]),
          ...(body === undefined
            ? []
            : ([
                ['Content-Type', 'application/json'],
                ['Content-Length', String(Buffer.byteLength(body))],
              ] as const)),
          ...(options.headers ?? []),
        ],
        ...(body === undefined ? {} : { body }),
      });
      const isJson = /[/+]json;/.test(String(answer.headers['content-type']));
      return { ...answer, json: isJson ? JSON.parse(answer.body) : null };
    },
  };
}
