import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type MessagePort, Worker } from 'node:worker_threads';
import type { IngestStatus } from '@domain/history/record';
import type { Log } from '../ports/log';
import type { HistoryEngine } from '../services/history/history-engine';

export type HistoryPlaces = {
  readonly catalog: string;
  readonly projects: string;
  readonly uploads: string;
};
export type WorkerRole =
  | { readonly role: 'engine'; readonly places: HistoryPlaces; readonly file: string }
  | { readonly role: 'scan' };

type Call = { readonly id: number; readonly method: keyof HistoryEngine; readonly args: readonly unknown[] };
type Told =
  | { readonly type: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly type: 'refused'; readonly id: number; readonly message: string }
  | { readonly type: 'status'; readonly status: IngestStatus }
  | { readonly type: 'log'; readonly level: keyof Log; readonly message: string; readonly fields: unknown };

/** Built as a file of its own beside the entry (electron.vite.config.ts); null when only the sources are there. */
export function historyWorkerFile(): string | null {
  const places = ['./history-worker.js', '../history-worker.js'];
  const files = places.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  return files.find((file) => existsSync(file)) ?? null;
}

export type EngineThread = {
  readonly engine: HistoryEngine;
  onStatus(tell: (status: IngestStatus) => void): void;
};

/** The engine in a thread of its own; every call is a message there and back. */
export function startEngineThread(file: string, places: HistoryPlaces, log: Log): EngineThread {
  const data: WorkerRole = { role: 'engine', places, file };
  const worker = new Worker(file, { workerData: data });
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  const tellers: ((status: IngestStatus) => void)[] = [];
  let nextId = 1;
  let lost: Error | null = null;

  const lose = (error: Error) => {
    lost ??= error;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on('message', (told: Told) => {
    if (told.type === 'status') for (const tell of tellers) tell(told.status);
    else if (told.type === 'log') log[told.level](told.message, told.fields as Record<string, unknown>);
    else {
      const waiter = waiting.get(told.id);
      waiting.delete(told.id);
      if (told.type === 'answer') waiter?.resolve(told.value);
      else waiter?.reject(new Error(told.message));
    }
  });
  worker.on('error', lose);
  worker.on('exit', () => lose(new Error('the history has ended')));

  const call = (method: keyof HistoryEngine, ...args: readonly unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (lost !== null) {
        reject(lost);
        return;
      }
      const id = nextId;
      nextId += 1;
      waiting.set(id, { resolve, reject });
      worker.postMessage({ id, method, args } satisfies Call);
    });
  // What crosses is plain data of our own making; the types on both sides are the engine's.
  const methods = [
    'list',
    'show',
    'search',
    'results',
    'values',
    'report',
    'figures',
    'transcript',
    'message',
    'outline',
    'find',
    'status',
    'backfill',
    'preview',
    'look',
    'abort',
    'keepUp',
    'rest',
  ];
  const engine = Object.fromEntries(
    methods.map((method) => [method, (...args: unknown[]) => call(method as keyof HistoryEngine, ...args)]),
  ) as unknown as HistoryEngine;
  return {
    engine: {
      ...engine,
      async close() {
        if (lost === null) await call('close').catch(() => {});
        await worker.terminate();
      },
    },
    onStatus: (tell) => void tellers.push(tell),
  };
}

/** Runs in the thread: answers calls with what `build` makes. Calls wait until it is made. */
export function answerCalls(
  port: MessagePort,
  build: (tell: (told: Told) => void) => Promise<HistoryEngine>,
): void {
  const tell = (told: Told) => port.postMessage(told);
  const building = build(tell);
  building.catch(() => {});
  port.on('message', ({ id, method, args }: Call) => {
    building
      .then((engine) => (engine[method] as (...all: readonly unknown[]) => Promise<unknown>)(...args))
      .then(
        (value) => tell({ type: 'answer', id, value }),
        (error) =>
          tell({ type: 'refused', id, message: error instanceof Error ? error.message : String(error) }),
      );
  });
}
