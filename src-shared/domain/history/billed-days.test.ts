import { noUsage } from '@domain/cost/usage';
import { expect, it } from 'vitest';
import { BilledDays, isBilledOn, sessionsBehind } from './billed-days';
import type { Cell, CubeSession } from './figures';

it.each([
  ['any', [true, true, true, true]],
  ['undated', [false, false, false, true]],
  ['2026-03-02', [false, true, false, false]],
  ['2026-03-02..', [false, true, true, false]],
  ['..2026-03-02', [true, true, false, false]],
  ['2026-03-01..2026-03-02', [true, true, false, false]],
])('%s', (days, met) => {
  expect(BilledDays.safeParse(days).success).toBe(true);
  expect(['2026-03-01', '2026-03-02', '2026-03-03', null].map((day) => isBilledOn(days, day))).toEqual(met);
});

it.each(['', '..', '2026-3-1', 'any..', '2026-03-01...2026-03-02'])('“%s” is no time', (days) => {
  expect(BilledDays.safeParse(days).success).toBe(false);
});

const cell = (day: string, model: string, unpriced = 0): Cell => ({
  day,
  model,
  usage: noUsage,
  messages: 1,
  cost: 1,
  unpriced,
});
const session = (id: string, cells: readonly Cell[], claudeCost: number | null = null): CubeSession => ({
  id,
  cwd: null,
  cells,
  activeMs: new Map(),
  claudeCost,
});
const SESSIONS = [
  session('old opus, new sonnet', [cell('2026-03-01', 'opus-5'), cell('2026-03-09', 'sonnet-5')], 3),
  session('new opus', [cell('2026-03-09', 'opus-5')], 4),
  session('newer opus', [cell('2026-03-09', 'opus-5-5', 7)]),
  session('nameless', [cell('2026-03-09', '')]),
];
const behind = (filter: Partial<Parameters<typeof sessionsBehind>[1]>) =>
  sessionsBehind(SESSIONS, {
    billed: ['2026-03-05..'],
    models: [],
    isReckoned: false,
    isUnpriced: false,
    ...filter,
  });

it('a model counts on the days that are meant, by its whole name where there is one', () => {
  expect(behind({ models: ['opus-5'] })).toEqual(['new opus']);
  expect(behind({ models: ['OPUS'] })).toEqual(['new opus', 'newer opus']);
  expect(behind({ models: ['none'] })).toEqual(['nameless']);
  expect(behind({ billed: ['any'], models: ['opus-5'] })).toEqual(['old opus, new sonnet', 'new opus']);
});

it('Claude’s own figure is that of a whole session; a price that is missing is told by its day', () => {
  expect(behind({ isReckoned: true })).toEqual(['new opus']);
  expect(behind({ isUnpriced: true })).toEqual(['newer opus']);
  expect(behind({ isUnpriced: true, billed: ['..2026-03-05'] })).toEqual([]);
});
