import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type MessagePort, Worker } from 'node:worker_threads';
import type { ModelPrice } from '@domain/cost/price-table';
import type { IngestStatus } from '@domain/history/record';
import { THREAD_LIMITS } from '../adapters/transcripts/thread-limits';
import type { Log } from '../ports/log';
import type { CatalogSession, HistoryEngine } from '../services/history/history-engine';
import type { Places } from './places';

export type HistoryPlaces = {
  readonly catalog: string;
  /** Claude's own folder. */
  readonly claude: string;
  readonly uploads: string;
  readonly summaries: string;
  readonly archive: string;
  readonly forgotten: string;
  /** A person's own, as they were at the start. */
  readonly prices?: readonly ModelPrice[];
  /** A person waits for the end of it: then it takes its turn as everybody else. */
  readonly isAwaited?: boolean;
};
export type WorkerRole =
  | { readonly role: 'engine'; readonly places: HistoryPlaces; readonly file: string }
  /** An engine that prepares for reading and is told by its first message whose it is. */
  | { readonly role: 'ahead'; readonly places: HistoryPlaces; readonly file: string }
  | { readonly role: 'scan'; readonly places: HistoryPlaces };

export type EngineRole = Extract<WorkerRole, { readonly role: 'engine' }>;
type Call = { readonly id: number; readonly method: keyof HistoryEngine; readonly args: readonly unknown[] };
type Told =
  | { readonly type: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly type: 'refused'; readonly id: number; readonly message: string }
  | { readonly type: 'status'; readonly status: IngestStatus }
  | { readonly type: 'unsummarised'; readonly session: string }
  | { readonly type: 'log'; readonly level: keyof Log; readonly message: string; readonly fields: unknown };

/** All that does not hang on the settings. */
export function historyPlaces(
  places: Places,
  env: Readonly<Record<string, string | undefined>>,
): HistoryPlaces {
  const { homeFolder, catalog, uploads, archive, forgotten, summaries } = places;
  const claude = env['CLAUDE_CONFIG_DIR'] || join(homeFolder, '.claude');
  return { catalog, claude, uploads, archive, forgotten, summaries };
}

/** Built as a file of its own beside the entry (electron.vite.config.ts); null when only the sources are there. */
export function historyWorkerFile(): string | null {
  const places = ['./history-worker.cjs', '../history-worker.cjs'];
  const files = places.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  return files.find((file) => existsSync(file)) ?? null;
}

export type EngineThread = {
  readonly engine: HistoryEngine;
  onStatus(tell: (status: IngestStatus) => void): void;
  /** A session waits for its summary. */
  onUnsummarised(tell: (id: string) => void): void;
};

/** What can be asked of an engine, by name. */
export const METHODS: Readonly<Record<Exclude<keyof HistoryEngine, 'close'>, true>> = {
  list: true,
  listJson: true,
  show: true,
  idsFrom: true,
  search: true,
  results: true,
  values: true,
  folders: true,
  place: true,
  report: true,
  figures: true,
  transcript: true,
  message: true,
  outline: true,
  summary: true,
  find: true,
  export: true,
  oddLines: true,
  status: true,
  backfill: true,
  preview: true,
  look: true,
  abort: true,
  reparse: true,
  moveCapture: true,
  captures: true,
  stats: true,
  recover: true,
  obey: true,
  charge: true,
  copy: true,
  indexTools: true,
  forgetTools: true,
  refilter: true,
  scrub: true,
  archive: true,
  restore: true,
  forget: true,
  openSessions: true,
  keepUp: true,
  rest: true,
};

/** A thread that keeps ending is not started for ever. */
const MOST_STARTS = 5;

/**
 * The engine in a thread of its own; every call is a message there and back. A thread that ends by itself fails the calls
 * it had; another one takes its place and goes on with what the last one was told to follow.
 */
export function startEngineThread(file: string, places: HistoryPlaces, log: Log): EngineThread {
  const tellers: ((status: IngestStatus) => void)[] = [];
  const offers: ((id: string) => void)[] = [];
  const onTold = (told: Told) => {
    if (told.type === 'status') for (const tell of tellers) tell(told.status);
    else if (told.type === 'unsummarised') for (const offer of offers) offer(told.session);
    else if (told.type === 'log') log[told.level](told.message, told.fields as Record<string, unknown>);
  };
  const start = () => startThread(file, { role: 'engine', places, file }, onTold);
  const standing = new Map<
    'obey' | 'charge' | 'place' | 'follow',
    { method: keyof HistoryEngine; args: readonly unknown[] }
  >();
  let thread = start();
  let starts = 1;
  let isClosing = false;

  const living = (): Thread => {
    if (thread.lost() === null || isClosing || starts >= MOST_STARTS) return thread;
    log.error('the history ended by itself and is started again', { error: thread.lost(), starts });
    starts += 1;
    thread = start();
    thread.onLost(() => void living());
    for (const { method, args } of standing.values()) thread.call(method, args).catch(() => {});
    return thread;
  };
  thread.onLost(() => void living());

  const call = (method: keyof HistoryEngine, args: readonly unknown[]): Promise<unknown> => {
    if (method === 'obey' || method === 'charge' || method === 'place')
      standing.set(method, { method, args });
    if (method === 'keepUp' || method === 'rest') standing.set('follow', { method, args });
    return living().call(method, args);
  };
  // What crosses is plain data of our own making; the types on both sides are the engine's.
  const engine = Object.fromEntries(
    Object.keys(METHODS).map((method) => [
      method,
      (...args: unknown[]) => call(method as keyof HistoryEngine, args),
    ]),
  ) as unknown as HistoryEngine;
  return {
    engine: {
      ...engine,
      async list(filter, page) {
        const { json, total } = await engine.listJson(filter, page);
        return { sessions: json.map((text): CatalogSession => JSON.parse(text)), total };
      },
      async close() {
        isClosing = true;
        if (thread.lost() === null) await thread.call('close', []).catch(() => {});
        await thread.end();
      },
    },
    onStatus: (tell) => void tellers.push(tell),
    onUnsummarised: (tell) => void offers.push(tell),
  };
}

/** An engine's thread that was begun before the rest of the command was loaded. */
let ahead: Worker | null = null;

export function beginThreadAhead(file: string, places: HistoryPlaces): void {
  const workerData: WorkerRole = { role: 'ahead', places, file };
  const begun = new Worker(file, { workerData, resourceLimits: THREAD_LIMITS });
  ahead = begun;
  begun.unref();
  begun.on('error', () => {
    if (ahead === begun) ahead = null;
  });
}

function takeAhead(role: EngineRole): Worker | null {
  const taken = ahead;
  ahead = null;
  taken?.ref();
  taken?.postMessage(role);
  return taken;
}

type Thread = {
  call(method: keyof HistoryEngine, args: readonly unknown[]): Promise<unknown>;
  lost(): Error | null;
  onLost(tell: () => void): void;
  end(): Promise<unknown>;
};

function startThread(file: string, workerData: EngineRole, onTold: (told: Told) => void): Thread {
  const worker = takeAhead(workerData) ?? new Worker(file, { workerData, resourceLimits: THREAD_LIMITS });
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  const losers: (() => void)[] = [];
  let nextId = 1;
  let lost: Error | null = null;

  const lose = (error: Error) => {
    if (lost !== null) return;
    lost = error;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
    for (const tell of losers) tell();
  };
  worker.on('message', (told: Told) => {
    onTold(told);
    if (told.type !== 'answer' && told.type !== 'refused') return;
    const waiter = waiting.get(told.id);
    waiting.delete(told.id);
    if (told.type === 'answer') waiter?.resolve(told.value);
    else waiter?.reject(new Error(told.message));
  });
  worker.on('error', lose);
  worker.on('exit', () => lose(new Error('the history has ended')));

  return {
    lost: () => lost,
    onLost: (tell) => void losers.push(tell),
    end: () => worker.terminate(),
    call: (method, args) =>
      new Promise((resolve, reject) => {
        if (lost !== null) {
          reject(lost);
          return;
        }
        const id = nextId;
        nextId += 1;
        waiting.set(id, { resolve, reject });
        worker.postMessage({ id, method, args } satisfies Call);
      }),
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
