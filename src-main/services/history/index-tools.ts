import { noTexts } from '@domain/transcript/packed-texts';
import type { Catalog } from '../../ports/catalog';
import type { Log } from '../../ports/log';
import type { Timers } from '../../ports/timers';
import type { ToolJob, ToolReader, ToolSlice } from '../../ports/transcripts';

/*
 * What tools answered becomes findable some time after the conversation is, newest sessions first.
 * T1  A slice and how far it goes are one write: after a crash nothing is there twice and nothing is missing.
 * T2  Between two slices everybody else may go first; while a look runs, nothing is done here.
 * T3  Only what is gone for good counts as indexed without a text. Whatever else cannot be read stays due for the next look
 *     through everything.
 */
export type ToolIndexer = {
  obey(isWanted: boolean): void;
  /** Something changed: indexed before long. */
  soon(): void;
  /** Indexes all that is due now, but for what could not be read as it is. Answers how many files were gone through. */
  run(): Promise<number>;
  /** What could not be read is indexed with the rest from now on. */
  tryAgain(): void;
  close(): Promise<void>;
};

export type ToolIndexerDeps = {
  readonly catalog: () => Catalog;
  readonly tools: ToolReader;
  readonly timers: Timers;
  readonly log: Log;
  /** Much is to be indexed, and nobody waits for it. */
  readonly onMuch?: () => void;
  /** Much is being read just now. */
  readonly isBusy: () => boolean;
};

const SOON_MS = 5_000;
const AT_ONCE = 50;

export function createToolIndexer({
  catalog,
  tools,
  timers,
  log,
  isBusy,
  onMuch,
}: ToolIndexerDeps): ToolIndexer {
  let isWanted = false;
  let isClosed = false;
  let cancel: (() => void) | null = null;
  let running: Promise<number> | null = null;
  /** Files that could not be read, as far as they went then. */
  const failed = new Set<string>();

  const breathe = () => new Promise<void>((resolve) => void timers.after(0, resolve));

  const indexFile = async (job: ToolJob): Promise<void> => {
    let { from } = job;
    let slices: ReturnType<ToolReader['open']> | null = null;
    for (;;) {
      let slice: ToolSlice | null;
      try {
        slices ??= tools.open(job);
        slice = slices.next();
      } catch (error) {
        if (isGone(error)) {
          log.info('answers of tools are gone with their file', { path: job.path });
          await catalog().addTools({ ...job, from, to: job.to, texts: noTexts, work: [] });
        } else {
          log.warn('answers of tools could not be read', { path: job.path, error });
          failed.add(keyOf(job));
        }
        return;
      }
      if (slice === null || isClosed) return;
      // Read only to learn what its tools are called: nothing of it is new.
      if (slice.to > from) {
        if (!(await catalog().addTools({ ...job, ...slice, from }))) return;
        from = slice.to;
      }
      await breathe();
    }
  };

  const dueNow = async (): Promise<readonly ToolJob[]> => {
    if (isClosed || !isWanted) return [];
    const due = await catalog().toolsDue(AT_ONCE + failed.size);
    return due.filter((job) => !failed.has(keyOf(job)));
  };
  const runAll = async (): Promise<number> => {
    let count = 0;
    for (;;) {
      const due = await dueNow();
      if (due.length === 0) return count;
      if (due.length >= AT_ONCE) onMuch?.();
      const before = count;
      for (const job of due) {
        if (isClosed || isBusy()) return count;
        await indexFile(job);
        count += 1;
      }
      if (count === before) return count;
    }
  };
  const run = (): Promise<number> => {
    running ??= runAll().finally(() => {
      running = null;
    });
    return running;
  };
  const soon = () => {
    if (isClosed || !isWanted) return;
    cancel ??= timers.after(SOON_MS, () => {
      cancel = null;
      if (isBusy()) soon();
      else run().catch((error: unknown) => log.error('indexing answers of tools failed', { error }));
    });
  };

  return {
    soon,
    run,
    tryAgain: () => failed.clear(),
    obey(next) {
      isWanted = next;
    },
    async close() {
      isClosed = true;
      cancel?.();
      await running?.catch(() => {});
    },
  };
}

const keyOf = ({ path, to }: ToolJob): string => `${to} ${path}`;

/** Claude has deleted it, and no copy of ours is there. */
function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
