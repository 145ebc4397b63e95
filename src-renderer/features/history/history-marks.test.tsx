import type { HistorySession } from '@domain/history/record';
import { act, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { navigate } from '../../app/state/route';
import { historySession, serveHistory, serveTranscript } from '../../testing/histories';
import { createAppServer, renderApp, tidewater } from '../../testing/render-app';
import { sessions as sessionsFeature } from '../sessions';
import { history } from '.';

const patience = { timeout: 20_000 };
const at = '2026-11-16T10:00:00.000Z';
const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
const ask = { id: 'k', tool: 'Bash', since: at };
const doing = (status: string, asks: unknown[] = []) => ({ session_id: id, status, asks });

async function markOfPane() {
  const title = await screen.findByRole('heading', { name: 'Drift', level: 2 }, patience);
  return within(title.parentElement as HTMLElement)
    .getByRole('img')
    .getAttribute('aria-label');
}

it.each([
  // what our record says, what its process does, its mark, and the words of the pane
  [{ status: 'active' }, doing('waiting', [ask]), 'Needs an answer', 'needs an answer'],
  [{ status: 'active' }, doing('idle'), 'Active', 'idle'],
  [{ status: 'paused', pause_reason: 'crash' }, null, 'Crashed', 'Claude exited'],
  [{ status: 'paused', pause_reason: 'usage_limit' }, null, 'Usage limit', 'usage limit'],
] as const)(
  'a session that is %o, doing %o, looks in the history as in the sidebar',
  async (state, now, mark, words) => {
    const server = createAppServer({ initial_project: tidewater.path });
    server.on('projects.open', () => ({ ok: true, value: tidewater }));
    const record = { id, chain_id: id, owner: 'console', title: 'Drift', tags: [], metadata: {}, ...state };
    const all = { sessions: [{ ...record, created_at: at, updated_at: at }], counts: {} };
    server.snapshot('sessions.watch', all);
    server.snapshot('sessions.doing', { doing: now === null ? [] : [now] });
    server.snapshot('sessions.waiting', { waiting: [] });
    // As it was read last, which may be a while ago.
    serveHistory(server, () => [
      historySession(id, { title: 'Drift', owner: 'console', status: state.status }),
    ]);
    serveTranscript(server, id, ['Look at the island']);
    renderApp(server, [{ ...sessionsFeature, panels: [] }, history]);
    await screen.findByLabelText(/^Drift/, {}, patience);
    act(() => navigate('history', `/${id}`));
    const title = await screen.findByRole('heading', { name: 'Drift', level: 2 }, patience);
    expect(within(title.parentElement as HTMLElement).getByRole('img', { name: mark })).toBeDefined();
    expect(screen.getByText(words, { selector: 'span' })).toBeDefined();
  },
);

it.each([
  [{ status: 'paused', pause_reason: 'crash' }, 'Crashed'],
  [{ status: 'paused', pause_reason: 'usage_limit' }, 'Usage limit'],
  [{ status: 'paused' }, 'Paused'],
  [{ status: 'closed', outcome: 'crash' }, 'Closed'],
] satisfies [Partial<HistorySession>, string][])(
  'one of a project that is not open has the mark of its record: %o',
  async (state, mark) => {
    const server = createAppServer({ initial_project: tidewater.path });
    server.on('projects.open', () => ({ ok: true, value: tidewater }));
    server.snapshot('sessions.watch', { sessions: [], counts: {} });
    server.snapshot('sessions.doing', { doing: [] });
    server.snapshot('sessions.waiting', { waiting: [] });
    serveHistory(server, () => [historySession(id, { title: 'Drift', owner: 'console', ...state })]);
    serveTranscript(server, id, ['Look at the island']);
    renderApp(server, [history]);
    await screen.findByRole('main', {}, patience);
    act(() => navigate('history', `/${id}`));
    expect(await markOfPane()).toBe(mark);
  },
);
