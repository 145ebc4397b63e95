import { expect, it } from 'vitest';
import { badgeOf } from './badge';

it.each([
  [[], 0],
  [['Beads Console'], 0],
  [['(2) Board · tidewater · Beads Console'], 2],
  [['(2) Board · tidewater', '(1) Board · garden', 'Beads Console'], 2],
  [['A title with (3) in it'], 0],
])('%j counts %i', (titles, count) => {
  expect(badgeOf(titles)).toBe(count);
});
