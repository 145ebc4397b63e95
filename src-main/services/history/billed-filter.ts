import type { EngineFilter } from './engine-calls';
import type { FiguresMaker } from './make-figures';

/** Days of billed messages are no part of the catalog's rows: they become the ids of the sessions that the figures count. */
export async function withoutBilled(
  { billed, isReckoned = false, isUnpriced = false, ...filter }: EngineFilter,
  behind: FiguresMaker['behind'],
): Promise<Omit<EngineFilter, 'billed' | 'isReckoned' | 'isUnpriced'>> {
  if (billed === undefined && !isReckoned && !isUnpriced) return filter;
  // The models are those of the billed messages; what a session met otherwise does not count.
  const { models = [], ids, ...rest } = filter;
  const found = await behind({ billed: billed ?? ['any'], models, isReckoned, isUnpriced });
  const wanted = ids === undefined ? null : new Set(ids);
  return { ...rest, ids: wanted === null ? found : found.filter((id) => wanted.has(id)) };
}
