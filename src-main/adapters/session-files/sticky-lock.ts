import { ok, type Result } from '@domain/result';
import type { FileError } from '../fs/file-error';
import { acquireWithin } from '../locks/acquire-within';
import type { HeldLock, LockBusy, LockKeeper } from '../locks/lock-keeper';

const LINGER_MS = 4;
const MAX_HOLD_MS = 25;
const REST_MS = 8;
const PATIENCE_MS = 15_000;
const SAY_AGAIN_MS = 20;

/**
 * The journal's lock. Held a few milliseconds longer than needed, so that calls that follow each other closely share
 * it; given up after 25 ms in any case, for a pause when another process says that it waits.
 */
export type StickyLock = {
  hold<T>(act: () => Promise<T> | T): Promise<Result<T, LockBusy | FileError>>;
  /** In line with the holders of this process, but without the lock: for reading only. */
  inTurn<T>(act: () => Promise<T> | T): Promise<T>;
  /** The hold that lasts now; another object each time the lock is taken. */
  held(): HeldLock | null;
  release(): void;
};

/** Left by a process that waits, so that one that is busy steps aside for it. */
export type WantedMark = { set(): void; isSet(): boolean; clear(): void };

export function createStickyLock(keeper: LockKeeper, name: string, wanted: WantedMark): StickyLock {
  let held: HeldLock | null = null;
  let heldSince = 0;
  let restUntil = 0;
  let turn: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let linger: NodeJS.Timeout | null = null;

  const release = () => {
    held?.release();
    held = null;
  };
  const releaseLater = () => {
    if (waiting > 0) return;
    if (linger === null)
      linger = setTimeout(() => (waiting === 0 ? release() : undefined), LINGER_MS).unref();
    else linger.refresh();
  };
  const acquire = async () => {
    const first = keeper.tryAcquire(name);
    if (first.ok || first.error.code !== 'lock-busy') return first;
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      // Said again and again: whoever stepped aside once took the mark away, and we may have missed the moment.
      wanted.set();
      const taken = await acquireWithin(keeper, name, SAY_AGAIN_MS);
      if (taken.ok) wanted.clear();
      if (taken.ok || taken.error.code !== 'lock-busy' || taken.error.isForeign) return taken;
      if (performance.now() > deadline) return taken;
    }
  };
  const take = async (): Promise<Result<void, LockBusy | FileError>> => {
    if (held !== null && performance.now() - heldSince > MAX_HOLD_MS) {
      release();
      if (wanted.isSet()) restUntil = performance.now() + REST_MS;
      wanted.clear();
    }
    if (held !== null) return ok(undefined);
    const rest = restUntil - performance.now();
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, Math.ceil(rest)));
    const taken = await acquire();
    if (!taken.ok) return taken;
    held = taken.value;
    heldSince = performance.now();
    return ok(undefined);
  };
  const run = async <T>(act: () => Promise<T> | T): Promise<Result<T, LockBusy | FileError>> => {
    try {
      const taken = await take();
      return taken.ok ? ok(await act()) : taken;
    } finally {
      waiting -= 1;
      releaseLater();
    }
  };

  return {
    hold(act) {
      waiting += 1;
      const mine = turn.then(() => run(act));
      turn = mine.catch(() => undefined);
      return mine;
    },
    inTurn(act) {
      const mine = turn.then(act);
      turn = mine.catch(() => undefined);
      return mine;
    },
    held: () => held,
    release() {
      if (linger !== null) clearTimeout(linger);
      linger = null;
      release();
    },
  };
}
