import type { Layout } from '@domain/layout';
import { create } from 'zustand';
import type { Client } from '../../bridge/client';

/** What a panel shows: the feature that draws it, and which of its things. */
export type PanelContent = { readonly id: string; readonly argument: string };

/** The numbers of `@domain/layout`, written again so that the first load carries no schema library. */
export const FIRST_LAYOUT: Layout = {
  sidebar_width: 232,
  is_sidebar_collapsed: false,
  panel_width: 420,
  is_panel_collapsed: true,
  is_panel_focused: false,
  view: 'board',
};

type LayoutState = {
  readonly project: string | null;
  readonly layout: Layout;
  readonly save: (project: string | null, layout: Layout) => void;
};

export const useLayoutState = create<LayoutState>(() => ({
  project: null,
  layout: FIRST_LAYOUT,
  save: () => {},
}));

export function connectLayout(client: Client): void {
  // A layout that was not saved costs a drag, so a failure is not worth a sentence on the screen.
  const save = (project: string | null, layout: Layout) =>
    void client.call('layout.save', { project, layout });
  useLayoutState.setState({ save });
}

export async function loadLayout(client: Client, project: string | null): Promise<Layout> {
  const result = await client.ask('layout.read', { project });
  return result.ok ? result.value : FIRST_LAYOUT;
}

export function useLayout(): Layout {
  return useLayoutState((state) => state.layout);
}

/** While a drag goes on: shown, not yet remembered. */
export function showLayout(patch: Partial<Layout>): void {
  useLayoutState.setState(({ layout }) => ({ layout: { ...layout, ...patch } }));
}

export function keepLayout(patch: Partial<Layout>): void {
  showLayout(patch);
  const { save, project, layout } = useLayoutState.getState();
  save(project, layout);
}

/** A feature's own part of what is remembered per project, under a key of its own ("board_columns"). */
export function useLayoutValue<T>(key: string, read: (kept: unknown) => T): [T, (value: T) => void] {
  const kept = useLayoutState((state) => state.layout[key]);
  return [read(kept), (value) => keepLayout({ [key]: value })];
}

export function panelOf(layout: Layout): PanelContent | null {
  const kept = layout['panel'];
  if (typeof kept !== 'object' || kept === null) return null;
  const { id, argument } = kept as { id?: unknown; argument?: unknown };
  return typeof id === 'string' && typeof argument === 'string' ? { id, argument } : null;
}

/** Another kind of thing (the bead of a session) is shown beside the view; another session stays in focus mode. */
export function openPanel(content: PanelContent): void {
  const { layout } = useLayoutState.getState();
  const is_panel_focused = layout.is_panel_focused && panelOf(layout)?.id === content.id;
  keepLayout({ panel: content, is_panel_collapsed: false, is_panel_focused });
}

export function closePanel(): void {
  keepLayout({ is_panel_collapsed: true, is_panel_focused: false });
}

export function focusPanel(is_panel_focused: boolean): void {
  keepLayout({ is_panel_focused });
}
