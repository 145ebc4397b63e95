import type { Doing } from '@domain/session/doing';
import type { Session } from '@domain/session/record';
import { expect, it } from 'vitest';
import { costWords, countWords, modelWords } from '../../app/usage-words';
import {
  activeMs,
  barWords,
  chainWords,
  distinctions,
  groupsOf,
  markOf,
  metaWords,
  rowWord,
  type SeenSession,
  statusWords,
  titleOf,
} from './session-words.logic';

const now = Date.parse('2026-11-16T12:00:00Z');
const sessionWith = (over: Partial<SeenSession>): SeenSession =>
  ({
    id: '11111111-1111-4111-8111-111111111111',
    status: 'draft',
    created_at: '2026-11-16T11:00:00Z',
    updated_at: '2026-11-16T11:59:00Z',
    tags: [],
    ...over,
  }) as SeenSession;
const doing = (status: Doing['status'], asks: Doing['asks'] = []) => ({ status, asks }) as unknown as Doing;
const ask = { id: 'k', tool: 'Bash', since: '2026-11-16T11:59:00Z' };

it.each([
  [{ status: 'draft' }, 'draft', 'draft'],
  [{ status: 'active' }, 'active', 'working'],
  [{ status: 'active', doing: doing('idle') }, 'active', 'idle'],
  [{ status: 'active', doing: doing('busy') }, 'active', 'working'],
  [{ status: 'active', doing: doing('waiting', [ask]) }, 'waiting', 'needs an answer'],
  [{ status: 'active', pending: { type: 'pause', reason: 'user' } }, 'active', 'pausing'],
  [{ status: 'draft', pending: { type: 'start' } }, 'draft', 'starting'],
  [
    { status: 'draft', pending: { type: 'start' }, doing: doing('idle', [ask]) },
    'waiting',
    'needs an answer',
  ],
  [{ status: 'paused', pause_reason: 'crash' }, 'crashed', 'Claude exited'],
  [{ status: 'paused', pause_reason: 'usage_limit' }, 'limit', 'usage limit'],
  [{ status: 'paused', pause_reason: 'user' }, 'paused', 'paused by you'],
  [{ status: 'closed', outcome: 'handoff' }, 'closed', 'handed off'],
  [{ status: 'closed' }, 'closed', 'closed'],
] as const)('%o looks like %s and reads "%s"', (over, mark, words) => {
  const session = sessionWith(over as Partial<SeenSession>);
  expect([markOf(session), statusWords(session)]).toEqual([mark, words]);
});

it('is called by its title, its bead, or its id', () => {
  expect(titleOf(sessionWith({ title: 'Drift' }), 'Bead title')).toBe('Drift');
  expect(titleOf(sessionWith({ bead_id: 'tide-1' as Session['bead_id'] }), 'Bead title')).toBe('Bead title');
  expect(titleOf(sessionWith({ bead_id: 'tide-1' as Session['bead_id'] }))).toBe('tide-1');
  expect(titleOf(sessionWith({}))).toBe('Session 11111111');
});

it('active time runs on while active and stands still otherwise', () => {
  expect(activeMs(sessionWith({ status: 'active', total_duration_ms: 1000 }), now)).toBe(61_000);
  // Another fact that was noted meanwhile does not set it back.
  const counted = sessionWith({ status: 'active', counted_until: '2026-11-16T11:00:00Z' });
  expect(activeMs(counted, now)).toBe(now - Date.parse('2026-11-16T11:00:00Z'));
  expect(activeMs(sessionWith({ status: 'paused', total_duration_ms: 1000 }), now)).toBe(1000);
  expect(activeMs(sessionWith({ status: 'active', updated_at: '2026-11-16T13:00:00Z' }), now)).toBe(0);
});

it('a draft has no time, a paused one says since when', () => {
  expect(metaWords(sessionWith({}), now)).toEqual(['1h ago', 'draft']);
  const paused = sessionWith({
    status: 'paused',
    pause_reason: 'user',
    started_at: '2026-11-07T11:00:00Z',
    paused_at: '2026-11-07T12:00:00Z',
  });
  expect(metaWords(paused, now)).toEqual(['0s', '9 days ago', 'paused by you']);
});

it('groups what needs a person first and leaves the trash out', () => {
  const id = (n: number) => `0000000${n}-1111-4111-8111-111111111111` as Session['id'];
  const sessions = [
    sessionWith({ id: id(1), status: 'closed' }),
    sessionWith({ id: id(2), status: 'paused', pause_reason: 'user' }),
    sessionWith({ id: id(3), status: 'paused', pause_reason: 'crash' }),
    sessionWith({ id: id(4), status: 'active' }),
    sessionWith({ id: id(5), status: 'closed', trashed_at: '2026-11-16T11:00:00Z' }),
    sessionWith({ id: id(6), status: 'closed', started_at: '2026-11-16T11:30:00Z' }),
    sessionWith({ id: id(7), status: 'active', doing: doing('waiting', [ask]) }),
  ];
  const groups = groupsOf(sessions, 10).map((group) => [group.id, group.sessions.map((each) => each.id[7])]);
  expect(groups).toEqual([
    ['needs-you', ['7', '3']],
    ['open', ['4', '2']],
    ['closed', ['6', '1']],
  ]);
  expect(groupsOf(sessions, 1).at(-1)?.sessions).toHaveLength(1);
});

it('the bar says time, cost, tokens, and what Claude does now', () => {
  const used = { total_tokens: 5_910_000, stats: { cost_micro_usd: 1_840_000 } as Session['stats'] };
  const active = { status: 'active', started_at: '2026-11-16T11:00:00Z', total_duration_ms: 60_000 } as const;
  expect(barWords(sessionWith({ ...active, ...used, doing: doing('busy', [ask]) }), now)).toEqual([
    '2m',
    '$1.84',
    '5.9M tokens',
    'needs an answer',
  ]);
  expect(barWords(sessionWith({}), now)).toEqual(['1h ago', 'draft']);
});

it('numbers as the window writes them', () => {
  expect([950, 6_700, 12_000, 999_990, 5_900_000].map(countWords)).toEqual([
    '950',
    '6.7k',
    '12k',
    '1M',
    '5.9M',
  ]);
  expect([4_000, 0, 1_840_000, 1_204_000_000].map(costWords)).toEqual(['$0.004', '$0.00', '$1.84', '$1,204']);
});

it('a cost that nobody knows is said to be unknown', () => {
  const active = { status: 'active', started_at: '2026-11-16T11:00:00Z', total_tokens: 1200 } as const;
  expect(barWords(sessionWith(active), now)).toEqual(['1m', 'cost unknown', '1.2k tokens', 'working']);
});

it('the place in a chain, by age; alone it has none', () => {
  const [first, second] = ['2026-11-16T10:00:00Z', '2026-11-16T11:00:00Z'];
  const one = sessionWith({ id: 'a' as Session['id'], chain_id: 'a' as Session['id'], created_at: first });
  const two = sessionWith({ id: 'b' as Session['id'], chain_id: 'a' as Session['id'], created_at: second });
  expect(chainWords(two, [two, one])).toBe('2nd of 2');
  expect(chainWords(one, [one])).toBeNull();
});

it.each([
  ['claude-sonnet-5-5-20260401', 'Sonnet 5.5'],
  ['claude-haiku-6', 'Haiku 6'],
  ['claude-opus-4-8[1m]', 'Opus 4.8 1M'],
  ['my-own', 'my-own'],
  ['my-own[1m]', 'my-own[1m]'],
])('the model %s is %s', (model, words) => {
  expect(modelWords(model)).toBe(words);
});

it.each([
  [{ status: 'active', doing: doing('busy') }, 'working'],
  [{ status: 'active', doing: doing('waiting', [ask]) }, 'asks'],
  [{ status: 'draft', placeInLine: 2 }, '2nd in line'],
  [{ status: 'paused', pause_reason: 'user', paused_at: '2026-11-14T12:00:00Z' }, '2 days ago'],
  [{ status: 'paused', pause_reason: 'crash' }, 'crashed'],
  [{ status: 'paused', pause_reason: 'usage_limit' }, 'usage limit'],
  [{ status: 'closed', outcome: 'done' }, 'done'],
  [
    {
      ...{ status: 'paused', pause_reason: 'user', paused_at: '2026-11-07T12:00:00Z' },
      attention: { reason: 'paused-too-long', since: '2026-11-14T12:00:00Z' },
    },
    '9 days, resume or close?',
  ],
] as const)('%o is %s in its row', (over, words) => {
  expect(rowWord(sessionWith(over as Partial<SeenSession>), now)).toBe(words);
});

it('sessions of one title are told apart by their place in the chain, or by when they began', () => {
  const same = { title: 'Drift', status: 'closed' } as const;
  const [a, b, c] = ['a', 'b', 'c'].map(
    (id) => `${id.repeat(8)}-1111-4111-8111-111111111111` as Session['id'],
  );
  const list = [
    sessionWith({ ...same, id: a, chain_id: a }),
    sessionWith({ ...same, id: b, chain_id: a, created_at: '2026-11-16T11:30:00Z' }),
    sessionWith({ ...same, id: c, chain_id: c }),
    sessionWith({ title: 'Other' }),
  ];
  const words = distinctions(list, now);
  expect([words.get(a ?? ''), words.get(b ?? ''), words.size]).toEqual(['1st of 2', '2nd of 2', 3]);
});
