/*
 * C1  At most one run at a time.
 * C2  A caller gets a run that began after it called; all who call during a run share the next one.
 */
export function coalesce<T>(run: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | null = null;
  let next: Promise<T> | null = null;

  const start = (): Promise<T> => {
    const mine = run().finally(() => {
      if (current === mine) current = null;
    });
    current = mine;
    return mine;
  };

  return () => {
    if (current === null) return start();
    next ??= current
      .catch(() => undefined)
      .then(() => {
        next = null;
        return start();
      });
    return next;
  };
}
