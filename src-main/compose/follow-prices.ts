import { type ModelPrice, withOwnPrices } from '@domain/cost/price-table';
import { createPriceFinder, type PriceFinder } from '@domain/history/report';

/** The prices that count at the moment: a person's own before the list. */
export function followPrices(own: () => readonly ModelPrice[]): PriceFinder {
  let kept: { readonly own: readonly ModelPrice[]; readonly find: PriceFinder } | null = null;
  return (model, atMs) => {
    const now = own();
    if (kept?.own !== now) kept = { own: now, find: createPriceFinder(withOwnPrices(now)) };
    return kept.find(model, atMs);
  };
}
