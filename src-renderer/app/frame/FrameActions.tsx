import {
  AppWindow,
  Keyboard,
  Maximize2,
  Moon,
  PanelLeft,
  PanelRight,
  Search,
  Sun,
  SunMoon,
} from 'lucide-react';
import { useEffect, useMemo } from 'react';
import type { Client } from '../../bridge/client';
import { useClient } from '../../bridge/react';
import type { Feature } from '../feature';
import type { Action } from '../keymap/action';
import { removeActions, setActions, useActionStore, useActions } from '../keymap/action-store';
import { keepLayout, panelOf, useLayoutState } from '../state/layout';
import { useProjectState } from '../state/project';
import { navigate } from '../state/route';
import { changeSettings, useSettings } from '../state/settings';
import { openOverlay } from '../state/window';
import {
  bringViewForward,
  canGoBack,
  enterFocus,
  goBack,
  hasProject,
  isFocusOn,
  isPanelShown,
  leaveFocus,
  shapeNow,
  toggleSidebar,
} from './panel-acts';
import { focusRegion } from './regions';

/** The actions of the frame and of every feature: registered once, before the first screen. */
export function FrameActions({ features }: { features: readonly Feature[] }) {
  const views = useMemo(() => [...viewActions(features), focusAction(features)], [features]);
  useActions(views);
  useActions(FRAME_ACTIONS);
  useThemeActions();
  useWindowActions();
  useEffect(() => {
    const fetchDeclared = async () =>
      (await Promise.all(features.map(async ({ declare }) => (await declare?.()) ?? []))).flat();
    useActionStore.setState({ fetchDeclared });
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

/** Only what a panel shows beside the view can be given the window: in a narrow one it has it. */
function focusAction(features: readonly Feature[]): Action {
  const kinds = features.flatMap((feature) => feature.panels ?? []).filter(({ canFocus }) => canFocus);
  const isOne = () => {
    const shown = panelOf(useLayoutState.getState().layout);
    return kinds.some(({ id }) => id === shown?.id);
  };
  return {
    id: 'panel.focus',
    name: 'Focus mode',
    chord: 'mod+.',
    icon: Maximize2,
    section: 'Window',
    words: 'chat terminal side by side full large leave maximise zen',
    isAvailable: () => hasProject() && isPanelShown() && isOne() && shapeNow().panel !== 'covers',
    run: () => (isFocusOn() ? leaveFocus() : enterFocus()),
  };
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
    run: goBack,
  },
];

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
