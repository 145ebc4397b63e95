const MOST_USD = 1_000_000;

/** Null: none. Undefined: what is written is no amount. */
export function amountOf(text: string): number | null | undefined {
  const plain = text.trim().replace(/^\$/, '').replace(',', '.');
  if (plain === '') return null;
  const amount = Number(plain);
  return Number.isFinite(amount) && amount > 0 && amount <= MOST_USD ? amount : undefined;
}

/** Null: it can be kept. */
export function amountProblem(text: string): string | null {
  if (amountOf(text) !== undefined) return null;
  return 'Not kept: write an amount from above 0 to 1,000,000, for example 50 or 12.50, or nothing.';
}
