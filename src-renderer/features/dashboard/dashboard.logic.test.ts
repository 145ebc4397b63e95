import type { Figures } from '@domain/history/figures';
import type { ReportRow } from '@domain/history/record';
import { describe, expect, it } from 'vitest';
import {
  agentsWords,
  barsWords,
  beadRows,
  beadsWords,
  costBars,
  csvOf,
  daysOf,
  daysShown,
  dayWords,
  lengthOf,
  MOST_DAYS,
  namedDays,
  PERIODS,
  periodOf,
  sessionBars,
  sessionsPerBead,
  ticksOf,
} from './dashboard.logic';
import { otherBeads, partOf, searchFor, searchForDay } from './sessions-behind.logic';

const row = (key: string | null, sessions = 1, cost = 0): ReportRow => ({
  key,
  sessions,
  messages: sessions,
  tokens_in: 1,
  tokens_out: 2,
  cache_read_tokens: 3,
  cache_write_tokens: 4,
  cache_write_5m_tokens: 4,
  cache_write_1h_tokens: 0,
  total_tokens: 10,
  cost_micro_usd: cost,
  unpriced_tokens: 0,
});
const figures = (part: Partial<Figures>): Figures => ({
  today: '2026-03-30',
  first_day: null,
  total: row(null),
  days: [],
  day_models: [],
  models: [],
  beads: [],
  agents: [],
  projects: [],
  active: { sessions: 0, total_ms: 0, longest_ms: 0, longest_id: null },
  claude: { sessions: 0, claude_micro_usd: 0, ours_micro_usd: 0 },
  prices_as_of: '2026-11-01',
  ...part,
});
const NOW = new Date(2026, 2, 30, 15, 0).getTime();
const today = '2026-03-30';

describe('the days of a period', () => {
  it('are those of the machine the history is on, to its today, also across the change of clocks', () => {
    const days = daysOf({ days: [], first_day: '2026-03-24', today });
    expect(days).toEqual([24, 25, 26, 27, 28, 29, 30].map((day) => `2026-03-${day}`));
  });
  it('begin with the first work when there is no beginning, and a chart has the latest of them', () => {
    const since = { days: [row(null), row('2026-03-28'), row('2026-03-30')], first_day: null, today };
    expect(daysOf(since)).toEqual(['2026-03-28', '2026-03-29', '2026-03-30']);
    expect(daysOf({ days: [], first_day: null, today })).toEqual([]);
    const long = { days: [row('2024-01-01')], first_day: null, today };
    expect([daysOf(long).length, daysOf(long).at(-1)]).toEqual([MOST_DAYS, today]);
    expect([lengthOf(long), lengthOf({ ...long, first_day: '2026-03-01' })]).toEqual([820, 30]);
  });
  it('are asked for without a moment, which another time zone would move', () => {
    expect(PERIODS.map(({ value }) => periodOf(value))).toEqual(['7d', '30d', '90d', undefined]);
  });
});

it('a bar has the dear models by name and the rest together', () => {
  const models = ['a', 'b', 'c', 'd', 'e', 'f'].map((key, index) => row(key, 1, 100 - index));
  const day_models = models.map(({ key }) => ({
    day: '2026-03-30',
    model: key ?? '',
    cost_micro_usd: 5,
    tokens: 1,
  }));
  const [bar, empty] = costBars(figures({ models, day_models }), ['2026-03-30', '2026-03-31']);
  expect(bar?.parts.map(({ series, value }) => [series, value])).toEqual([
    [0, 5],
    [1, 5],
    [2, 5],
    [3, 5],
    [4, 10],
  ]);
  expect([bar?.total, empty?.total]).toEqual([30, 0]);
});

it('sessions per day are those of the day', () => {
  expect(
    sessionBars({ days: [row('2026-03-30', 3)] }, ['2026-03-29', '2026-03-30']).map(({ total }) => total),
  ).toEqual([0, 3]);
});

it.each([
  [6, 1, [0, 2, 4, 6]],
  [7.4, 1, [0, 2, 4, 6, 8]],
  [0, 1, [0, 1]],
  [1, 1, [0, 1]],
  [95, 1, [0, 50, 100]],
])('the scale up to %d', (highest, least, ticks) => {
  expect(ticksOf(highest, least)).toEqual(ticks);
});

it('about five days are named, the last one always', () => {
  const days = Array.from({ length: 30 }, (_, index) => String(index));
  expect([...namedDays(days)]).toEqual(['5', '11', '17', '23', '29']);
  expect([...namedDays(['1'])]).toEqual(['1']);
});

it('beads beyond the first ones are one row, and nothing is lost in it', () => {
  const beads = [...Array.from({ length: 11 }, (_, index) => row(`b-${index}`, 2, 10)), row(null, 1, 3)];
  const { shown, others, none } = beadRows({ beads });
  expect([shown.length, others, none?.cost_micro_usd]).toEqual([
    8,
    { count: 3, sessions: 6, total_tokens: 3 * (beads[0]?.total_tokens ?? 0), cost_micro_usd: 30 },
    3,
  ]);
  expect([sessionsPerBead({ beads }), sessionsPerBead({ beads: [row(null)] })]).toEqual([2, null]);
});

it('a chart is told in a sentence', () => {
  const bars = sessionBars({ days: [row('2026-03-28', 2), row('2026-03-29', 5), row('2026-03-30', 5)] }, [
    '2026-03-27',
    '2026-03-28',
    '2026-03-29',
    '2026-03-30',
  ]);
  const day = dayWords('2026-03-30', NOW);
  expect(barsWords(bars, String, NOW)).toBe(`On 3 of 4 days, most on ${day}: 5.`);
  expect(barsWords(bars.slice(3), String, NOW)).toBe(`On 1 day, most on ${day}: 5.`);
  expect(barsWords(bars.slice(0, 1), String, NOW)).toBe('Nothing on these days.');
});

it('a table of beads or agents is told in a sentence, and what has none is no row of it', () => {
  const beads = [row('b-1', 2, 3_400_000), row('b-2', 1, 5_000_000), row(null, 9, 9_000_000)];
  const total = row(null, 12, 17_400_000);
  expect(beadsWords({ beads, total })).toBe('On 2 beads, most on b-2: $5.00 of $17.40.');
  expect(beadsWords({ beads: beads.slice(2), total })).toBe('No work on a bead.');
  expect(agentsWords({ agents: [row('Executor', 7), row(null, 5)], total })).toBe(
    'By 1 agent, most by Executor: 7 of 12 sessions.',
  );
  expect(agentsWords({ agents: [row(null, 5)], total })).toBe('No work by a named agent.');
});

it('charts say when they do not go back to the beginning', () => {
  const whole = figures({ days: [row('2025-12-01')] });
  expect([daysShown(whole).counts.length, daysShown(whole).isCut]).toEqual([MOST_DAYS, false]);
  expect(daysShown(figures({ days: [row('2025-11-30')] })).isCut).toBe(true);
});

it('a saved table holds no formula and keeps its columns', () => {
  const lines = csvOf(figures({ beads: [row('=HYPERLINK("x")', 1, 5)], agents: [row('a,"b"')] })).split(
    '\r\n',
  );
  expect(lines[0]?.split(',').length).toBe(11);
  expect(lines[1]).toMatch(/^bead,"'=HYPERLINK\(""x""\)",1,/);
  expect(lines[2]).toMatch(/^agent,"a,""b""",1,/);
});

it('a figure leads to its sessions', () => {
  expect(searchFor('bead:tide-1', '2026-03-24', null)).toBe('bead:tide-1 billed:2026-03-24..');
  expect(searchFor(null, null, null)).toBe('billed:any');
  expect(searchFor('model:opus', null, '/home/ada/my app')).toBe(
    'model:opus billed:any project:"/home/ada/my app"',
  );
  expect(searchForDay('2026-03-24', '/p')).toBe('billed:2026-03-24 project:/p');
  expect(searchForDay(null, null)).toBe('billed:undated');
  expect([partOf('bead', null), partOf('model', ''), partOf('agent', 'night shift')]).toEqual([
    'bead:none',
    'model:none',
    'agent:"night shift"',
  ]);
  expect(otherBeads(['tide-1', 'tide-2'])).toBe('has:bead -bead:tide-1 -bead:tide-2');
});
