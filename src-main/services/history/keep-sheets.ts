import type { Catalog, KeptSheet } from '../../ports/catalog';
import type { Clock } from '../../ports/clock';
import type { Log } from '../../ports/log';
import type { Timers } from '../../ports/timers';
import { LONG_BYTES, type SheetShelf } from './open-transcript';

/** Sheets of long transcripts are made some time after they were read, one after the other, while nobody asks for them. */
export type SheetKeeper = SheetShelf & {
  /** Something was read: made before long. */
  soon(): void;
  /** Makes all that are due now. Answers how many. */
  run(): Promise<number>;
  close(): Promise<void>;
};

export type SheetKeeperDeps = {
  readonly catalog: () => Catalog;
  /** Reads a transcript through; null: nobody has it. */
  readonly make: (id: string) => Promise<KeptSheet | null>;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly log: Log;
  /** Much is being read just now. */
  readonly isBusy: () => boolean;
};

const SOON_MS = 3_000;
/** Whoever still writes on it makes every sheet an old one. */
const QUIET_MS = 10 * 60_000;
const AT_ONCE = 20;

export function createSheetKeeper({
  catalog,
  make,
  clock,
  timers,
  log,
  isBusy,
}: SheetKeeperDeps): SheetKeeper {
  let isClosed = false;
  let cancel: (() => void) | null = null;
  let running: Promise<number> | null = null;
  /** Those of which none could be made. */
  const without = new Set<string>();
  const offered = new Map<string, () => KeptSheet>();

  /** Others may ask meanwhile. */
  const breathe = () => new Promise<void>((resolve) => void timers.after(0, resolve));
  const keepOffered = async () => {
    for (const [id, pack] of offered) {
      offered.delete(id);
      if (!isClosed) await catalog().keepSheet(id, pack()).then(breathe);
    }
  };
  const keep = async (id: string): Promise<boolean> => {
    try {
      const sheet = await make(id);
      if (sheet !== null) await catalog().keepSheet(id, sheet);
      else without.add(id);
      return sheet !== null;
    } catch (error) {
      log.info('a transcript could not be read through', { session: id, error });
      without.add(id);
      return false;
    } finally {
      await breathe();
    }
  };
  const runAll = async (): Promise<number> => {
    let count = 0;
    for (;;) {
      const until = clock.nowMs() - QUIET_MS;
      const due = isClosed ? [] : await catalog().sheetsDue(LONG_BYTES, until, AT_ONCE + without.size);
      const ids = due.filter((id) => !without.has(id));
      if (ids.length === 0) return count;
      for (const id of ids) {
        if (isClosed || isBusy()) return count;
        if (await keep(id)) count += 1;
      }
    }
  };
  const run = (): Promise<number> => {
    running ??= keepOffered()
      .then(runAll)
      .finally(() => {
        running = null;
      });
    return running;
  };
  const soon = () => {
    if (isClosed) return;
    cancel ??= timers.after(SOON_MS, () => {
      cancel = null;
      if (isBusy()) soon();
      else run().catch((error: unknown) => log.error('keeping sheets of transcripts failed', { error }));
    });
  };

  return {
    soon,
    run,
    // Without one the transcript is read through.
    find: (id) =>
      catalog()
        .sheet(id)
        .catch((error: unknown) => {
          log.info('a sheet could not be found', { session: id, error });
          return null;
        }),
    offer(id, pack) {
      offered.set(id, pack);
      soon();
    },
    async close() {
      isClosed = true;
      cancel?.();
      await running?.catch(() => {});
    },
  };
}
