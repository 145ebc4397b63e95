import type { Project } from '@domain/project';
import { create } from 'zustand';
import type { CallError, Client } from '../../bridge/client';
import { loadLayout, useLayoutState } from './layout';
import { navigate, useRoute } from './route';

export type OpenFailure = { readonly path: string; readonly error: CallError<'projects.open'> };

type ProjectState = {
  readonly project: Project | null;
  readonly opening: string | null;
  readonly failure: OpenFailure | null;
};

export const useProjectState = create<ProjectState>(() => ({ project: null, opening: null, failure: null }));

/** This tab's project: a reload finds it again, another tab has its own. */
const MEMORY_KEY = 'beads-console.project';

export function rememberedProject(): string | null {
  return window.sessionStorage.getItem(MEMORY_KEY);
}

export function useProject(): Project | null {
  return useProjectState((state) => state.project);
}

/** Project and layout arrive together, so that nothing moves once it is on the screen. */
export async function openProject(client: Client, path: string): Promise<boolean> {
  useProjectState.setState({ opening: path, failure: null });
  const opened = await client.call('projects.open', { path });
  if (useProjectState.getState().opening !== path) return false;
  if (!opened.ok) {
    useProjectState.setState({ opening: null, failure: { path, error: opened.error } });
    return false;
  }
  await showProject(client, opened.value);
  return true;
}

/** The server opened it already (a second start of the app). */
export async function showProject(client: Client, project: Project): Promise<void> {
  const layout = await loadLayout(client, project.path);
  window.sessionStorage.setItem(MEMORY_KEY, project.path);
  useLayoutState.setState({ project: project.path, layout });
  const { view } = useRoute.getState();
  if (view === '' || view === 'welcome' || view === 'login') navigate(layout.view);
  useProjectState.setState({ project, opening: null, failure: null });
}

export async function closeProject(client: Client): Promise<void> {
  window.sessionStorage.removeItem(MEMORY_KEY);
  const layout = await loadLayout(client, null);
  useLayoutState.setState({ project: null, layout });
  useProjectState.setState({ project: null, opening: null, failure: null });
  navigate('welcome');
}

/** What is known of the open project changed (it was trusted); the same folder stays open. */
export function refreshProject(next: Project): void {
  useProjectState.setState(({ project }) => (project?.path === next.path ? { project: next } : {}));
}

export function forgetFailure(): void {
  useProjectState.setState({ failure: null });
}
