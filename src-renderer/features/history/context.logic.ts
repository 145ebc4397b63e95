import type { TranscriptOutline } from '@domain/history/transcript';

export type ContextStep = { readonly position: number; readonly tokens: number; readonly grown: number };

/** Where the context grew most between one answer and the next; a compaction begins anew. */
export function largestSteps(context: TranscriptOutline['context'], most: number): readonly ContextStep[] {
  let before = 0;
  const steps = context.map(({ position, tokens }) => {
    const grown = tokens - before;
    before = tokens;
    return { position, tokens, grown };
  });
  return steps
    .filter(({ grown }) => grown > 0)
    .sort((a, b) => b.grown - a.grown || a.position - b.position)
    .slice(0, most);
}

/** The outline of the area below the curve, in a box of 100 by 100. */
export function contextArea(context: TranscriptOutline['context'], total: number): string {
  const highest = Math.max(1, ...context.map(({ tokens }) => tokens));
  const points = context.map(
    ({ position, tokens }) =>
      `${((100 * position) / Math.max(1, total - 1)).toFixed(2)},${(100 - (96 * tokens) / highest).toFixed(2)}`,
  );
  const [first, last] = [points[0]?.split(',')[0] ?? '0', points.at(-1)?.split(',')[0] ?? '100'];
  return points.length === 0 ? '' : `M${first},100 L${points.join(' L')} L${last},100 Z`;
}
