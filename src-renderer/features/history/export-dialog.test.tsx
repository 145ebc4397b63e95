import type { SettingsPatch } from '@domain/settings';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openOverlay } from '../../app/state/window';
import { createAppServer, renderApp, settingsState, tidewater } from '../../testing/render-app';
import { useToastStore } from '../../ui/toast-store';
import { exportArgument, history } from '.';

const patience = { timeout: 20_000 };
const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
const shown: string[] = [];
class FakeNotification {
  static readonly permission = 'granted';
  constructor(title: string) {
    shown.push(title);
  }
}

beforeEach(() => {
  shown.length = 0;
  vi.stubGlobal('Notification', FakeNotification);
  vi.spyOn(document, 'hasFocus').mockReturnValue(false);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** An export that takes so long, told as the settings say. */
async function exported(tookMs: number, job: NonNullable<SettingsPatch['notices']>['job']) {
  const server = createAppServer({ initial_project: tidewater.path });
  server.snapshot('settings.watch', settingsState({ notices: { job } }));
  server.on('projects.open', () => ({ ok: true, value: tidewater }));
  const now = performance.now.bind(performance);
  server.on('history.export', () => {
    vi.spyOn(performance, 'now').mockImplementation(() => now() + tookMs);
    const file = { name: 'work.md', media_type: 'text/markdown', text: '#', sessions: 400, missing: [] };
    return { ok: true, value: file };
  });
  renderApp(server, [history]);
  await vi.waitFor(() => expect(document.title).toContain('tidewater'), patience);
  act(() => openOverlay('history-export', exportArgument({ ids: [id], chain: 1, bead: null })));
  await userEvent.setup().click(await screen.findByRole('button', { name: /^Export/ }, patience));
  await vi.waitFor(() => expect(useToastStore.getState().toasts).toHaveLength(1), patience);
  expect(useToastStore.getState().toasts[0]?.title).toBe('Exported 400 sessions');
  return shown;
}

it.each([
  [60_000, 'system', ['Exported 400 sessions']],
  [60_000, 'window', []],
  [60_000, 'off', []],
  [100, 'system', []],
] as const)('an export of %d ms is told by the system where long work is (%s)', async (tookMs, job, told) => {
  expect(await exported(tookMs, job)).toEqual(told);
});
