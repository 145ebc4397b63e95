import type { EngineFilter } from './engine-calls';
import type { FiguresMaker } from './make-figures';

/** Only the figures know. */
export const isOfFigures = ({ billed, isReckoned, isUnpriced }: EngineFilter) =>
  billed !== undefined || isReckoned === true || isUnpriced === true;

/** Days of billed messages are no part of the catalog's rows: they become the ids of the sessions that the figures count. */
export async function withoutBilled(
  wanted: EngineFilter,
  behind: FiguresMaker['behind'],
): Promise<Omit<EngineFilter, 'billed' | 'isReckoned' | 'isUnpriced'>> {
  const { billed, isReckoned = false, isUnpriced = false, ...filter } = wanted;
  if (!isOfFigures(wanted)) return filter;
  // The models are those of the billed messages; what a session met otherwise does not count.
  const { models = [], ids, ...rest } = filter;
  const found = await behind({ billed: billed ?? ['any'], models, isReckoned, isUnpriced });
  const named = ids === undefined ? null : new Set(ids);
  return { ...rest, ids: named === null ? found : found.filter((id) => named.has(id)) };
}
