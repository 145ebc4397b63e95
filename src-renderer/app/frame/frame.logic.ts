import type { Layout } from '@domain/layout';
import { ONE_PANE_BELOW, PANEL_MIN, RAIL, RAIL_BELOW, SIDEBAR_RANGE } from '../../ui/measures';
import { clampWidth } from '../../ui/splitter.logic';

export type FrameShape = {
  readonly isRail: boolean;
  readonly sidebarPx: number;
  /** `fills`: focus mode. `covers`: the window is too narrow for two. */
  readonly panel: 'none' | 'beside' | 'covers' | 'fills';
  readonly panelPx: number;
  readonly panelMaxPx: number;
  /** Both are drawn at the text's own scale, so that larger text gets a wider sidebar. */
  readonly scale: number;
  readonly isNarrow: boolean;
};

export type FrameFacts = {
  readonly windowPx: number;
  readonly scale: number;
  readonly layout: Layout;
  readonly hasPanel: boolean;
  readonly isNarrowSidebarOpen: boolean;
};

export function frameShape({
  windowPx,
  scale,
  layout,
  hasPanel,
  isNarrowSidebarOpen,
}: FrameFacts): FrameShape {
  const room = windowPx / scale;
  const isNarrow = room < RAIL_BELOW;
  const isPanelOpen = hasPanel && !layout.is_panel_collapsed;
  const isOnePane = room < ONE_PANE_BELOW;
  const isFilled = isPanelOpen && !isOnePane && layout.is_panel_focused;
  const isRail = isNarrow || isFilled ? !isNarrowSidebarOpen : layout.is_sidebar_collapsed;
  const sidebar = isRail ? RAIL : clampWidth(layout.sidebar_width, SIDEBAR_RANGE);
  const panel = !isPanelOpen ? 'none' : isOnePane ? 'covers' : isFilled ? 'fills' : 'beside';
  const panelMax = Math.max(PANEL_MIN, Math.floor(room / 2));
  const width = isNarrow ? PANEL_MIN : clampWidth(layout.panel_width, { min: PANEL_MIN, max: panelMax });
  return {
    isRail,
    sidebarPx: Math.round(sidebar * scale),
    panel,
    panelPx: panel === 'beside' ? Math.round(width * scale) : 0,
    panelMaxPx: Math.round(panelMax * scale),
    scale,
    isNarrow,
  };
}

/** Where F6 goes: round the regions that are there; from outside of all of them to the first. */
export function nextRegion(count: number, current: number, step: 1 | -1): number {
  if (count === 0) return -1;
  if (current < 0) return step === 1 ? 0 : count - 1;
  return (current + step + count) % count;
}
