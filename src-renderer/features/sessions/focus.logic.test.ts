import { describe, expect, it } from 'vitest';
import { BESIDE_WIDTH } from '../../ui/measures';
import { besideShape } from './focus.logic';

const on = (px: number, scale = 1) => ({ state: 'on', px, scale }) as const;

describe('the column beside the chat', () => {
  it.each([
    // room, its width
    [1392, 500],
    [976, 488],
    [880, 400],
    [879, null],
    [752, null],
  ])('of %i px of room: %s', (px, width) => {
    expect(besideShape(on(px), BESIDE_WIDTH)?.px ?? null).toBe(width);
  });

  it('double the text size is half the room, and twice the width', () => {
    expect(besideShape(on(1392, 2), BESIDE_WIDTH)).toBeNull();
    expect(besideShape(on(2800, 2), BESIDE_WIDTH)?.px).toBe(1000);
  });

  it('a width from a larger window stays within this one', () => {
    expect(besideShape(on(1392), 5000)).toMatchObject({ px: 696, minPx: 400, maxPx: 696 });
    expect(besideShape(on(1392), 10)?.px).toBe(400);
  });

  it('is there in focus mode alone', () => {
    expect(besideShape({ state: 'offered' }, BESIDE_WIDTH)).toBeNull();
  });
});
