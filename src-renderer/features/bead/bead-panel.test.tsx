import { RULES_1X } from '@domain/bead/tracker-info';
import { act, render, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { AppInfoProvider } from '../../app/state/app-info';
import { useProjectState } from '../../app/state/project';
import { createClient } from '../../bridge/client';
import { BridgeProvider } from '../../bridge/react';
import { bead } from '../../testing/beads';
import { createFakeServer } from '../../testing/fake-server';
import { info, tidewater } from '../../testing/render-app';
import { BeadPanel } from './BeadPanel';

const patience = { timeout: 20_000 };

const roses = bead('t-1', { title: 'Prune the roses' });

const snapshot = (isWritable = true) => ({
  project: tidewater.path,
  tracker: {
    type: 'open',
    info: {
      generation: 'jsonl',
      version: null,
      beads_dir: '/x',
      rules: RULES_1X,
      access: isWritable
        ? { mode: 'read-write' }
        : { mode: 'read-only', reason: 'tracker-missing', install_command: 'get bd', data_as_of: null },
      capabilities: { metadata: true, history: false, journal: false, custom_status_category: true },
    },
  },
  is_trusted: true,
  health: { state: 'ok', since: '2026-11-16T10:00:00Z', error: null, last_read_at: null },
  statuses: [],
  beads: [roses],
  odd_lines: [],
});

async function openBead(isWritable = true) {
  const server = createFakeServer();
  server.snapshot('beads.watch', snapshot(isWritable));
  server.snapshot('sessions.watch', { sessions: [] });
  useProjectState.setState({ project: tidewater, opening: null, failure: null });
  const { container } = render(
    <AppInfoProvider info={info}>
      <BridgeProvider client={createClient(server.transport)}>
        <BeadPanel argument="t-1" close={() => {}} focus={{ state: 'none' }} />
      </BridgeProvider>
    </AppInfoProvider>,
  );
  const panel = within(container);
  await panel.findByRole('button', { name: /^Title:/ }, patience);
  return { server, panel, user: userEvent.setup() };
}

describe('the editor of a field', () => {
  it('E1 keeps what was typed when the tracker refuses, and says why', async () => {
    const { server, panel, user } = await openBead();
    server.on('beads.update', () => ({
      ok: false,
      error: { code: 'tracker-locked', words: 'busy' } as never,
    }));
    await user.click(panel.getByRole('button', { name: /^Title:/ }));
    await user.clear(panel.getByLabelText('Title'));
    await user.type(panel.getByLabelText('Title'), 'Mine{Enter}');
    await panel.findByText('Another program is using the tracker.', {}, patience);
    expect(panel.getByLabelText<HTMLInputElement>('Title').value).toBe('Mine');
  });

  it('E2 names what the person saw, and after a conflict what they have seen since', async () => {
    const { server, panel, user } = await openBead();
    const theirs = { ...roses, title: 'Theirs' };
    server.on('beads.update', ({ expected }: { expected: { title: string } }) =>
      expected.title === 'Theirs'
        ? { ok: true, value: { ...roses, title: 'Mine' } }
        : { ok: false, error: { code: 'bead-conflict', id: 't-1', fields: ['title'], theirs } as never },
    );
    await user.click(panel.getByRole('button', { name: /^Title:/ }));
    await user.clear(panel.getByLabelText('Title'));
    await user.type(panel.getByLabelText('Title'), 'Mine');
    act(() => server.publish('beads.watch', { type: 'beads-changed', changed: [theirs], removed: [] }));
    await panel.findByText(/Somebody else changed this meanwhile/, {}, patience);
    expect(document.activeElement).toBe(panel.getByLabelText('Title'));
    await user.keyboard('{Enter}');
    await user.click(await panel.findByRole('button', { name: /^Keep mine/ }, patience));
    await panel.findByRole('button', { name: /^Title:/ }, patience);
    expect(server.calls('beads.update')).toMatchObject([
      { patch: { title: 'Mine' }, expected: { title: 'Prune the roses' } },
      { patch: { title: 'Mine' }, expected: { title: 'Theirs' } },
    ]);
  });

  it('gives the focus back to its value, but not from who went on while it was being saved', async () => {
    const { server, panel, user } = await openBead();
    const answers: (() => void)[] = [];
    const saved = () =>
      new Promise((resolve) => answers.push(() => resolve({ ok: true, value: { ...roses, title: 'Mine' } })));
    server.on('beads.update', saved as never);
    const value = () => panel.findByRole('button', { name: /^Title:/ }, patience);
    const save = async () => {
      await user.click(await value());
      await user.type(panel.getByLabelText('Title'), ' again{Enter}');
      await vi.waitFor(() => expect(answers).toHaveLength(1), patience);
      return answers.splice(0)[0];
    };
    const first = await save();
    await act(async () => first?.());
    expect(document.activeElement).toBe(await value());

    const second = await save();
    await user.click(panel.getByLabelText('New comment'));
    await act(async () => second?.());
    await value();
    expect(document.activeElement).toBe(panel.getByLabelText('New comment'));
  });

  it('opens no editor where nothing can be written, and says what is missing', async () => {
    const { panel, user } = await openBead(false);
    const title = panel.getByRole('button', { name: /^Title:/ });
    expect(title.getAttribute('aria-description')).toContain('get bd');
    await user.click(title);
    expect(panel.queryByLabelText('Title')).toBeNull();
  });
});
