import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { contrast, tooClose } from './contrast.mjs';

const CSS = readFileSync(new URL('../../src-renderer/ui/tokens.css', import.meta.url), 'utf8');

it.each([
  ['#000000', '#ffffff', 21],
  ['#777777', '#ffffff', 4.48],
  ['#ff0000', '#ff0000', 1],
])('%s on %s is %f', (one, other, ratio) => {
  expect(contrast(one, other)).toBeCloseTo(ratio, 2);
  expect(contrast(other, one)).toBeCloseTo(ratio, 2);
});

it('a pair that is too close is named with its theme, and so is a token that is gone', () => {
  const css =
    ':root {\n  --a: #777777;\n  --b: #ffffff;\n}\n:root[data-theme="dark"] {\n  --a: #000000;\n}\n';
  const pair = { name: 'a', behind: 'b', least: 4.5 };
  expect(tooClose(css, [pair])).toEqual(['light: --a on --b is 4.48, needs 4.5']);
  expect(tooClose(css, [{ ...pair, behind: 'c' }])).toEqual([
    'light: --c is no colour',
    'dark: --c is no colour',
  ]);
});

it('every pair of the tokens is far enough apart in both themes', () => {
  expect(tooClose(CSS)).toEqual([]);
});
