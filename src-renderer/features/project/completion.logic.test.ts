// @vitest-environment node
import { expect, it } from 'vitest';
import { completed, moved } from './completion.logic';

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
