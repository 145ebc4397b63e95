import { Worker } from 'node:worker_threads';
import type { ScanJob, ScanRun, ScanSlice, TranscriptScanner } from '../../ports/transcripts';
import { createGlimpses } from './glimpse';
import { type CopyOf, createInlineScanner } from './scan-run';
import { THREAD_LIMITS } from './thread-limits';

/** Each is answered by a slice, but for the last. Of a run that has come to its end nothing is left to close. */
export type ScanRequest =
  | { readonly type: 'open'; readonly run: number; readonly job: ScanJob }
  | { readonly type: 'next'; readonly run: number }
  | { readonly type: 'close'; readonly run: number };
export type ScanAnswer =
  | { readonly run: number; readonly slice: ScanSlice }
  | { readonly run: number; readonly error: string };

export type ScanPoolOptions = {
  /** The script of a scanning thread; see `answerScans`. */
  readonly file: string;
  readonly workerData: unknown;
  readonly threads: number;
  readonly copyOf: CopyOf;
  /** Threads that were started before anybody knew what is to be read. */
  readonly begun?: readonly ScanThread[];
};

/** Starting a thread costs more than reading this much. */
const WORTH_A_THREAD = 8 * 1024 * 1024;
/** Sessions that wait in a thread: it has work while the others' are written. */
const AHEAD = 256;

/**
 * Scans in threads of their own while there is much to read, and in the calling one when a few lines were added. A thread
 * that ends by itself fails the sessions it had open; the next look reads them again.
 */
export function createScanPool({
  file,
  workerData,
  threads,
  copyOf,
  begun = [],
}: ScanPoolOptions): TranscriptScanner {
  // Made when it is needed: a list of sessions does not wait for it.
  let inline: TranscriptScanner | null = null;
  let workers: readonly ScanThread[] = [];
  let waiting = begun;
  let nextRun = 1;

  return {
    get width() {
      return workers.length === 0 ? 1 : workers.length * AHEAD;
    },
    prepare(bytes) {
      if (bytes < WORTH_A_THREAD || workers.length > 0) return;
      workers = waiting.length > 0 ? waiting : startScanThreads(file, workerData, threads);
      waiting = [];
    },
    async rest() {
      const ending = [...workers, ...waiting];
      workers = [];
      waiting = [];
      await Promise.all(ending.map((worker) => worker.end()));
    },
    open(job) {
      const [worker] = workers.toSorted((a, b) => a.open() - b.open());
      if (worker === undefined) {
        inline ??= createInlineScanner(copyOf);
        return inline.open(job);
      }
      nextRun += 1;
      return worker.run(nextRun, job);
    },
    glimpse: createGlimpses(),
    async close() {
      await this.rest();
    },
  };
}

export type ScanThread = { open(): number; run(id: number, job: ScanJob): ScanRun; end(): Promise<unknown> };

export function startScanThreads(file: string, workerData: unknown, threads: number): readonly ScanThread[] {
  return Array.from({ length: threads }, () => startThread(file, workerData));
}

function startThread(file: string, workerData: unknown): ScanThread {
  const worker = new Worker(file, { workerData, resourceLimits: THREAD_LIMITS });
  worker.unref();
  const waiting = new Map<number, { resolve(slice: ScanSlice): void; reject(error: Error): void }>();
  const open = new Set<number>();
  let lost: Error | null = null;
  const lose = (error: Error) => {
    lost = error;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on('message', (answer: ScanAnswer) => {
    const waiter = waiting.get(answer.run);
    waiting.delete(answer.run);
    if ('slice' in answer) waiter?.resolve(answer.slice);
    else waiter?.reject(new Error(answer.error));
  });
  worker.on('error', lose);
  worker.on('exit', () => lose(new Error('the scanning thread ended')));
  const post = (request: ScanRequest) => worker.postMessage(request);
  return {
    open: () => open.size,
    end: () => worker.terminate(),
    run(id, job) {
      open.add(id);
      let state: 'new' | 'begun' | 'over' = 'new';
      return {
        next: () =>
          new Promise((resolve, reject) => {
            if (lost !== null) {
              reject(lost);
              return;
            }
            const told = (slice: ScanSlice) => {
              if (slice.type !== 'texts') state = 'over';
              resolve(slice);
            };
            waiting.set(id, { resolve: told, reject });
            post(state === 'new' ? { type: 'open', run: id, job } : { type: 'next', run: id });
            state = 'begun';
          }),
        close() {
          open.delete(id);
          if (state === 'begun') post({ type: 'close', run: id });
        },
      };
    },
  };
}
