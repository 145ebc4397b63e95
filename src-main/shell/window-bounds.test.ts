import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Bounds, boundsOn } from './window-bounds';

const laptop: Bounds = { x: 0, y: 0, width: 1440, height: 875 };
const screen: Bounds = { x: 1440, y: -200, width: 2560, height: 1400 };

it.each([
  // where             displays            saved                                              opens at
  ['first start', [laptop], null, { x: 40, y: 8, width: 1360, height: 860 }],
  [
    'as it was',
    [laptop, screen],
    { x: 1500, y: 0, width: 1000, height: 700 },
    { x: 1500, y: 0, width: 1000, height: 700 },
  ],
  [
    'screen unplugged',
    [laptop],
    { x: 1500, y: 0, width: 1000, height: 700 },
    { x: 40, y: 8, width: 1360, height: 860 },
  ],
  [
    'larger than the screen',
    [laptop],
    { x: 10, y: 10, width: 5000, height: 4000 },
    { x: 10, y: 10, width: 1440, height: 875 },
  ],
  [
    'squeezed to nothing',
    [laptop],
    { x: 10, y: 10, width: 130, height: 1 },
    { x: 10, y: 10, width: 720, height: 480 },
  ],
  [
    'title above the screen',
    [laptop],
    { x: 10, y: -50, width: 900, height: 700 },
    { x: 40, y: 8, width: 1360, height: 860 },
  ],
] as const)('%s', (_name, displays, saved, expected) => {
  expect(boundsOn(displays, saved)).toEqual(expected);
});

it('opens where the title bar can be reached, whatever was saved', () => {
  const side = fc.integer({ min: -5000, max: 5000 });
  const bounds = fc.record({ x: side, y: side, width: side, height: side });
  fc.assert(
    fc.property(bounds, (saved) => {
      const at = boundsOn([laptop, screen], saved);
      const reachable = [laptop, screen].some(
        (area) =>
          Math.min(at.x + at.width, area.x + area.width) - Math.max(at.x, area.x) >= 120 &&
          at.y >= area.y &&
          at.y < area.y + area.height,
      );
      expect(reachable).toBe(true);
    }),
  );
});
