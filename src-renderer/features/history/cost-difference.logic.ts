import type { HistorySession } from '@domain/history/record';
import { costWords } from '../../app/usage-words';

/** Less than what is shown of either. */
const SAME_MICRO_USD = 500;

type Reckoned = Pick<HistorySession, 'stats' | 'claude_cost_micro_usd'>;

/** Why Claude's own figure is another than ours; null: one of them is not known. */
export function differenceWords({ stats, claude_cost_micro_usd }: Reckoned): string | null {
  if (claude_cost_micro_usd === null || stats.cost_micro_usd === undefined) return null;
  const more = claude_cost_micro_usd - stats.cost_micro_usd;
  if (Math.abs(more) < SAME_MICRO_USD) return 'The two agree.';
  if (more < 0)
    return `Claude counts ${costWords(-more)} less: it writes its figure down only when it ends, or had other prices.`;
  const reasons = [
    ...(stats.inherited_tokens > 0 ? ['what is counted in an older session here'] : []),
    ...(stats.unpriced_tokens > 0 ? ['tokens without a price known here'] : []),
    'requests that are not written into transcripts, as for compaction or answers that were cut off',
  ];
  return `Claude counts ${costWords(more)} more: ${reasons.join('; ')}.`;
}
