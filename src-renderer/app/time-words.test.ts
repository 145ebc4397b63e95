import { expect, it } from 'vitest';
import { agoWords, durationWords, momentWords, shortAgo } from './time-words';

it.each([
  [-5, '0s'],
  [12_900, '12s'],
  [59_999, '59s'],
  [38 * 60_000, '38m'],
  [64 * 60_000, '1h 4m'],
  [2 * 3_600_000, '2h'],
  [51 * 3_600_000, '2d 3h'],
])('%i ms is %s', (ms, words) => {
  expect(durationWords(ms)).toBe(words);
});

const now = new Date(2026, 10, 16, 12, 0).getTime();
const before = (ms: number) => new Date(now - ms).toISOString();

it('tells how long ago', () => {
  expect(agoWords(before(5_000), now)).toBe('just now');
  expect(agoWords(before(18 * 60_000), now)).toBe('18m ago');
  expect(agoWords(before(5 * 3_600_000), now)).toBe('5h ago');
  expect(agoWords(before(26 * 3_600_000), now)).toBe('1 day ago');
  expect(agoWords(before(9 * 86_400_000), now)).toBe('9 days ago');
  expect(agoWords('nonsense', now)).toBe('nonsense');
});

it('says of a moment only what is needed to place it', () => {
  expect(momentWords(before(60_000), now)).toMatch(/11[:.]59/);
  expect(momentWords(before(400 * 86_400_000), now)).toMatch(/2025/);
  expect(momentWords(before(40 * 86_400_000), now)).not.toMatch(/2026/);
});

it.each([
  [5_000, 'now'],
  [18 * 60_000, '18m'],
  [5 * 3_600_000, '5h'],
  [26 * 3_600_000, '1d'],
])('%i ms ago is short: %s', (ms, words) => {
  expect(shortAgo(before(ms), now)).toBe(words);
});
