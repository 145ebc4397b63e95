export type SaveOutcome = 'saved' | 'cancelled' | 'failed';

/** What we need of Electron's `DownloadItem`. */
export type Download = {
  once(
    event: 'done',
    tell: (event: unknown, state: 'completed' | 'cancelled' | 'interrupted') => void,
  ): unknown;
};

/** Files that a page made and handed over. The system's dialog asks where each goes, and may be cancelled. */
export type Downloads = {
  begun(address: string, item: Download): void;
  /** Answers when it is known, also of one that is about to begin. */
  outcomeOf(address: string): Promise<SaveOutcome>;
};

/** Most are never asked for. */
const MOST_KEPT = 50;

const OUTCOMES = { completed: 'saved', cancelled: 'cancelled', interrupted: 'failed' } as const;

export function createDownloads(): Downloads {
  const known = new Map<string, { promise: Promise<SaveOutcome>; resolve: (outcome: SaveOutcome) => void }>();
  const make = () => {
    let resolve: (outcome: SaveOutcome) => void = () => {};
    const promise = new Promise<SaveOutcome>((settle) => {
      resolve = settle;
    });
    return { promise, resolve };
  };
  const at = (address: string) => {
    const one = known.get(address) ?? make();
    known.set(address, one);
    const [oldest] = known.keys();
    if (known.size > MOST_KEPT && oldest !== undefined) known.delete(oldest);
    return one;
  };
  return {
    begun(address, item) {
      const { resolve } = at(address);
      item.once('done', (_event, state) => resolve(OUTCOMES[state]));
    },
    outcomeOf: (address) => at(address).promise,
  };
}
