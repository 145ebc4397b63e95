import type { SessionId } from '@domain/ids';

/** Work on one session goes one after the other; work on different sessions does not wait. */
export type SessionQueue = {
  inOrder<T>(id: SessionId, work: () => Promise<T>): Promise<T>;
  /** Resolves when nothing is waiting or running any more. */
  drain(): Promise<void>;
};

export function createSessionQueue(): SessionQueue {
  const tails = new Map<SessionId, Promise<unknown>>();
  return {
    inOrder(id, work) {
      const before = tails.get(id) ?? Promise.resolve();
      const run = before.then(work, work);
      const tail = run.catch(() => {});
      tails.set(id, tail);
      void tail.then(() => {
        if (tails.get(id) === tail) tails.delete(id);
      });
      return run;
    },
    async drain() {
      while (tails.size > 0) await Promise.all(tails.values());
    },
  };
}
