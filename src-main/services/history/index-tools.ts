import { noTexts } from '@domain/transcript/packed-texts';
import type { Catalog } from '../../ports/catalog';
import type { Log } from '../../ports/log';
import type { Timers } from '../../ports/timers';
import type { ToolJob, ToolReader } from '../../ports/transcripts';

/*
 * What tools answered becomes findable some time after the conversation is, newest sessions first.
 * T1  A slice and how far it goes are one write: after a crash nothing is there twice and nothing is missing.
 * T2  Between two slices everybody else may go first; while a look runs, nothing is done here.
 */
export type ToolIndexer = {
  obey(isWanted: boolean): void;
  /** Something changed: indexed before long. */
  soon(): void;
  /** Indexes all that is due now. Answers how many files were gone through. */
  run(): Promise<number>;
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

  const breathe = () => new Promise<void>((resolve) => void timers.after(0, resolve));

  const indexFile = async (job: ToolJob): Promise<void> => {
    let { from } = job;
    try {
      const slices = tools.open(job);
      for (let slice = slices.next(); slice !== null; slice = slices.next()) {
        if (isClosed) return;
        // Read only to learn what its tools are called: nothing of it is new.
        if (slice.to > from) {
          if (!(await catalog().addTools({ ...job, from, to: slice.to, texts: slice.texts }))) return;
          from = slice.to;
        }
        await breathe();
      }
    } catch (error) {
      log.info('answers of tools could not be read', { path: job.path, error });
      await catalog().addTools({ ...job, from, to: job.to, texts: noTexts });
    }
  };

  const runAll = async (): Promise<number> => {
    let count = 0;
    for (;;) {
      const due = isClosed || !isWanted ? [] : await catalog().toolsDue(AT_ONCE);
      if (due.length === 0) return count;
      if (due.length === AT_ONCE) onMuch?.();
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
