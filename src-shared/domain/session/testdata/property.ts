import * as fc from 'fast-check';
import { it } from 'vitest';

export { fc };

/** One property, run a bounded number of times: the suite must stay fast on a busy machine. */
export function test<T extends [unknown, ...unknown[]]>(
  name: string,
  arbitraries: { [K in keyof T]: fc.Arbitrary<T[K]> },
  check: (...values: T) => void,
  numRuns = 200,
): void {
  it(name, () => {
    fc.assert(fc.property(fc.tuple(...(arbitraries as fc.Arbitrary<unknown>[])), (values) => check(...(values as T))), {
      numRuns,
    });
  });
}
