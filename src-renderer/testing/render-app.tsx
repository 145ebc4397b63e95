import type { AppInfo } from '@domain/app-info';
import type { Project, RecentProject } from '@domain/project';
import { defaultSettings, type SettingsPatch, type SettingsState } from '@domain/settings';
import { applyPatch } from '@domain/settings-patch';
import { render } from '@testing-library/react';
import type { Feature } from '../app/feature';
import { Start } from '../app/start/Start';
import { FIRST_LAYOUT, useLayoutState } from '../app/state/layout';
import { useProjectState } from '../app/state/project';
import { useRoute } from '../app/state/route';
import { useSettingsEdit } from '../app/state/settings';
import { useWindow } from '../app/state/window';
import { createClient } from '../bridge/client';
import { useToastStore } from '../ui/toast-store';
import { createFakeServer, type FakeServer } from './fake-server';

export const info: AppInfo = {
  version: '0.1.0',
  shell: 'serve',
  platform: 'linux',
  data_folder: '/home/ada/.local/share/beads-console',
  home_folder: '/home/ada',
  pid: 4711,
  has_folder_dialog: false,
  is_demo: false,
  initial_project: null,
};

export const tidewater: Project = {
  path: '/home/ada/code/tidewater' as Project['path'],
  name: 'tidewater',
  is_trusted: false,
  has_beads: true,
  is_git: true,
  opened_at: '2026-11-16T10:00:00Z',
};

export const recent = (project: Project, isMissing = false): RecentProject => ({
  ...project,
  is_missing: isMissing,
});

export function settingsState(patch: SettingsPatch = {}): SettingsState {
  return {
    settings: applyPatch(defaultSettings(), { claude: { seat: 'stream' }, ...patch }),
    problem: null,
    file: '/home/ada/.local/share/beads-console/settings.json',
  };
}

/** A server that knows the frame's own entries; a test adds those of its feature. */
export function createAppServer(more: Partial<AppInfo> = {}): FakeServer {
  const server = createFakeServer();
  let state = settingsState();
  server.on('app.info', () => ({ ok: true, value: { ...info, ...more } }));
  server.on('app.claude', () => ({
    ok: true,
    value: { path: '/bin/claude', version: '2.1.300', limits: [] },
  }));
  server.on('app.doctor', () => ({ ok: true, value: { checked_at: '2026-11-16T10:00:00Z', checks: [] } }));
  server.on('layout.read', () => ({ ok: true, value: FIRST_LAYOUT }));
  server.on('layout.save', ({ layout }: { layout: unknown }) => ({ ok: true, value: layout }));
  server.on('projects.complete', () => ({ ok: true, value: { folders: [] } }));
  server.on('settings.update', ({ patch }: { patch: SettingsPatch }) => {
    state = settingsState({
      appearance: { ...state.settings.appearance, ...patch.appearance },
      keys: patch.keys,
    });
    server.publish('settings.watch', state);
    return { ok: true, value: state };
  });
  server.snapshot('settings.watch', state);
  server.snapshot('projects.watch', { recent: [] });
  return server;
}

/** The whole window over a fake server, with the features a test is about. The window's stores are module state, so they begin anew here. */
export function renderApp(server: FakeServer, features: readonly Feature[]) {
  useLayoutState.setState({ project: null, layout: FIRST_LAYOUT });
  useProjectState.setState({ project: null, opening: null, failure: null });
  useRoute.setState({ view: '', rest: '' });
  useSettingsEdit.setState({ wishes: [], undo: null, failure: null });
  useToastStore.setState({ toasts: [] });
  useWindow.setState({ overlay: null, isNarrowSidebarOpen: false, waiting: 0, origin: null });
  return render(<Start client={createClient(server.transport)} features={features} />);
}
