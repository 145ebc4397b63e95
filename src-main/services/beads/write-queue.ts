/** One after another, in the order of asking; a failure does not stop the next. */
export type WriteQueue = {
  add<T>(work: () => Promise<T>): Promise<T>;
  /** When everything asked so far is done. */
  drain(): Promise<void>;
};

export function createWriteQueue(): WriteQueue {
  let last: Promise<unknown> = Promise.resolve();
  return {
    add(work) {
      const mine = last.then(work, work);
      last = mine.catch(() => undefined);
      return mine;
    },
    async drain() {
      await last;
    },
  };
}
