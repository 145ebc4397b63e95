import { describe, expect, it } from 'vitest';
import { nextChoice } from './segments.logic';
import { draggedWidth, keyedWidth } from './splitter.logic';

describe('segments', () => {
  it.each([
    ['ArrowRight', 0, 1],
    ['ArrowRight', 2, 0],
    ['ArrowLeft', 0, 2],
    ['ArrowDown', 1, 2],
    ['End', 0, 2],
    ['Home', 2, 0],
    ['Enter', 1, null],
  ])('%s at %i leads to %s', (key, index, next) => {
    expect(nextChoice(key, index, 3)).toBe(next);
  });
});

describe('splitter', () => {
  const range = { min: 200, max: 320 };
  it.each([
    ['left', 30, 266],
    ['left', 500, 320],
    ['left', -500, 200],
    ['right', 30, 206],
    ['right', -30, 266],
  ] as const)('a drag on what stands %s by %i gives %i', (side, moved, width) => {
    expect(draggedWidth(236, moved, side, range)).toBe(width);
  });
  it.each([
    ['ArrowRight', 'left', 252],
    ['ArrowRight', 'right', 220],
    ['Home', 'left', 200],
    ['End', 'right', 320],
    ['a', 'left', null],
  ] as const)('%s on what stands %s gives %s', (key, side, width) => {
    expect(keyedWidth(key, 236, side, range)).toBe(width);
  });
  it('a room that is too small for the smallest width gives that width', () => {
    expect(draggedWidth(236, 10, 'left', { min: 200, max: 100 })).toBe(200);
  });
});
