import { expect, it } from 'vitest';
import { bestPaths } from './best-paths';

const paths = [
  'src/tide/height.ts',
  'src/height.test.ts',
  'docs/heights/old.md',
  'README.md',
  'src/h/e/i.ts',
];

it.each([
  ['height', ['src/height.test.ts', 'src/tide/height.ts', 'docs/heights/old.md']],
  ['HEIGHT.TS', ['src/tide/height.ts', 'src/height.test.ts']],
  ['tide/h', ['src/tide/height.ts']],
  ['rdm', ['README.md']],
  ['zzz', []],
  ['', ['README.md', 'src/height.test.ts']],
])('%s finds %j', (typed, found) => {
  expect(bestPaths(paths, typed, typed === '' ? 2 : 10)).toEqual(found);
});
