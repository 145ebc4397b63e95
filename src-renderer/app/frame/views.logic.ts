import type { Feature, View } from '../feature';

export function viewsOf(features: readonly Feature[]): readonly View[] {
  return features.flatMap((feature) => feature.views ?? []);
}

/** The view of the address; without a project, or without an address we know, the welcome screen or the board. */
export function currentView<V extends Pick<View, 'id' | 'needsProject'>>(
  views: readonly V[],
  wanted: string,
  hasProject: boolean,
): V | null {
  const found = views.find((view) => view.id === wanted);
  if (found && (hasProject || !found.needsProject)) return found;
  if (!hasProject) return views.find((view) => view.id === 'welcome') ?? null;
  return views.find((view) => view.needsProject) ?? views.find((view) => view.id !== 'welcome') ?? null;
}

/** "(2) Board · tidewater · Beads Console": two sessions wait for an answer. */
export function pageTitle(view: string | null, project: string | null, waiting = 0): string {
  const count = waiting > 0 ? `(${waiting}) ` : '';
  return count + [view, project, 'Beads Console'].filter((part) => part !== null && part !== '').join(' · ');
}

export function byOrder<T extends { readonly order: number }>(list: readonly T[]): readonly T[] {
  return [...list].sort((a, b) => a.order - b.order);
}
