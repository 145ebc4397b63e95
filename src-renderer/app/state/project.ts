import type { Layout } from '@domain/layout';
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

/** Counts the wishes: an answer that comes after a later wish changes nothing any more. */
let latest = 0;
const nextTurn = () => {
  latest += 1;
  return latest;
};

/** False: it could not be opened, and `failure` says why. */
export async function openProject(client: Client, path: string): Promise<boolean> {
  const turn = nextTurn();
  useProjectState.setState({ opening: path, failure: null });
  // Asked beside it: a project is nearly always opened by the name its layout is kept under.
  const kept = loadLayout(client, path);
  const opened = await client.call('projects.open', { path });
  if (turn !== latest) return true;
  if (opened.ok) {
    await show(client, opened.value, turn, opened.value.path === path ? kept : undefined);
    return true;
  }
  useProjectState.setState({ opening: null, failure: { path, error: opened.error } });
  return false;
}

/** The server opened it already (a second start of the app). */
export async function showProject(client: Client, project: Project): Promise<void> {
  await show(client, project, nextTurn());
}

/** Project and layout arrive together, so that nothing moves once it is on the screen. */
async function show(
  client: Client,
  project: Project,
  turn: number,
  kept: Promise<Layout> = loadLayout(client, project.path),
): Promise<void> {
  const layout = await kept;
  if (turn !== latest) return;
  window.sessionStorage.setItem(MEMORY_KEY, project.path);
  useLayoutState.setState({ project: project.path, layout });
  const { view } = useRoute.getState();
  if (view === '' || view === 'welcome' || view === 'login') navigate(layout.view);
  useProjectState.setState({ project, opening: null, failure: null });
}

export async function closeProject(client: Client): Promise<void> {
  const turn = nextTurn();
  window.sessionStorage.removeItem(MEMORY_KEY);
  const layout = await loadLayout(client, null);
  if (turn !== latest) return;
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
