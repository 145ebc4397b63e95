/** A step of the start that did not work: which, what was seen, and what a person can do about it. */
export class StepFailed extends Error {
  constructor(
    readonly step: string,
    readonly detail: string,
    readonly wayOut: string,
  ) {
    super(`${step}: ${detail}`);
  }
}

/** Opened things, closed in reverse, each even when another fails. */
export function createScope(onError: (error: unknown) => void) {
  const closers: (() => unknown)[] = [];
  return {
    add(close: () => unknown): void {
      closers.push(close);
    },
    async close(): Promise<void> {
      for (const close of closers.splice(0).reverse()) {
        try {
          await close();
        } catch (error) {
          onError(error);
        }
      }
    },
  };
}

export async function step<T>(name: string, wayOut: string, run: () => T | Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof StepFailed) throw error;
    throw new StepFailed(name, error instanceof Error ? error.message : String(error), wayOut);
  }
}
