import { z } from 'zod';

const Side = z.int().min(-100_000).max(100_000);
export const Bounds = z.object({ x: Side, y: Side, width: Side, height: Side });
export type Bounds = z.infer<typeof Bounds>;

/** What window.json holds. Unknown fields are kept by whoever rewrites it. */
export const WindowState = z.looseObject({
  version: z.literal(1),
  bounds: Bounds,
  is_maximized: z.boolean().default(false),
});
export type WindowState = z.infer<typeof WindowState>;

export const SMALLEST = { width: 720, height: 480 };
const FIRST = { width: 1360, height: 860 };
/** Enough of the title bar to take hold of with the mouse. */
const GRIP = { width: 120, height: 40 };

/**
 * Where the window opens: where it was, if a person can still reach it there. Monitors get unplugged, and a window that
 * opens outside all of them looks like an app that does not start.
 */
export function boundsOn(workAreas: readonly Bounds[], saved: Bounds | null): Bounds {
  if (saved !== null) {
    for (const area of workAreas) {
      // Sized first: a window that only reached the screen by being too large does not reach it afterwards.
      const width = clamp(saved.width, SMALLEST.width, area.width);
      const height = clamp(saved.height, SMALLEST.height, area.height);
      const sized = { x: saved.x, y: saved.y, width, height };
      if (isReachable(sized, area)) return sized;
    }
  }
  return centred(workAreas[0] ?? { x: 0, y: 0, ...FIRST });
}

function isReachable(window: Bounds, area: Bounds): boolean {
  const across = Math.min(window.x + window.width, area.x + area.width) - Math.max(window.x, area.x);
  const isTitleOn = window.y >= area.y && window.y + GRIP.height <= area.y + area.height;
  return across >= GRIP.width && isTitleOn;
}

function centred(area: Bounds): Bounds {
  const width = clamp(FIRST.width, SMALLEST.width, area.width);
  const height = clamp(FIRST.height, SMALLEST.height, area.height);
  return {
    x: Math.round(area.x + Math.max(0, area.width - width) / 2),
    y: Math.round(area.y + Math.max(0, area.height - height) / 2),
    width,
    height,
  };
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}
