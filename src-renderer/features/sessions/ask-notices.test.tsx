import type { Doing } from '@domain/session/doing';
import { IN_TERMINAL } from '@domain/session/in-terminal';
import type { Session } from '@domain/session/record';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { panelOf, useLayoutState } from '../../app/state/layout';
import { createAppServer, renderApp, tidewater } from '../../testing/render-app';
import { sessions } from '.';

const patience = { timeout: 20_000 };
const id = '0f8fad5b-d9cb-469f-a165-70867728950e' as Session['id'];
const at = '2026-11-16T10:00:00.000Z';
const session = { id, status: 'active', title: 'Drift', tags: [], created_at: at, updated_at: at };
const doing = (asks: Doing['asks']): Doing => ({ session_id: id, status: 'waiting', asks });

async function open() {
  const server = createAppServer({ initial_project: tidewater.path });
  server.on('projects.open', () => ({ ok: true, value: tidewater }));
  server.snapshot('sessions.watch', { sessions: [session], counts: {} });
  server.snapshot('sessions.doing', { doing: [doing([{ id: 'k', tool: 'Bash', since: at }])] });
  renderApp(server, [{ ...sessions, panels: [] }]);
  return { server, notice: await screen.findByText('Claude asks to run a command', {}, patience) };
}

describe('a session that waits for an answer', () => {
  it('says so in the sidebar, is counted, and its notice opens the chat, where it is not said twice', async () => {
    const { notice } = await open();
    expect(screen.getByLabelText(/^Drift.*needs an answer$/)).toBeDefined();
    expect(document.title).toBe('(1) tidewater · Beads Console');
    await userEvent.setup().click(screen.getByText('Open'));
    expect(panelOf(useLayoutState.getState().layout)).toEqual({ id: 'session', argument: id });
    expect(notice.isConnected).toBe(false);
    expect(document.title).toContain('(1)');
  });

  it('one that only its terminal shows is told like any other', async () => {
    const { server } = await open();
    const ask = { id: 't', tool: IN_TERMINAL, since: at };
    act(() => server.publish('sessions.doing', { type: 'does', doing: doing([ask]) }));
    await screen.findByText('Claude asks something in its terminal', {}, patience);
    expect(screen.getByLabelText(/^Drift.*needs an answer$/)).toBeDefined();
  });

  it('is told in no place any more once the question is settled', async () => {
    const { server, notice } = await open();
    act(() => server.publish('sessions.doing', { type: 'does', doing: doing([]) }));
    await vi.waitFor(() => expect(notice.isConnected).toBe(false), patience);
    expect(screen.queryByLabelText(/needs an answer/)).toBeNull();
    await vi.waitFor(() => expect(document.title).toBe('tidewater · Beads Console'), patience);
  });
});
