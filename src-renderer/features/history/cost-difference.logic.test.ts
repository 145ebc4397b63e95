import type { HistorySession } from '@domain/history/record';
import { expect, it } from 'vitest';
import { differenceWords } from './cost-difference.logic';

const reckoned = (
  ours: number | undefined,
  claudes: number | null,
  stats: Partial<HistorySession['stats']> = {},
) =>
  differenceWords({
    claude_cost_micro_usd: claudes,
    stats: {
      inherited_tokens: 0,
      unpriced_tokens: 0,
      cost_micro_usd: ours,
      ...stats,
    } as HistorySession['stats'],
  });
const UNWRITTEN =
  'requests that are not written into transcripts, as for compaction or answers that were cut off';

it('nothing is explained where one of the two is not known', () => {
  expect(reckoned(1_000_000, null)).toBeNull();
  expect(reckoned(undefined, 1_000_000)).toBeNull();
});

it.each([
  ['less than a thousandth of a dollar is none', 1_000_000, 1_000_499, {}, 'The two agree.'],
  ['in either direction', 1_000_499, 1_000_000, {}, 'The two agree.'],
  ['more, for what no transcript says', 1_000_000, 1_250_000, {}, `Claude counts $0.25 more: ${UNWRITTEN}.`],
  ['a thousandth of a dollar is told', 1_000_000, 1_000_500, {}, `Claude counts $0.001 more: ${UNWRITTEN}.`],
  [
    'more, in a fork, which begins with what its parent cost',
    0,
    2_000_000,
    { inherited_tokens: 7 },
    `Claude counts $2.00 more: what is counted in an older session here; ${UNWRITTEN}.`,
  ],
  [
    'more, by a model whose price only Claude knows',
    1_000_000,
    2_000_000,
    { unpriced_tokens: 7 },
    `Claude counts $1.00 more: tokens without a price known here; ${UNWRITTEN}.`,
  ],
  [
    'less',
    2_000_000,
    500_000,
    { inherited_tokens: 7, unpriced_tokens: 7 },
    'Claude counts $1.50 less: it writes its figure down only when it ends, or had other prices.',
  ],
])('%s', (_, ours, claudes, stats, words) => {
  expect(reckoned(ours, claudes, stats)).toBe(words);
});
