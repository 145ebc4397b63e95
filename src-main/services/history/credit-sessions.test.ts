import { expect, it } from 'vitest';
import type { Catalog } from '../../ports/catalog';
import { creditSessions } from './credit-sessions';

it('is stopped between two batches by somebody who asks meanwhile; what it has found out is kept', async () => {
  const left = ['a', 'b', 'c', 'd'];
  const catalog: Pick<Catalog, 'uncredited' | 'kin' | 'held' | 'show' | 'setCredit'> = {
    uncredited: async () => left.slice(0, 2),
    kin: async () => [],
    held: async () => null,
    show: async () => null,
    setCredit: async (credits) => {
      for (const { id } of credits) left.splice(left.indexOf(id), 1);
    },
  };
  let isEnded = false;
  setImmediate(() => {
    isEnded = true;
  });
  expect(
    await creditSessions(
      catalog as Catalog,
      () => null,
      () => isEnded,
    ),
  ).toBe(2);
  expect(left).toEqual(['c', 'd']);
  expect(await creditSessions(catalog as Catalog, () => null)).toBe(2);
});
