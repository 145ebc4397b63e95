import type { Session } from '@domain/session/record';
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { FIRST_LAYOUT, panelOf, useLayoutState } from '../../app/state/layout';
import { resumePlan } from '../../testing/plans';
import { createAppServer, renderApp, tidewater } from '../../testing/render-app';
import { sessions } from '.';

const patience = { timeout: 20_000 };
const at = '2026-11-16T10:00:00.000Z';
const session = {
  id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  chain_id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  owner: 'console',
  status: 'paused',
  pause_reason: 'crash',
  error: 'out of memory',
  title: 'Drift',
  objective: 'Heights are right',
  cwd: '/p',
  prompt: '',
  tags: [],
  metadata: {},
  files_touched: [],
  commits: [],
  created_at: at,
  updated_at: at,
} as unknown as Session;
const child = { ...session, id: '1f8fad5b-d9cb-469f-a165-70867728950e', status: 'draft' };

function open() {
  const server = createAppServer({ initial_project: tidewater.path });
  server.on('projects.open', () => ({ ok: true, value: tidewater }));
  server.snapshot('sessions.watch', { sessions: [session], counts: {} });
  server.snapshot('sessions.doing', { doing: [] });
  server.snapshot('sessions.live', {
    ...{
      has_process: false,
      status: 'idle',
      model: null,
      parts: [],
      permissions: [],
      queue: [],
      tasks: [],
      asks_first: null,
      retry: null,
      end: null,
    },
  });
  server.on('sessions.messages', () => ({
    ok: true,
    value: { messages: [], next_cursor: null, lines_not_understood: 0 },
  }));
  server.on('resuming.note', () => ({
    ok: true,
    value: { session_id: session.id, note: 'You continue the work "Drift".', can_use_worktree: false },
  }));
  server.on('resuming.plan', () => ({ ok: true, value: resumePlan(session.id) }));
  server.on('sessions.chain', () => ({ ok: true, value: { sessions: [] } }));
  const panel = { id: 'session', argument: session.id };
  server.on('layout.read', () => ({
    ok: true,
    value: { ...FIRST_LAYOUT, panel, is_panel_collapsed: false },
  }));
  renderApp(server, [sessions]);
  return { server, user: userEvent.setup() };
}

describe('a session that does not run', { timeout: 90_000 }, () => {
  it('after a crash says the reason and the last lines, and is restarted by one click', async () => {
    const { server, user } = open();
    const notice = await screen.findByText('Claude exited while it was working.', {}, patience);
    expect(notice.parentElement?.textContent).toContain('out of memory');
    server.on('sessions.resume', () => ({ ok: true, value: { ...session, status: 'active' } }));
    await user.click(screen.getAllByText('Resume').at(-1) as HTMLElement);
    await vi.waitFor(() => expect(server.calls('sessions.resume')).toHaveLength(1), patience);
  });

  it('says which check failed, and goes on in a fresh session with an edited note', async () => {
    const { server, user } = open();
    const obstacle = { code: 'transcript-missing', session_id: session.id } as const;
    server.on('resuming.plan', () => ({ ok: true, value: resumePlan(session.id, { obstacle }) }));
    await screen.findByText('Claude exited while it was working.', {}, patience);
    await user.click(screen.getAllByText('Resume').at(-1) as HTMLElement);
    await screen.findByText(/transcript of this session is gone/, {}, patience);
    expect(server.calls('sessions.resume')).toEqual([]);
    server.on('sessions.handOff', () => ({ ok: true, value: { parent: session, child } }));
    server.on('sessions.start', () => ({ ok: true, value: child }));
    const without = {
      session_id: session.id,
      note: 'You continue the work "Drift".',
      can_use_worktree: false,
    };
    let answer = () => {};
    const asked = new Promise((resolve) => {
      answer = () => resolve({ ok: true, value: without });
    });
    server.on('resuming.note', (() => asked) as never);
    await user.click(screen.getByText('Start fresh with a hand-off'));
    // Nothing is claimed of git before it was looked at.
    await screen.findByText('Looking at git…', {}, patience);
    answer();
    await screen.findByText('Without a commit in git there is only this folder.', {}, patience);
    const note = await screen.findByLabelText('Note for the next session', {}, patience);
    expect(note).toHaveProperty('value', 'You continue the work "Drift".');
    fireEvent.change(note, { target: { value: 'Go on with the tests.' } });
    await user.click(screen.getByText('Hand off and start'));
    await vi.waitFor(() => expect(server.calls('sessions.start')).toHaveLength(1), patience);
    expect(server.calls('sessions.handOff')).toMatchObject([
      { seed: 'Go on with the tests.', title: 'Drift' },
    ]);
    expect(panelOf(useLayoutState.getState().layout)).toEqual({ id: 'session', argument: child.id });
  });

  it.each([
    ['an exact copy of it is put back, and it is looked at again', true],
    ['a redacted copy is no way back, so it is not offered', false],
  ])('whose transcript is gone: %s', async (_what, is_exact) => {
    const { server, user } = open();
    const obstacle = { code: 'transcript-missing', session_id: session.id } as const;
    server.on('resuming.plan', () => ({ ok: true, value: resumePlan(session.id, { obstacle }) }));
    server.on('history.show', () => ({
      ok: true,
      value: { keeping: { copy: { kept_at: '2026-11-16T10:00:00.000Z', is_exact } } },
    }));
    await screen.findByText('Claude exited while it was working.', {}, patience);
    await user.click(screen.getAllByText('Resume').at(-1) as HTMLElement);
    await screen.findByText(/transcript of this session is gone/, {}, patience);
    await vi.waitFor(() => expect(server.calls('history.show')).toHaveLength(1), patience);
    if (!is_exact) return expect(screen.queryByText('Restore it')).toBeNull();
    server.on('history.restore', () => ({ ok: true, value: { path: '/t.jsonl' } }));
    const restore = await screen.findByText('Restore it', {}, patience);
    server.on('resuming.plan', () => ({ ok: true, value: resumePlan(session.id, {}) }));
    await user.click(restore);
    await screen.findByText(/^Ready to resume/, {}, patience);
    expect(server.calls('history.restore')).toEqual([{ id: session.id }]);
  });
});
