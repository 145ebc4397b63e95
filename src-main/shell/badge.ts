/** How many sessions need the person, as the windows say in their titles: `(2) Board · tidewater`. Each window counts those
 * of every project, so the largest number is the one. */
export function badgeOf(titles: readonly string[]): number {
  return Math.max(0, ...titles.map((title) => Number(/^\((\d+)\) /.exec(title)?.[1] ?? 0)));
}
