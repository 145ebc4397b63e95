import { AppWindow, Keyboard, Moon, PanelLeft, PanelRight, Search, Sun, SunMoon } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import type { Client } from '../../bridge/client';
import { useClient } from '../../bridge/react';
import type { Feature } from '../feature';
import type { Action } from '../keymap/action';
import { removeActions, setActions, useActions } from '../keymap/action-store';
import { closePanel, keepLayout, panelOf, useLayoutState } from '../state/layout';
import { useProjectState } from '../state/project';
import { navigate } from '../state/route';
import { changeSettings, useSettings } from '../state/settings';
import { openOverlay, placeOfFocus, useWindow } from '../state/window';
import { frameShape } from './frame.logic';
import { focusRegion } from './regions';

const hasProject = () => useProjectState.getState().project !== null;
const isPanelShown = () => {
  const { layout } = useLayoutState.getState();
  return panelOf(layout) !== null && !layout.is_panel_collapsed;
};

/** The actions of the frame and of every feature: registered once, before the first screen. */
export function FrameActions({ features }: { features: readonly Feature[] }) {
  const views = useMemo(() => viewActions(features), [features]);
  useActions(views);
  useActions(FRAME_ACTIONS);
  useThemeActions();
  useWindowActions();
  useEffect(() => {
    for (const { id, actions } of features) if (actions) setActions(`feature ${id}`, actions);
    return () => {
      for (const { id } of features) removeActions(`feature ${id}`);
    };
  }, [features]);
  return null;
}

function viewActions(features: readonly Feature[]): readonly Action[] {
  return features
    .flatMap((feature) => feature.views ?? [])
    .flatMap((view) => (view.place === 'none' ? [] : [view]))
    .map((view) => ({
      id: `view.${view.id}`,
      name: `Go to ${view.name}`,
      chord: view.chord,
      icon: view.icon,
      section: 'Go to',
      words: view.words ?? '',
      isAvailable: () => !view.needsProject || hasProject(),
      run: () => {
        bringViewForward();
        navigate(view.id);
      },
    }));
}

const FRAME_ACTIONS: readonly Action[] = [
  {
    id: 'palette.open',
    name: 'Search or run',
    chord: 'mod+k',
    icon: Search,
    section: 'Window',
    isMove: true,
    run: () => openOverlay('palette'),
  },
  {
    id: 'keys.show',
    name: 'Show the keys',
    chord: '?',
    icon: Keyboard,
    section: 'Window',
    run: () => openOverlay('keys'),
  },
  {
    id: 'sidebar.toggle',
    name: 'Show or hide the sidebar',
    chord: 'mod+\\',
    icon: PanelLeft,
    section: 'Window',
    run: toggleSidebar,
  },
  {
    id: 'panel.toggle',
    name: 'Show or hide the panel',
    chord: { electron: 'mod+alt+b', serve: 'mod+alt+b' },
    icon: PanelRight,
    section: 'Window',
    isAvailable: () => hasProject() && panelOf(useLayoutState.getState().layout) !== null,
    run: () => keepLayout({ is_panel_collapsed: isPanelShown() }),
  },
  {
    id: 'region.next',
    name: 'Next region',
    chord: 'f6',
    section: 'Window',
    isMove: true,
    run: () => focusRegion(1),
  },
  {
    id: 'region.previous',
    name: 'Previous region',
    chord: 'shift+f6',
    section: 'Window',
    isMove: true,
    run: () => focusRegion(-1),
  },
  {
    id: 'panel.back',
    name: 'Back from the panel',
    chord: 'escape',
    section: 'Window',
    isMove: true,
    isAvailable: canGoBack,
    run: () => useWindow.getState().overlay === null && closePanel(),
  },
];

function toggleSidebar(): void {
  const { isNarrow } = shapeNow();
  if (isNarrow) useWindow.setState((state) => ({ isNarrowSidebarOpen: !state.isNarrowSidebarOpen }));
  else keepLayout({ is_sidebar_collapsed: !useLayoutState.getState().layout.is_sidebar_collapsed });
}

/** In a window of one pane the panel lies over the view: who goes to a view wants to see it. */
export function bringViewForward(): void {
  if (isPanelCovering()) closePanel();
}

function isPanelCovering(): boolean {
  return isPanelShown() && shapeNow().panel === 'covers';
}

/** Beside the view, Esc in the panel belongs to what it shows, on a card it closes it; in a field it is the field's. */
function canGoBack(): boolean {
  const at = placeOfFocus();
  const isWriting = at?.matches('input, textarea, select, [contenteditable]') ?? false;
  const isInView = at === document.body || (at?.closest('[data-region=view]') ?? null) !== null;
  return !isWriting && isPanelShown() && hasProject() && (isInView || isPanelCovering());
}

function shapeNow() {
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

/** The browser keeps what it is handed for a moment after a click, so the link may come from a call in between. */
async function openWindow(client: Client): Promise<void> {
  const project = useProjectState.getState().project?.path ?? null;
  const opened = await client.call('app.open_window', { project });
  if (opened.ok && opened.value.login_url !== null) window.open(opened.value.login_url);
}

function useWindowActions(): void {
  const client = useClient();
  const actions = useMemo<readonly Action[]>(
    () => [
      {
        id: 'window.new',
        name: 'New window',
        chord: { electron: 'mod+n', serve: 'alt+shift+n' },
        icon: AppWindow,
        section: 'Window',
        words: 'second tab another',
        run: () => void openWindow(client),
      },
    ],
    [client],
  );
  useActions(actions);
}

function useThemeActions(): void {
  const client = useClient();
  const settings = useSettings();
  const actions = useMemo<readonly Action[]>(
    () =>
      (['light', 'dark', 'system'] as const).map((theme) => ({
        id: `theme.${theme}`,
        name: theme === 'system' ? "Use the system's theme" : `Use the ${theme} theme`,
        chord: `t ${theme.charAt(0)}`,
        icon: theme === 'light' ? Sun : theme === 'dark' ? Moon : SunMoon,
        section: 'Appearance',
        words: 'colour color mode',
        isAvailable: () => settings.appearance.theme !== theme,
        run: () => void changeSettings(client, settings, { appearance: { theme } }, `Theme is ${theme}`),
      })),
    [client, settings],
  );
  useActions(actions);
}
