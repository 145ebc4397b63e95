import type { Subject } from '@contract/procedure';
import type { HandlersOf } from './router';

/** Built when it is first asked for; closed only when it was. */
export type Lazy<T> = { get(): Promise<T>; peek(): T | null; close(): Promise<void> };

export function lazily<T extends { close(): Promise<void> }>(build: () => Promise<T>): Lazy<T> {
  let building: Promise<T> | null = null;
  let known: T | null = null;
  return {
    get() {
      building ??= build().then((built) => {
        known = built;
        return built;
      });
      return building;
    },
    peek: () => known,
    async close() {
      const built = await building?.catch(() => null);
      await built?.close();
    },
  };
}

type AnyHandler = (...args: unknown[]) => Promise<unknown>;

/**
 * The handlers of a subject whose services are loaded at the first call: a start pays for what everyone needs, and a
 * board or a history is paid for by who looks at it.
 */
export function lazyRoutes<S extends Subject>(subject: S, load: () => Promise<HandlersOf<S>>): HandlersOf<S> {
  const handlers = Object.keys(subject).map((name): [string, AnyHandler] => [
    name,
    async (...args) => {
      const loaded: Readonly<Record<string, unknown>> = await load();
      return (loaded[name] as AnyHandler)(...args);
    },
  ]);
  return Object.fromEntries(handlers) as HandlersOf<S>;
}
