import { closePanel, focusPanel, keepLayout, panelOf, useLayoutState } from '../state/layout';
import { useProjectState } from '../state/project';
import { placeOfFocus, useWindow } from '../state/window';
import { frameShape } from './frame.logic';

export const hasProject = () => useProjectState.getState().project !== null;
export const isPanelShown = () => {
  const { layout } = useLayoutState.getState();
  return panelOf(layout) !== null && !layout.is_panel_collapsed;
};

export function toggleSidebar(): void {
  const { isNarrow, panel } = shapeNow();
  if (isNarrow || panel === 'fills')
    useWindow.setState((state) => ({ isNarrowSidebarOpen: !state.isNarrowSidebarOpen }));
  else keepLayout({ is_sidebar_collapsed: !useLayoutState.getState().layout.is_sidebar_collapsed });
}

export const isFocusOn = () => shapeNow().panel === 'fills';

export function enterFocus(): void {
  useWindow.setState({ isNarrowSidebarOpen: false });
  focusPanel(true);
}

export function leaveFocus(): void {
  if (!useLayoutState.getState().layout.is_panel_focused) return;
  useWindow.setState({ isNarrowSidebarOpen: false });
  focusPanel(false);
}

/** Where the panel lies over the view, who goes to a view wants to see it. */
export function bringViewForward(): void {
  if (isFocusOn()) leaveFocus();
  else if (isPanelCovering()) closePanel();
}

function isPanelCovering(): boolean {
  const { panel } = shapeNow();
  return isPanelShown() && (panel === 'covers' || panel === 'fills');
}

/** Beside the view, Esc in the panel belongs to what it shows, on a card it closes it; in a field it is the field's. */
export function canGoBack(): boolean {
  const at = placeOfFocus();
  const isWriting = at?.matches('input, textarea, select, [contenteditable]') ?? false;
  const isInView = at === document.body || (at?.closest('[data-region=view]') ?? null) !== null;
  return !isWriting && isPanelShown() && hasProject() && (isInView || isPanelCovering());
}

export function goBack(): void {
  if (useWindow.getState().overlay !== null) return;
  if (isFocusOn()) leaveFocus();
  else closePanel();
}

export function shapeNow() {
  const { layout } = useLayoutState.getState();
  const { isNarrowSidebarOpen } = useWindow.getState();
  const scale = Number.parseFloat(document.documentElement.style.fontSize || '16') / 16;
  return frameShape({
    windowPx: window.innerWidth,
    scale,
    layout,
    hasPanel: hasProject(),
    isNarrowSidebarOpen,
  });
}
