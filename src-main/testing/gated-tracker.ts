import type { BeadError } from '@domain/bead/errors';
import { err, type Result } from '@domain/result';
import type { BeadTracker } from '../ports/bead-tracker';

type Method = Exclude<keyof BeadTracker, 'watch' | 'history'>;
type Order =
  | { readonly type: 'hold'; readonly until: Promise<void> }
  | { readonly type: 'fail'; readonly error: BeadError }
  /** The work is done, but the answer is this error. */
  | { readonly type: 'lose-answer'; readonly error: BeadError };

/** A real tracker behind gates that the test opens and shuts. */
export type GatedTracker = {
  readonly tracker: BeadTracker;
  /** Names of the calls, in order. */
  readonly calls: Method[];
  watches(): number;
  /** As if somebody else had written. */
  ring(): void;
  /** The next call of this kind, or every one until `clear`, follows the order. */
  next(method: Method, order: Order): void;
  always(method: Method, order: Order): void;
  clear(method: Method): void;
  /** Holds the calls of this kind until the returned function is called. */
  hold(method: Method): () => void;
};

export function gateTracker(real: BeadTracker): GatedTracker {
  const calls: Method[] = [];
  const once = new Map<Method, Order[]>();
  const standing = new Map<Method, Order>();
  const rings = new Set<() => void>();

  const gated =
    (method: Method) =>
    async (...args: unknown[]) => {
      calls.push(method);
      const order = once.get(method)?.shift() ?? standing.get(method);
      if (order?.type === 'hold') await order.until;
      if (order?.type === 'fail') return err(order.error);
      const call = real[method] as (...args: unknown[]) => Promise<Result<unknown, BeadError>>;
      const result = await call(...args);
      return order?.type === 'lose-answer' ? err(order.error) : result;
    };

  const methods = Object.keys(real).filter((name) => name !== 'watch' && name !== 'history') as Method[];
  const tracker = {
    ...Object.fromEntries(methods.map((method) => [method, gated(method)])),
    watch(tell) {
      const ring = () => tell({ type: 'changed', ids: null });
      rings.add(ring);
      return () => {
        rings.delete(ring);
      };
    },
  } as BeadTracker;

  const hold: GatedTracker['hold'] = (method) => {
    let release = () => {};
    const until = new Promise<void>((resolve) => {
      release = resolve;
    });
    standing.set(method, { type: 'hold', until });
    return () => {
      standing.delete(method);
      release();
    };
  };

  return {
    tracker,
    calls,
    hold,
    watches: () => rings.size,
    ring: () => {
      for (const ring of [...rings]) ring();
    },
    next: (method, order) => void once.set(method, [...(once.get(method) ?? []), order]),
    always: (method, order) => void standing.set(method, order),
    clear: (method) => void standing.delete(method),
  };
}
