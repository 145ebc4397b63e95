import type { TranscriptScanner } from '../../ports/transcripts';
import { createGlimpses } from './glimpse';
import { type CopyOf, createInlineScanner } from './scan-run';
import { type ScanThread, startScanThreads } from './scan-threads';

export type ScanPoolOptions = {
  /** The script of a scanning thread; see `answerScans`. */
  readonly file: string;
  readonly workerData: unknown;
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
export function createScanPool({ file, workerData, copyOf, begun = [] }: ScanPoolOptions): TranscriptScanner {
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
      workers = waiting.length > 0 ? waiting : startScanThreads(file, workerData);
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
