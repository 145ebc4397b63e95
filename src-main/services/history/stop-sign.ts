/** Ends work that many wait in. An `AbortSignal` would do, but takes more than a few listeners for a leak. */
export type StopSign = {
  isUp(): boolean;
  raise(): void;
  /** Calls back when it is raised; the answer takes that back. */
  watch(onUp: () => void): () => void;
};

export function createStopSign(): StopSign {
  let isUp = false;
  const watchers = new Set<() => void>();
  return {
    isUp: () => isUp,
    raise() {
      isUp = true;
      for (const tell of watchers) tell();
      watchers.clear();
    },
    watch(onUp) {
      watchers.add(onUp);
      return () => void watchers.delete(onUp);
    },
  };
}
