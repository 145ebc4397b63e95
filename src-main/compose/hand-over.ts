import { setTimeout as wait } from 'node:timers/promises';
import { err, ok, type Result } from '@domain/result';
import { isInstanceHeld, readInstance } from '../adapters/instance/instance-file';
import { connectSocket } from '../surfaces/socket-client';

export type HandOver = {
  readonly was_focused: boolean;
  /** A fresh link into a running web shell, which has no window of its own to bring forward. */
  readonly login_url: string | null;
};
export type HandOverError =
  | { readonly code: 'instance-gone' }
  | { readonly code: 'instance-silent' }
  | { readonly code: 'project-refused'; readonly project: string; readonly why: string };

const LOOK_AGAIN_MS = 100;
const PATIENCE_MS = 20_000;

/** A second start: the app that runs already comes to the front and shows the project. */
export async function handOver(
  dataFolder: string,
  project: string | null,
): Promise<Result<HandOver, HandOverError>> {
  const until = performance.now() + PATIENCE_MS;
  while (performance.now() < until) {
    // One that is still starting holds the instance but cannot be asked yet.
    const running = readInstance(dataFolder);
    const client = running === null ? null : await connectSocket(running.socket);
    if (client?.ok) {
      try {
        return await ask(client.value.call, project);
      } finally {
        client.value.close();
      }
    }
    if (!isInstanceHeld(dataFolder)) return err({ code: 'instance-gone' });
    await wait(LOOK_AGAIN_MS);
  }
  return err({ code: 'instance-silent' });
}

type Call = (name: string, input: unknown) => Promise<Result<unknown, { readonly code: string }>>;

async function ask(call: Call, project: string | null): Promise<Result<HandOver, HandOverError>> {
  const shown = project === null ? null : await call('projects.show', { path: project });
  const focused = await call('app.focus', {});
  if (project !== null && shown?.ok === false) {
    return err({ code: 'project-refused', project, why: shown.error.code });
  }
  return focused.ok ? ok(focused.value as HandOver) : err({ code: 'instance-silent' });
}
