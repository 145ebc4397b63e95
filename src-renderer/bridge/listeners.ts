export type Listeners<T> = {
  add(listener: (value: T) => void): () => void;
  tell(value: T): void;
  clear(): void;
};

/** A listener that leaves while it is being told does not disturb the others. */
export function createListeners<T>(): Listeners<T> {
  const all = new Set<(value: T) => void>();
  return {
    add(listener) {
      // Wrapped, so that the same function added twice is told twice and leaves once.
      const entry = (value: T) => listener(value);
      all.add(entry);
      return () => {
        all.delete(entry);
      };
    },
    tell(value) {
      for (const listener of [...all]) if (all.has(listener)) listener(value);
    },
    clear: () => all.clear(),
  };
}
