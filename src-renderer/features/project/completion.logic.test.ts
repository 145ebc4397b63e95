import { expect, it } from 'vitest';
import { completed, moved, tabChoice } from './completion.logic';

it.each([
  ['/home/ada/code', '/home/ada/code/'],
  ['/', '/'],
])('completes to %s', (path, text) => {
  expect(completed({ path, name: 'x', is_git: false })).toBe(text);
});

it.each([
  [-1, 1, 3, 0],
  [2, 1, 3, -1],
  [-1, -1, 3, 2],
  [0, -1, 3, -1],
  [-1, 1, 0, -1],
] as const)('from %i by %i of %i to %i', (index, step, count, next) => {
  expect(moved(index, step, count)).toBe(next);
});

it('Tab takes the chosen folder, else the only one that fits what is typed', () => {
  const code = { path: '/home/ada/code', name: 'code', is_git: false };
  const cove = { path: '/home/ada/cove', name: 'cove', is_git: false };
  expect(tabChoice([code, cove], 1, '~/co')).toBe(cove);
  expect(tabChoice([code, cove], -1, '~/co')).toBe(null);
  expect(tabChoice([code], -1, '~/Co')).toBe(code);
  expect(tabChoice([code], -1, '~/')).toBe(code);
  expect(tabChoice([code], -1, '~/x')).toBe(null);
  expect(tabChoice([code], -1, '/home/ada/code/')).toBe(null);
  expect(tabChoice([code], -1, '')).toBe(null);
  expect(tabChoice([], -1, '~/co')).toBe(null);
});
