import type { AppInfo } from '@domain/app-info';
import type { SettingsPatch } from '@domain/settings';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { panelOf, useLayoutState } from '../../app/state/layout';
import { useRoute } from '../../app/state/route';
import { bead } from '../../testing/beads';
import { createAppServer, renderApp, settingsState, tidewater } from '../../testing/render-app';
import { useToastStore } from '../../ui/toast-store';
import { sessions } from '../sessions';
import { notices } from '.';

const patience = { timeout: 20_000 };
const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
const at = '2026-11-16T10:00:00.000Z';
const session = { id, status: 'active', title: 'Drift', tags: [], created_at: at, updated_at: at };
const busy = { session_id: id, status: 'busy', asks: [] };
const panel = () => panelOf(useLayoutState.getState().layout);
const toasts = () => useToastStore.getState().toasts;
const toast = (title: string | RegExp) =>
  toasts().find((each) => (typeof title === 'string' ? each.title === title : title.test(each.title)));

/** What the system was asked to show. */
const shown: { title: string; silent: boolean | undefined; onclick: (() => void) | null }[] = [];
class FakeNotification {
  static readonly permission = 'granted';
  onclick: (() => void) | null = null;
  readonly silent: boolean | undefined;
  constructor(
    readonly title: string,
    options: NotificationOptions,
  ) {
    this.silent = options.silent ?? undefined;
    shown.push(this);
  }
  close() {}
}

async function open(patch: SettingsPatch = {}, shell: AppInfo['shell'] = 'serve') {
  const server = createAppServer({ initial_project: tidewater.path, shell });
  server.snapshot('settings.watch', settingsState(patch));
  server.on('projects.open', () => ({ ok: true, value: tidewater }));
  server.snapshot('sessions.watch', { sessions: [session], counts: {} });
  server.snapshot('sessions.doing', { doing: [busy] });
  renderApp(server, [{ ...sessions, panels: [] }, notices]);
  await screen.findByLabelText(/^Drift/, {}, patience);
  // Fetched after the rest of the window; what happened before it looked is no news to it.
  const isLooking = () => server.sent.some((each) => each.type === 'follow' && each.name === 'history.watch');
  await waitFor(() => expect(isLooking()).toBe(true), patience);
  return server;
}

const pausedBy = (reason: string) => ({
  type: 'changed',
  session: { ...session, status: 'paused', pause_reason: reason },
});

describe('a notice', { timeout: 90_000 }, () => {
  beforeEach(() => {
    shown.length = 0;
    vi.stubGlobal('Notification', FakeNotification);
    vi.spyOn(document, 'hasFocus').mockReturnValue(false);
    // The start of the program is over: what waits for that is followed at once.
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 60_000);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  it.each([
    ['Claude has finished', 'sessions.doing', { type: 'does', doing: { ...busy, status: 'idle' } }],
    ['Claude exited unexpectedly', 'sessions.watch', pausedBy('crash')],
    ['The usage limit is reached', 'sessions.watch', pausedBy('usage_limit')],
  ])('“%s” opens its session', async (title, stream, change) => {
    const server = await open();
    act(() => server.publish(stream, change));
    await waitFor(() => expect(toast(title)?.action?.label).toBe('Open'), patience);
    act(() => toast(title)?.action?.run());
    expect(panel()).toEqual({ id: 'session', argument: id });
  });

  it('by the system is silent and opens the same place', async () => {
    const server = await open({ notices: { crashed: 'system', limit: 'window' } });
    act(() => server.publish('sessions.watch', pausedBy('crash')));
    await waitFor(
      () => expect(shown.map(({ title }) => title)).toEqual(['Claude exited unexpectedly']),
      patience,
    );
    expect(shown[0]?.silent).toBe(true);
    act(() => shown[0]?.onclick?.());
    expect(panel()).toEqual({ id: 'session', argument: id });
    act(() => server.publish('sessions.watch', pausedBy('usage_limit')));
    await waitFor(() => expect(toast('The usage limit is reached')).toBeDefined(), patience);
    expect(shown).toHaveLength(1);
  });

  it.each([
    ['electron', 1],
    ['serve', 0],
  ] as const)('by the system brings the window of %s back, also a minimised one', async (shell, asked) => {
    const server = await open({ notices: { crashed: 'system' } }, shell);
    const focus = vi.spyOn(window, 'focus').mockImplementation(() => {});
    act(() => server.publish('sessions.watch', pausedBy('crash')));
    await waitFor(() => expect(shown).toHaveLength(1), patience);
    act(() => shown[0]?.onclick?.());
    expect([server.calls('app.focus').length, focus.mock.calls.length]).toEqual([asked, 1]);
  });

  it('whose kind is off is not given at all', async () => {
    const server = await open({ notices: { crashed: 'off', limit: 'window' } });
    act(() => server.publish('sessions.watch', pausedBy('crash')));
    act(() => server.publish('sessions.watch', pausedBy('usage_limit')));
    await waitFor(() => expect(toast('The usage limit is reached')).toBeDefined(), patience);
    expect([toasts().length, shown]).toEqual([1, []]);
  });

  it.each([true, false])('of long work opens the history, read by itself: %s', async (ingest) => {
    const server = await open({ history: { ingest } });
    const reading = { state: 'reading', sessions_done: 1, bytes_done: 1, last: null };
    act(() => server.snapshot('history.watch', reading));
    act(() => server.publish('history.watch', reading));
    const last = { duration_ms: 60_000, bytes: 10, ingested: 1200, failed: 0 };
    act(() => server.publish('history.watch', { ...reading, state: 'idle', last }));
    await waitFor(() => expect(toast('The history has been read')).toBeDefined(), patience);
    act(() => toast('The history has been read')?.action?.run());
    expect(useRoute.getState().view).toBe('history');
  });

  it('of a budget opens the dashboard, or the bead whose it is, and is given once', async () => {
    const told = new Set<string>();
    const figures = {
      first_day: '2026-11-01',
      total: { cost_micro_usd: 9_000_000 },
      beads: [
        { key: 'tide-1', cost_micro_usd: 6_000_000 },
        { key: 'reef-7', cost_micro_usd: 4_500_000 },
      ],
    };
    const start = async (way: 'off' | 'window') => {
      const server = createAppServer({ initial_project: tidewater.path });
      const state = (budget: 'off' | 'window') =>
        settingsState({ budget: { month_usd: 10, bead_usd: 5 }, notices: { budget } });
      server.snapshot('settings.watch', state(way));
      server.on('notices.claim', ({ key }: { key: string }) => {
        const is_new = !told.has(key);
        told.add(key);
        return { ok: true, value: { is_new } };
      });
      server.on('projects.open', () => ({ ok: true, value: tidewater }));
      server.snapshot('beads.watch', { beads: [bead('tide-1')] });
      server.on('history.figures', () => ({ ok: true, value: figures }));
      const view = renderApp(server, [{ ...sessions, panels: [] }, notices]);
      await waitFor(() => expect(server.calls('history.figures').length).toBeGreaterThan(1), patience);
      return { ...view, server, ask: () => server.publish('settings.watch', state('window')) };
    };
    // Nobody wants to hear of it, and the mark is not spent by that.
    const first = await start('off');
    expect([toasts(), first.server.calls('notices.claim')]).toEqual([[], []]);
    act(() => first.ask());
    await waitFor(() => expect(toast(/80 % of this month/)).toBeDefined(), patience);
    act(() => toast(/80 % of this month/)?.action?.run());
    expect(useRoute.getState().view).toBe('dashboard');
    act(() => toast('tide-1 has used its budget')?.action?.run());
    expect(panel()).toEqual({ id: 'bead', argument: 'tide-1' });
    // Of another project: its sessions are in the history.
    act(() => toast('reef-7 has used 80 % of its budget')?.action?.run());
    expect(useRoute.getState()).toEqual({ view: 'history', rest: encodeURIComponent('bead:reef-7') });
    expect(panel()).toEqual({ id: 'bead', argument: 'tide-1' });
    first.unmount();
    // The next start, at whatever address.
    const next = await start('window');
    await waitFor(() => expect(next.server.calls('notices.claim')).toHaveLength(3), patience);
    expect(toasts()).toEqual([]);
  });
});
