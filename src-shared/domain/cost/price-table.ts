import { z } from 'zod';
import list from './list-prices.json';

const UsdPerMillion = z.number().nonnegative();

/**
 * What a million tokens of a model cost, in US dollars, which is the same number as micro-dollars per token. `from`: the
 * first day of the price, when it changed; without it the price is the oldest one known.
 */
export const ModelPrice = z.object({
  model: z.string().min(1).max(200),
  from: z.iso.date().optional(),
  input: UsdPerMillion,
  output: UsdPerMillion,
  cache_read: UsdPerMillion,
  cache_write_5m: UsdPerMillion,
  cache_write_1h: UsdPerMillion,
});
export type ModelPrice = z.infer<typeof ModelPrice>;

export const PriceTable = z.object({
  /** The day the prices were looked at. */
  as_of: z.iso.date(),
  prices: z.array(ModelPrice),
});
export type PriceTable = z.infer<typeof PriceTable>;

/**
 * The list prices: the newer models as Claude Code 2.1.325 itself reckons, the older ones as they were sold. A long context
 * that once cost more (Sonnet 4 beyond 200,000 tokens) is not told apart.
 */
export const listPrices: PriceTable = list;

/** A table of one's own: its entries come before those of the list for the same model. */
export function withOwnPrices(own: readonly ModelPrice[], list: PriceTable = listPrices): PriceTable {
  const known = new Set(own.map(({ model }) => modelName(model)));
  const others = list.prices.filter(({ model }) => !known.has(modelName(model)));
  return { as_of: list.as_of, prices: [...own, ...others] };
}

/**
 * The name without what does not change the price: the provider in front, the day of its release, the size of its window.
 * `us.anthropic.claude-haiku-4-5-20251001-v1:0`, `claude-haiku-4-5@20251001` and `claude-haiku-4-5[1m]` are one model.
 */
export function modelName(name: string): string {
  return name
    .toLowerCase()
    .replace(/^(?:[a-z]{2,6}\.)?anthropic\./, '')
    .replace(/\[[^\]]{0,20}\]$/, '')
    .replace(/-v\d+(?::\d+)?$/, '')
    .replace(/[-@]\d{8}$/, '')
    .replace(/-latest$/, '');
}

/** Null: nobody told the price of this model. It is unknown, never zero. */
export function priceOf(model: string, at: string, table: PriceTable = listPrices): ModelPrice | null {
  const name = modelName(model);
  const day = at.slice(0, 10);
  let found: ModelPrice | null = null;
  for (const each of table.prices) {
    if (modelName(each.model) !== name || (each.from ?? '') > day) continue;
    if (found === null || (each.from ?? '') > (found.from ?? '')) found = each;
  }
  return found;
}
