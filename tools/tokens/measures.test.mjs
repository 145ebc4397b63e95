import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CARD_EDGE, CARD_GAP, COLUMN_GAP, COLUMN_MIN, COLUMN_RAIL } from '../../src-renderer/ui/measures';

const TOKENS = readFileSync(new URL('../../src-renderer/ui/tokens.css', import.meta.url), 'utf8');

it.each([
  ['--w-col-min', COLUMN_MIN],
  ['--w-col-rail', COLUMN_RAIL],
  ['--s-8', COLUMN_GAP],
  ['--s-12', CARD_GAP],
  ['--s-16', CARD_EDGE],
])('%s is the measure that code computes with', (name, measure) => {
  const [, value, unit] = new RegExp(`${name}: ([\\d.]+)(px|rem);`).exec(TOKENS) ?? [];
  expect(Number(value) * (unit === 'rem' ? 16 : 1)).toBe(measure);
});
