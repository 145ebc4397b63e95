import type { Doing } from '@domain/session/doing';
import { IN_TERMINAL } from '@domain/session/in-terminal';
import type { Session } from '@domain/session/record';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { panelOf, useLayoutState } from '../../app/state/layout';
import { createAppServer, renderApp, settingsState, tidewater } from '../../testing/render-app';
import { useToastStore } from '../../ui/toast-store';
import { sessions } from '.';

const patience = { timeout: 20_000 };
const id = '0f8fad5b-d9cb-469f-a165-70867728950e' as Session['id'];
const at = '2026-11-16T10:00:00.000Z';
const session = { id, status: 'active', title: 'Drift', tags: [], created_at: at, updated_at: at };
const doing = (asks: Doing['asks']): Doing => ({ session_id: id, status: 'waiting', asks });

/** Wide enough for the sidebar with its words. */
const showWords = () => void vi.stubGlobal('innerWidth', 1440);

async function open() {
  const server = createAppServer({ initial_project: tidewater.path });
  server.on('projects.open', () => ({ ok: true, value: tidewater }));
  server.snapshot('sessions.watch', { sessions: [session], counts: {} });
  server.snapshot('sessions.doing', { doing: [doing([{ id: 'k', tool: 'Bash', since: at }])] });
  renderApp(server, [{ ...sessions, panels: [] }]);
  return { server, notice: await screen.findByText('Claude asks to run a command', {}, patience) };
}

describe('a session that waits for an answer', () => {
  afterEach(() => void vi.unstubAllGlobals());

  it('says so in the sidebar, is counted, and its notice opens the chat, where it is not said twice', async () => {
    const { notice } = await open();
    expect(screen.getByLabelText(/^Drift.*needs an answer$/)).toBeDefined();
    expect(document.title).toBe('(1) tidewater · Beads Console');
    await userEvent.setup().click(screen.getByText('Open'));
    expect(panelOf(useLayoutState.getState().layout)).toEqual({ id: 'session', argument: id });
    expect(notice.isConnected).toBe(false);
    expect(document.title).toContain('(1)');
  });

  it('is told nowhere else where the settings say so, and is counted', async () => {
    const server = createAppServer({ initial_project: tidewater.path });
    server.on('projects.open', () => ({ ok: true, value: tidewater }));
    server.snapshot('settings.watch', settingsState({ notices: { asks: 'off' } }));
    server.snapshot('sessions.watch', { sessions: [session], counts: {} });
    server.snapshot('sessions.doing', { doing: [doing([{ id: 'k', tool: 'Bash', since: at }])] });
    renderApp(server, [{ ...sessions, panels: [] }]);
    await vi.waitFor(() => expect(document.title).toBe('(1) tidewater · Beads Console'), patience);
    expect(useToastStore.getState().toasts).toEqual([]);
    act(() => server.publish('settings.watch', settingsState({ notices: { asks: 'window' } })));
    await screen.findByText('Claude asks to run a command', {}, patience);
  });

  it('in another project is counted and told too, and its notice goes there', async () => {
    showWords();
    const garden = { ...tidewater, path: '/home/ada/code/garden', name: 'garden' };
    const server = createAppServer({ initial_project: tidewater.path });
    server.on('projects.open', ({ path }: { path: string }) => ({
      ok: true,
      value: path === garden.path ? garden : tidewater,
    }));
    server.on('sessions.folder', () => ({ ok: true, value: { path: garden.path } }));
    server.snapshot('sessions.watch', ({ unclosed, project }: { unclosed?: boolean; project?: string }) => ({
      sessions: unclosed === true || project === garden.path ? [session] : [],
      counts: {},
    }));
    server.snapshot('sessions.doing', { doing: [doing([{ id: 'k', tool: 'Bash', since: at }])] });
    renderApp(server, [{ ...sessions, panels: [] }]);
    await screen.findByText('Claude asks to run a command', {}, patience);
    expect(document.title).toBe('(1) tidewater · Beads Console');
    await screen.findByRole('button', { name: '1 needs you in another project' }, patience);
    await userEvent.setup().click(screen.getByText('Open'));
    await vi.waitFor(() => expect(document.title).toBe('(1) garden · Beads Console'), patience);
    expect(panelOf(useLayoutState.getState().layout)).toEqual({ id: 'session', argument: id });
    expect(screen.queryByText(/another project/)).toBeNull();
  });

  it('is counted with what needs a person otherwise, by the rule of the sidebar', async () => {
    showWords();
    const server = createAppServer({ initial_project: tidewater.path });
    server.on('projects.open', () => ({ ok: true, value: tidewater }));
    const other = (name: string, part: object) => ({ ...session, id: id.replace('0f8f', name), ...part });
    server.snapshot('sessions.watch', {
      sessions: [
        session,
        other('0001', { status: 'paused', pause_reason: 'crash', title: 'Fell' }),
        other('0002', { attention: { reason: 'bead-moved-on', since: at }, title: 'Moved' }),
        other('0003', { status: 'paused', pause_reason: 'user', title: 'Rests' }),
        other('0004', { status: 'paused', pause_reason: 'crash', trashed_at: at, title: 'Gone' }),
      ],
      counts: {},
    });
    server.snapshot('sessions.doing', { doing: [doing([{ id: 'k', tool: 'Bash', since: at }])] });
    renderApp(server, [{ ...sessions, panels: [] }]);
    await vi.waitFor(() => expect(document.title).toBe('(3) tidewater · Beads Console'), patience);
    const group = screen.getByRole('region', { name: 'Needs you' });
    expect(within(group).getByRole('heading').parentElement?.textContent).toBe('Needs you 3');
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
