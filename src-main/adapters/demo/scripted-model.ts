import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export type ScriptedModel = { readonly url: string; close(): Promise<void> };

export type ScriptedModelDeps = {
  /** The server's file and the story it tells. */
  readonly server: string;
  readonly scenario: string;
  readonly project: string;
  /** Times every wait of the story: 1 looks alive, 0 does not wait. */
  readonly pace: number;
};

/** A model on loopback that follows a script. It ends with us, however we end: it holds on to a pipe of ours. */
export async function startScriptedModel(deps: ScriptedModelDeps): Promise<ScriptedModel> {
  const { server, scenario, project, pace } = deps;
  const args = ['0', scenario, '--var', `CWD=${project}`, '--pace', String(pace), '--lean', '--with-parent'];
  const child = spawn(process.execPath, [server, ...args], {
    env: { PATH: process.env['PATH'], ELECTRON_RUN_AS_NODE: '1' },
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true,
  });
  const gone = once(child, 'close').catch(() => []);
  child.stdin.on('error', () => {});
  const said = once(createInterface({ input: child.stdout }), 'line') as Promise<[string]>;
  const ended = gone.then((): never => {
    throw new Error('The scripted model did not start.');
  });
  ended.catch(() => {});
  const [url] = await Promise.race([said, ended]);
  return {
    url,
    async close() {
      child.stdin.end();
      await gone;
    },
  };
}
