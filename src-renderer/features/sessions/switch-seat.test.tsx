import type { LiveView } from '@domain/session/live';
import { noLiveView } from '@domain/session/live-view';
import type { Session } from '@domain/session/record';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { FIRST_LAYOUT } from '../../app/state/layout';
import { createAppServer, renderApp, tidewater } from '../../testing/render-app';
import { sessions } from '.';

const patience = { timeout: 20_000 };
const at = '2026-11-16T10:00:00.000Z';
const session = {
  id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  chain_id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  owner: 'console',
  status: 'active',
  title: 'Drift',
  cwd: '/p',
  prompt: '',
  tags: [],
  metadata: {},
  files_touched: [],
  commits: [],
  created_at: at,
  updated_at: at,
} as unknown as Session;

function serverWith(shown: Session, live: LiveView) {
  const server = createAppServer({ initial_project: tidewater.path });
  server.on('projects.open', () => ({ ok: true, value: tidewater }));
  server.snapshot('sessions.watch', { sessions: [shown], counts: {} });
  server.snapshot('sessions.doing', { doing: [] });
  server.snapshot('sessions.live', live);
  server.on('sessions.messages', () => ({
    ok: true,
    value: { messages: [], next_cursor: null, lines_not_understood: 0 },
  }));
  const panel = { id: 'session', argument: shown.id };
  server.on('layout.read', () => ({
    ok: true,
    value: { ...FIRST_LAYOUT, panel, is_panel_collapsed: false },
  }));
  return server;
}

describe('a seat that changes', { timeout: 90_000 }, () => {
  it('of a draft is kept for its start, and said', async () => {
    const draft = { ...session, status: 'draft' } as Session;
    const server = serverWith(draft, noLiveView);
    server.on('sessions.switchSeat', () => ({ ok: true, value: draft }));
    renderApp(server, [sessions]);
    const user = userEvent.setup();
    await screen.findByText('Drift', {}, patience);
    await vi.waitFor(async () => {
      await user.keyboard('{Shift>}C{/Shift}');
      expect(server.calls('sessions.switchSeat')).not.toHaveLength(0);
    }, patience);
    expect(server.calls('sessions.switchSeat')).toMatchObject([{ seat: 'stream' }]);
    expect(
      await screen.findByText('This session will start without a terminal.', {}, patience),
    ).toBeDefined();
  });

  it('in the middle of a turn is asked about first, and then stops the turn', async () => {
    const busy: LiveView = { ...noLiveView, has_process: true, status: 'busy', seat: 'stream' };
    const server = serverWith(session, busy);
    server.on('sessions.switchSeat', (input: { interrupt: boolean }) =>
      input.interrupt ? { ok: true, value: session } : { ok: false, error: { code: 'turn-running' } },
    );
    renderApp(server, [sessions]);
    const user = userEvent.setup();
    await screen.findByText('Drift', {}, patience);
    await vi.waitFor(async () => {
      await user.keyboard('{Shift>}T{/Shift}');
      expect(server.calls('sessions.switchSeat')).not.toHaveLength(0);
    }, patience);
    expect(server.calls('sessions.switchSeat')).toMatchObject([{ seat: 'pty', interrupt: false }]);
    await user.click(await screen.findByRole('button', { name: 'Stop the turn and switch' }, patience));
    await vi.waitFor(
      () =>
        expect(server.calls('sessions.switchSeat').at(-1)).toMatchObject({ seat: 'pty', interrupt: true }),
      patience,
    );
  });
});
