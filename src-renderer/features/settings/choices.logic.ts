/** What somebody wrote into the file by hand is a choice too. */
export function choicesOf(shipped: readonly number[], now: number, label: (n: number) => string) {
  const values = [...new Set([...shipped, now])].sort((a, b) => a - b);
  return values.map((n) => ({ value: String(n), label: label(n) }));
}
