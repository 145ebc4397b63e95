import { type ModelPrice, modelName, type PriceTable } from '@domain/cost/price-table';

/** One line of the table. `isOwn`: a person wrote it; `list`: what we ship for the model, if anything. */
export type PriceLine = { readonly price: ModelPrice; readonly isOwn: boolean };

/** Own prices first, then the list without the models they name. */
export function priceLines(own: readonly ModelPrice[], list: PriceTable): readonly PriceLine[] {
  const named = new Set(own.map(({ model }) => modelName(model)));
  return [
    ...own.map((price) => ({ price, isOwn: true })),
    ...list.prices
      .filter(({ model }) => !named.has(modelName(model)))
      .map((price) => ({ price, isOwn: false })),
  ];
}

export const PRICE_FIELDS = [
  { field: 'input', label: 'Input' },
  { field: 'output', label: 'Output' },
  { field: 'cache_read', label: 'Cache read' },
  { field: 'cache_write_5m', label: 'Cache write, 5 min' },
  { field: 'cache_write_1h', label: 'Cache write, 1 h' },
] as const;
export type PriceField = (typeof PRICE_FIELDS)[number]['field'];

export type PriceDraft = Readonly<Record<PriceField | 'model' | 'from', string>>;

export function draftOf(price: ModelPrice | null): PriceDraft {
  const text = (n: number | undefined) => (n === undefined ? '' : String(Number(n.toFixed(6))));
  return {
    model: price?.model ?? '',
    from: price?.from ?? '',
    input: text(price?.input),
    output: text(price?.output),
    cache_read: text(price?.cache_read),
    cache_write_5m: text(price?.cache_write_5m),
    cache_write_1h: text(price?.cache_write_1h),
  };
}

export type PriceProblems = Partial<Record<keyof PriceDraft, string>>;

export function readDraft(draft: PriceDraft): { price: ModelPrice | null; problems: PriceProblems } {
  const problems: PriceProblems = {};
  const model = draft.model.trim();
  if (model === '' || model.length > 200)
    problems.model = 'The name Claude writes, for example claude-sonnet-5-5.';
  if (draft.from !== '' && !/^\d{4}-\d{2}-\d{2}$/.test(draft.from))
    problems.from = 'A day such as 2026-11-16.';
  const amounts = {} as Record<PriceField, number>;
  for (const { field } of PRICE_FIELDS) {
    const text = draft[field].trim().replace(',', '.');
    const amount = Number(text);
    if (text === '' || !Number.isFinite(amount) || amount < 0 || amount > 100_000)
      problems[field] = 'An amount such as 3 or 0.30.';
    amounts[field] = amount;
  }
  if (Object.keys(problems).length > 0) return { price: null, problems };
  return { price: { model, ...(draft.from === '' ? {} : { from: draft.from }), ...amounts }, problems };
}

const isSame = (a: ModelPrice, b: ModelPrice) =>
  modelName(a.model) === modelName(b.model) && a.from === b.from;

/** The price of a model from a day on is one: a second one for the same day takes its place. */
export function withPrice(
  own: readonly ModelPrice[],
  price: ModelPrice,
  old: ModelPrice | null,
): ModelPrice[] {
  const others = own.filter((each) => each !== old && !isSame(each, price));
  return [...others, price].sort(
    (a, b) => a.model.localeCompare(b.model) || (a.from ?? '').localeCompare(b.from ?? ''),
  );
}

export function withoutPrice(own: readonly ModelPrice[], price: ModelPrice): ModelPrice[] {
  return own.filter((each) => !isSame(each, price));
}
