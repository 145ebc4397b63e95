import type { Session } from '@domain/session/record';
import { expect, it } from 'vitest';
import { beadWork } from './bead-work.logic';

const session = (id: string, over: object): Session =>
  ({ id, status: 'closed', created_at: `2026-11-16T0${id}:00:00Z`, bead_id: 't-1', ...over }) as Session;

it('strings the sessions of a bead in their order and adds what they cost', () => {
  const sessions = [
    session('3', { files_touched: ['a', 'b'], commits: ['c1'], stats: { cost_micro_usd: 1_500_000 } }),
    session('1', {
      files_touched: ['a'],
      commits: ['c1'],
      total_duration_ms: 2_300_000,
      total_tokens: 6700,
      stats: { cost_micro_usd: 2_000_000 },
    }),
    session('2', { bead_id: 't-2' }),
    session('4', { trashed_at: '2026-11-16T05:00:00Z', stats: { cost_micro_usd: 9 } }),
  ];
  expect(beadWork(sessions, 't-1', 0)).toEqual({
    count: 2,
    marks: [
      { id: '1', mark: 'closed' },
      { id: '3', mark: 'closed' },
    ],
    cost: '$3.50',
    words: '2 sessions, 38m, 6.7k tokens, $3.50, 2 files, 1 commit',
  });
  expect(beadWork(sessions, 't-2', 0)).toMatchObject({ count: 1, cost: null });
  expect(beadWork(sessions, 't-3', 0)).toEqual({ count: 0, marks: [], cost: null, words: '' });
});

it('shows no more than the last five of a long string', () => {
  const sessions = ['1', '2', '3', '4', '5', '6', '7'].map((id) => session(id, {}));
  const { count, marks } = beadWork(sessions, 't-1', 0);
  expect([count, marks.map(({ id }) => id)]).toEqual([7, ['3', '4', '5', '6', '7']]);
});
