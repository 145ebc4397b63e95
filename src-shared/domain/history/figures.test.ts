import { noUsage } from '@domain/cost/usage';
import { describe, expect, it } from 'vitest';
import { activeDaysOf, activeMsOf, type Cell, type CubeLink, type CubeSession, figuresOf } from './figures';
import { createProjectMap } from './project-map';

const MINUTE = 60_000;
const dayOf = (atMs: number) => (atMs < 60 * MINUTE ? 'first' : 'second');

it('a silence is no work, and the time up to an answer is of the answer’s day', () => {
  const times = [70, 50, 54, 58, 61, 64, Number.NaN].map((minute) => minute * MINUTE);
  expect(activeDaysOf(times, dayOf)).toEqual(
    new Map([
      ['first', 8 * MINUTE],
      ['second', 6 * MINUTE],
    ]),
  );
  expect(activeMsOf(times)).toBe(14 * MINUTE);
});

describe('active time', () => {
  const cell = (day: string): Cell => ({
    day,
    model: 'opus-5',
    usage: noUsage,
    messages: 1,
    cost: 1,
    unpriced: 0,
  });
  const session: CubeSession = {
    id: 's',
    cwd: null,
    cells: [cell('2026-03-29'), cell('2026-03-30')],
    activeMs: new Map([
      ['2026-03-29', 8000],
      ['2026-03-30', 6000],
    ]),
    claudeCost: null,
  };
  const within = (sinceDay: string, active_ms: number | null) => {
    const link: CubeLink = { bead_id: null, agent: null, active_ms };
    return figuresOf([session], new Map([['s', link]]), createProjectMap([]), { sinceDay }).active.total_ms;
  };
  it.each([
    ['2026-03-29', null, 14_000],
    ['2026-03-29', 20_000, 20_000],
    ['2026-03-30', null, 6000],
    ['2026-03-30', 20_000, 6000],
    ['2026-03-30', 5000, 5000],
  ])('from %s on, where we measured %s of it, is %i', (sinceDay, measured, active) => {
    expect(within(sinceDay, measured)).toBe(active);
  });
});
