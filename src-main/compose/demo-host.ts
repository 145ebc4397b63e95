import type { demo } from '@contract/demo';
import type { DemoError } from '@domain/demo';
import type { FolderPath } from '@domain/ids';
import { ok, type Result } from '@domain/result';
import type { App } from '../compose';
import type { Dispatch } from '../surfaces/dispatch';
import type { HandlersOf } from '../surfaces/router';
import type { Demo } from './make-demo';

export type DemoHost = {
  readonly routes: HandlersOf<typeof demo>;
  /** Null: no demo runs. */
  dispatch(): Dispatch | null;
  turns(): number;
  close(): Promise<void>;
};

export type DemoHostDeps = {
  readonly make: () => Promise<Result<Demo, DemoError>>;
  readonly compose: (made: Demo) => Promise<App>;
};

/** The demo inside a program that shows something else: one at a time, started and left in order. */
export function createDemoHost({ make, compose }: DemoHostDeps): DemoHost {
  let running: { readonly made: Demo; readonly app: App } | null = null;
  let queue: Promise<unknown> = Promise.resolve();
  const inOrder = <T>(work: () => Promise<T>): Promise<T> => {
    const next = queue.then(work, work);
    queue = next;
    return next;
  };

  const leave = async () => {
    const left = running;
    running = null;
    await left?.app.close();
    await left?.made.close();
  };

  return {
    dispatch: () => running?.app.dispatch ?? null,
    turns: () => running?.app.turns() ?? 0,
    close: () => inOrder(leave),
    routes: {
      start: () =>
        inOrder(async () => {
          if (running === null) {
            const made = await make();
            if (!made.ok) return made;
            const app = await compose(made.value).catch(async (error: unknown) => {
              await made.value.close();
              throw error;
            });
            running = { made: made.value, app };
          }
          return ok({ project: running.made.project as FolderPath });
        }),
      leave: async () => {
        await inOrder(leave);
        return ok({});
      },
    },
  };
}

/** In a program that is the demo there is nothing to start, and leaving it means ending it. */
export function noDemoHost(project: string | null): HandlersOf<typeof demo> {
  return {
    start: async () =>
      project === null
        ? { ok: false, error: { code: 'demo-not-made', detail: 'The files of the demo are not here.' } }
        : ok({ project: project as FolderPath }),
    leave: async () => ok({}),
  };
}
