import { expect, it } from 'vitest';
import { firstDayOf, Period } from './period';

it.each([
  ['1d', '2026-03-30', '2026-03-30'],
  ['7d', '2026-03-30', '2026-03-24'],
  ['30d', '2026-03-01', '2026-01-31'],
  ['366d', '2024-12-31', '2024-01-01'],
  ['month', '2026-03-30', '2026-03-01'],
  ['month', '2026-03-01', '2026-03-01'],
])('%s that end on %s begin on %s', (period, today, first) => {
  expect(Period.safeParse(period).success).toBe(true);
  expect(firstDayOf(period, today)).toBe(first);
});

it.each(['', '0d', '30', 'd', '-1d', '1.5d', 'months', '30d '])('%j is no period', (text) => {
  expect(Period.safeParse(text).success).toBe(false);
});
