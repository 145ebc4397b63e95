/** Null: none. Undefined: what is written is no amount. */
export function amountOf(text: string): number | null | undefined {
  const plain = text.trim().replace(/^\$/, '').replace(',', '.');
  if (plain === '') return null;
  const amount = Number(plain);
  return Number.isFinite(amount) && amount > 0 && amount <= 1_000_000 ? amount : undefined;
}
