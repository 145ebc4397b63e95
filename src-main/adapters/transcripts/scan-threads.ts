import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { ScanJob, ScanRun, ScanSlice } from '../../ports/transcripts';
import { THREAD_LIMITS } from './thread-limits';

/** Each is answered by a slice, but for the last. Of a run that has come to its end nothing is left to close. */
export type ScanRequest =
  | { readonly type: 'open'; readonly run: number; readonly job: ScanJob }
  | { readonly type: 'next'; readonly run: number }
  | { readonly type: 'close'; readonly run: number };
export type ScanAnswer =
  | { readonly run: number; readonly slice: ScanSlice }
  | { readonly run: number; readonly error: string };

export type ScanThread = { open(): number; run(id: number, job: ScanJob): ScanRun; end(): Promise<unknown> };

/** One thread writes while others read; more than three wait for the writer. */
const THREADS = Math.max(1, Math.min(3, availableParallelism() - 1));

export function startScanThreads(file: string, workerData: unknown): readonly ScanThread[] {
  return Array.from({ length: THREADS }, () => startThread(file, workerData));
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
