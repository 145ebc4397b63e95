import { expect, it } from 'vitest';
import { estimateWords, goingSoon, historyDays, progressWords } from './history-offer.logic';

const TODAY = '2026-11-16';

it('shows thirty days to today, those without work too', () => {
  const days = historyDays(
    [
      { key: '2026-11-16', sessions: 3 },
      { key: '2026-10-18', sessions: 2 },
    ],
    TODAY,
  );
  expect(days).toHaveLength(30);
  expect(days[0]).toEqual({ day: '2026-10-18', sessions: 2, age: 29 });
  expect(days.at(-1)).toEqual({ day: '2026-11-16', sessions: 3, age: 0 });
});

it('counts what Claude deletes within a week', () => {
  const rows = [
    { key: '2026-10-18', sessions: 2 },
    { key: '2026-10-24', sessions: 4 },
    { key: '2026-10-25', sessions: 8 },
  ];
  expect(goingSoon(historyDays(rows, TODAY), 30)).toBe(6);
});

it.each([
  [1000, 0, '1 kB, a moment'],
  [240_000_000, 0, '240 MB, about 10 s'],
  [240_000_000, 120_000_000, '240 MB, about 2 s'],
  [9_000_000_000, 0, '9 GB, about 6 min'],
])('%d bytes at %d a second: %s', (bytes, rate, words) => {
  expect(estimateWords(bytes, rate)).toContain(words);
});

it('says how far the reading is', () => {
  const status = {
    state: 'reading' as const,
    sessions_total: 1200,
    sessions_done: 300,
    bytes_total: 10,
    bytes_done: 5,
    failed: [],
    rate_bytes_per_s: 1,
    left_ms: 4200,
    last: null,
    catalog: 'ready' as const,
  };
  expect(progressWords(status)).toBe('Reading 300 of 1,200, 5 s left');
});
