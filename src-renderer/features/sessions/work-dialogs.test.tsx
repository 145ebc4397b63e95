import type { Session } from '@domain/session/record';
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { FIRST_LAYOUT } from '../../app/state/layout';
import { endPlan, resumePlan } from '../../testing/plans';
import { createAppServer, renderApp, tidewater } from '../../testing/render-app';
import { sessions } from '.';

const patience = { timeout: 20_000 };
const at = '2026-11-16T10:00:00.000Z';
const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
const paused = {
  ...{ id, chain_id: id, owner: 'console', status: 'paused', pause_reason: 'user', title: 'Export a month' },
  ...{ bead_id: 'tide-7pc', cwd: '/p', prompt: '', tags: [], files_touched: [], commits: [], metadata: {} },
  ...{ created_at: at, updated_at: at, started_at: at, paused_at: at, total_duration_ms: 3_120_000 },
} as unknown as Session;

function open(session: object = paused) {
  const server = createAppServer({ initial_project: tidewater.path });
  server.on('projects.open', () => ({ ok: true, value: tidewater }));
  server.snapshot('sessions.watch', { sessions: [session], counts: {} });
  server.snapshot('sessions.doing', { doing: [] });
  server.snapshot('sessions.waiting', { waiting: [] });
  server.snapshot('ending.announced', { announced: [] });
  server.on('layout.read', () => ({
    ok: true,
    value: { ...FIRST_LAYOUT, panel: { id: 'session', argument: id }, is_panel_collapsed: false },
  }));
  renderApp(server, [sessions]);
  return { server, user: userEvent.setup() };
}
const dialogNamed = (name: RegExp) => screen.findByRole('dialog', { name }, patience);
const panel = () => screen.findByRole('button', { name: /^Close panel/ }, patience);

describe('the resume dialog', { timeout: 90_000 }, () => {
  it('by R shows what changed, and Ctrl+Enter resumes with the edited prompt', async () => {
    const { server, user } = open();
    server.on('resuming.plan', () => ({
      ok: true,
      value: resumePlan(id, { is_unchanged: false, unknown: ['files'], prompt: 'You are resuming.' }),
    }));
    server.on('sessions.resume', () => ({ ok: true, value: paused }));
    await panel();
    await user.keyboard('r');
    const dialog = await dialogNamed(/^Resume “Export a month”/);
    await within(dialog).findByText(/^Ready to resume/, {}, patience);
    expect(dialog.textContent).toContain('Could not be compared: the files.');
    const prompt = within(dialog).getByLabelText('Claude will read');
    expect(prompt).toHaveProperty('value', 'You are resuming.');
    fireEvent.change(prompt, { target: { value: 'Go on.' } });
    await user.click(within(dialog).getByText('Back to the default'));
    expect(prompt).toHaveProperty('value', 'You are resuming.');
    fireEvent.change(prompt, { target: { value: 'Go on.' } });
    fireEvent.keyDown(prompt, { key: 'Enter', ctrlKey: true });
    await vi.waitFor(() => expect(server.calls('sessions.resume')).toHaveLength(1), patience);
    expect(server.calls('sessions.resume')).toMatchObject([{ id, prompt: 'Go on.' }]);
  });

  it('shows what Claude said last as the chat does, without the signs of markdown', async () => {
    const { server, user } = open();
    const last_messages = [
      { role: 'user' as const, text: 'Mend **it**', at },
      { role: 'assistant' as const, text: 'The **zone** is read by `zoneOf`.\n\n- done', at },
    ];
    server.on('resuming.plan', () => ({ ok: true, value: resumePlan(id, { last_messages }) }));
    await panel();
    await user.keyboard('r');
    const dialog = await dialogNamed(/^Resume/);
    await within(dialog).findByText('The zone is read by zoneOf. done', {}, patience);
    await vi.waitFor(() => expect(within(dialog).getByText('zone').tagName).toBe('STRONG'), patience);
    expect(within(dialog).getByText('zoneOf').tagName).toBe('CODE');
    expect(within(dialog).getByText('Mend **it**')).toBeDefined();
  });

  it('says that somebody else took the bead before anything runs', async () => {
    const { server, user } = open();
    const bead = {
      ...{ id: 'tide-7pc', title: 'Export', verdict: 'taken' as const, changed: [], comments: [] },
      ...{ before: null, now: { status: 'in_progress', assignee: 'bo' }, updated_at: at, updated_by: null },
    };
    server.on('resuming.plan', () => ({ ok: true, value: resumePlan(id, { bead }) }));
    await panel();
    await user.keyboard('r');
    const dialog = await dialogNamed(/^Resume/);
    await within(dialog).findByText(/^tide-7pc was taken by bo/, {}, patience);
    expect(within(dialog).getByRole('button', { name: /^Resume all the same/ })).toBeTruthy();
    expect(server.calls('sessions.resume')).toEqual([]);
  });
});

describe('the end dialog', { timeout: 90_000 }, () => {
  it('by E moves the bead with its log; a step that fails is said, and asked again', async () => {
    const { server, user } = open();
    server.on('ending.plan', () => ({ ok: true, value: endPlan(id) }));
    const stopped = {
      ...{ code: 'end-stopped', step: 'log', done: ['pause'] },
      cause: { code: 'tracker-timed-out', command: 'update', after_ms: 10_000 },
    };
    server.on('ending.end', () => ({ ok: false, error: stopped }));
    await panel();
    await user.keyboard('e');
    const dialog = await dialogNamed(/^End “Export a month”/);
    const move = await within(dialog).findByLabelText('Move tide-7pc to in review', {}, patience);
    expect(move).toHaveProperty('checked', true);
    const log = within(dialog).getByLabelText('Execution log, added to the notes of tide-7pc');
    fireEvent.change(log, { target: { value: 'All done.' } });
    await user.click(within(dialog).getByRole('button', { name: /^End session/ }));
    await within(dialog).findByText(/^The bead could not be written/, {}, patience);
    const ended = { session: { ...paused, status: 'closed' }, done: ['log', 'close'] };
    server.on('ending.end', () => ({ ok: true, value: { ...ended, commit: null, worktree_kept: null } }));
    await user.click(within(dialog).getByRole('button', { name: /^End session/ }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), patience);
    const wish = { log: 'All done.', move: { status: 'in_review' }, outcome: 'done', changes: 'keep' };
    expect(server.calls('ending.end')).toMatchObject([{ wish }, { wish }]);
  });

  it('has no key for a session that is closed already', async () => {
    const { user } = open({ ...paused, status: 'closed', outcome: 'done' });
    await panel();
    await user.keyboard('e');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('what the panel says of a session that rests', { timeout: 90_000 }, () => {
  it('a usage limit is never done: it names the reset, and a switch lets it go on by itself', async () => {
    const resets = new Date(Date.now() + 3_600_000).toISOString();
    const { server, user } = open({
      ...paused,
      pause_reason: 'usage_limit',
      metadata: { limit_resets_at: resets },
    });
    await screen.findByText('Usage limit reached.', {}, patience);
    expect(screen.queryByText(/done/i)).toBeNull();
    await user.click(screen.getByRole('switch', { name: /^Resume at/ }));
    await vi.waitFor(() => expect(server.calls('settings.update')).toHaveLength(1), patience);
    expect(server.calls('settings.update')).toEqual([{ patch: { sessions: { resume_after_limit: true } } }]);
  });

  it('one that closes because its bead moved on counts down, and is kept open', async () => {
    const active = { ...paused, status: 'active', pause_reason: undefined };
    const { server, user } = open(active);
    const closes_at = new Date(Date.now() + 25_000).toISOString();
    server.on('ending.keepOpen', () => ({ ok: true, value: null }));
    server.snapshot('ending.announced', {
      announced: [{ session_id: id, bead_id: 'tide-7pc', status: 'in_review', closes_at }],
    });
    await screen.findByText('tide-7pc is in review now.', {}, patience);
    await screen.findByText(/^This session closes in 2\d s\./, {}, patience);
    await user.click(screen.getByRole('button', { name: 'Keep open' }));
    await vi.waitFor(() => expect(server.calls('ending.keepOpen')).toEqual([{ session_id: id }]));
  });
});
