import { z } from 'zod';

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

/** The share of the input price that a write costs is the same for all; a read has no fixed share. */
function price(model: string, input: number, output: number, cache_read: number): ModelPrice {
  return { model, input, output, cache_read, cache_write_5m: input * 1.25, cache_write_1h: input * 2 };
}

/** The list prices that Claude Code 2.1.325 itself reckons with. */
export const listPrices: PriceTable = {
  as_of: '2026-11-16',
  prices: [
    price('claude-opus-5-5', 4, 20, 0.2),
    price('claude-fable-5-2', 8, 40, 0.2),
    price('claude-sonnet-5-5', 2, 10, 0.1),
    price('claude-haiku-5-5', 0.1, 0.5, 0.01),
    price('claude-opus-4-8', 5, 25, 0.5),
    price('claude-sonnet-5', 2, 10, 0.2),
    price('claude-opus-4-5', 5, 25, 0.5),
    price('claude-sonnet-4-5', 3, 15, 0.3),
    price('claude-haiku-4-5', 1, 5, 0.1),
    price('claude-3-5-haiku', 0.8, 4, 0.08),
  ],
};

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
