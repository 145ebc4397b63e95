import { describe, expect, it } from 'vitest';
import { cardPlace } from './spot.logic';

const card = { width: 300, height: 150 };
const room = { width: 1000, height: 700 };

describe('the card of a step', () => {
  it.each([
    ['beside a sidebar', { left: 0, top: 0, width: 200, height: 700 }, { left: 212, top: 16 }],
    [
      'left of what stands at the right',
      { left: 700, top: 600, width: 300, height: 50 },
      { left: 388, top: 534 },
    ],
    [
      'in the corner of what fills the window',
      { left: 10, top: 10, width: 980, height: 680 },
      { left: 674, top: 524 },
    ],
    ['in the middle when there is nothing', null, { left: 350, top: 275 }],
  ])('stands %s', (_, about, place) => {
    expect(cardPlace(about, card, room)).toEqual(place);
  });

  it('never stands outside the window', () => {
    const { left, top } = cardPlace({ left: 5000, top: -900, width: 10, height: 10 }, card, room);
    expect([left >= 16, left <= 684, top >= 16, top <= 534]).toEqual([true, true, true, true]);
  });
});
