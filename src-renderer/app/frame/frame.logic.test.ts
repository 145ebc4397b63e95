import { describe, expect, it } from 'vitest';
import { FIRST_LAYOUT } from '../state/layout';
import { frameShape, nextRegion } from './frame.logic';

const shape = (windowPx: number, more: Partial<Parameters<typeof frameShape>[0]> = {}) =>
  frameShape({
    windowPx,
    scale: 1,
    layout: { ...FIRST_LAYOUT, is_panel_collapsed: false },
    hasPanel: true,
    isNarrowSidebarOpen: false,
    ...more,
  });

describe('the shape of the frame', () => {
  it.each([
    // window, rail, sidebar, panel, its width
    [1440, false, 232, 'beside', 420],
    [1280, false, 232, 'beside', 420],
    [1024, true, 48, 'beside', 360],
    [800, true, 48, 'covers', 0],
  ] as const)('%i wide', (windowPx, isRail, sidebarPx, panel, panelPx) => {
    expect(shape(windowPx)).toMatchObject({ isRail, sidebarPx, panel, panelPx });
  });

  it.each([
    // window, panel, rail
    [1440, 'fills', true],
    [1024, 'fills', true],
    [800, 'covers', true],
  ] as const)('in focus mode, %i wide: %s', (windowPx, panel, isRail) => {
    const layout = { ...FIRST_LAYOUT, is_panel_collapsed: false, is_panel_focused: true };
    expect(shape(windowPx, { layout })).toMatchObject({ panel, isRail, panelPx: 0 });
    expect(shape(windowPx, { layout, isNarrowSidebarOpen: true }).isRail).toBe(false);
    expect(shape(windowPx, { layout, hasPanel: false }).panel).toBe('none');
  });

  it('double the text size is half the room', () => {
    expect(shape(1440, { scale: 2 })).toMatchObject({ isRail: true, sidebarPx: 96, panel: 'covers' });
  });

  it('a narrow window opens its sidebar for the moment, a wide one as it was left', () => {
    expect(shape(1024, { isNarrowSidebarOpen: true }).isRail).toBe(false);
    expect(shape(1440, { layout: { ...FIRST_LAYOUT, is_sidebar_collapsed: true } }).isRail).toBe(true);
  });

  it('widths from a larger window are kept within this one', () => {
    const layout = { ...FIRST_LAYOUT, is_panel_collapsed: false, panel_width: 5000, sidebar_width: 10 };
    expect(shape(1440, { layout })).toMatchObject({ panelPx: 720, sidebarPx: 200 });
  });

  it.each([
    [3, -1, 1, 0],
    [3, -1, -1, 2],
    [3, 2, 1, 0],
    [3, 0, -1, 2],
    [0, -1, 1, -1],
  ] as const)('of %i regions, from %i by %i: %i', (count, current, step, next) => {
    expect(nextRegion(count, current, step)).toBe(next);
  });
});
