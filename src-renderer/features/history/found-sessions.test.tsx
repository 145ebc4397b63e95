import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { navigate } from '../../app/state/route';
import { openOverlay } from '../../app/state/window';
import { historySession, serveHistory, serveTranscript } from '../../testing/histories';
import { createAppServer, renderApp, tidewater } from '../../testing/render-app';
import { history } from '.';
import { foundArgument } from './export-scope.logic';

const patience = { timeout: 20_000 };
const idOf = (n: number) => `11111111-aaaa-4aaa-8aaa-${String(n).padStart(12, '0')}`;

async function open(count: number) {
  const server = createAppServer({ initial_project: tidewater.path });
  server.on('projects.open', () => ({ ok: true, value: tidewater }));
  const sessions = Array.from({ length: count }, (_, n) =>
    historySession(idOf(n), {
      started_at: '2025-01-02T09:00:00.000Z',
      ended_at: n === 1 ? '2025-03-04T09:00:00.000Z' : '2025-01-02T10:00:00.000Z',
      status: n === 0 ? 'paused' : 'closed',
    }),
  );
  serveHistory(server, () => sessions);
  renderApp(server, [history]);
  await vi.waitFor(() => expect(document.title).toContain('tidewater'), patience);
  return server;
}

it('an export of what was found holds all of it, as far as one file goes, and says what is left out', async () => {
  const user = userEvent.setup();
  const server = await open(612);
  server.on('history.export', () => ({ ok: false, error: { code: 'export-too-large' } }));
  act(() => openOverlay('history-export', foundArgument('since:30d')));
  const dialog = await screen.findByRole('dialog', { name: 'Export 500 sessions' }, patience);
  expect(
    within(dialog).getByText('The newest 500: one file holds no more. 112 more were found.'),
  ).toBeDefined();
  await user.click(within(dialog).getByRole('button', { name: /^Export/ }));
  await vi.waitFor(() => expect(server.calls('history.export')).toHaveLength(1), patience);
  const [asked] = server.calls('history.export') as { ids: string[] }[];
  expect(asked?.ids).toEqual(Array.from({ length: 500 }, (_, n) => idOf(n)));
  expect(server.calls('history.results')).toContainEqual({ text: 'since:30d', limit: 500 });
});

it('before what was found goes to the trash, it is said how far that reaches and what stays', async () => {
  await open(3);
  act(() => openOverlay('history-delete', '?until:2025-01-31'));
  const dialog = await screen.findByRole('dialog', { name: 'Move 2 sessions to the trash?' }, patience);
  expect(dialog.textContent).toMatch(/The oldest began .*2.*2025; the last word in them is of .*4.*2025/);
  expect(dialog.textContent).toContain('1 session of this search stay');
});

it('any prompt of a session with very many of them can be jumped to', async () => {
  const user = userEvent.setup();
  const server = await open(1);
  const prompts = Array.from({ length: 75 }, (_, n) => `Look at island ${n + 1}`);
  serveTranscript(server, idOf(0), prompts);
  act(() => navigate('history', `/${idOf(0)}`));
  await user.click(await screen.findByRole('button', { name: '75 prompts' }, patience));
  await user.click(await screen.findByRole('menuitem', { name: 'Find one of all 75 prompts…' }, patience));
  const dialog = await screen.findByRole('dialog', { name: 'Jump to a prompt' }, patience);
  expect(within(dialog).getByText('75 prompts')).toBeDefined();
  const field = within(dialog).getByRole('textbox');
  fireEvent.change(field, { target: { value: 'island 7' } });
  const list = within(dialog).getByRole('list', { name: 'Prompts that fit' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(7);
  fireEvent.change(field, { target: { value: '71' } });
  await user.click(within(list).getByRole('button', { name: /Look at island 71/ }));
  expect(screen.queryByRole('dialog', { name: 'Jump to a prompt' })).toBeNull();
});

it('lines of a kind that nobody knows are counted where one reads, and shown', async () => {
  const user = userEvent.setup();
  const server = await open(0);
  const { stats } = historySession(idOf(0));
  serveHistory(server, () => [
    historySession(idOf(0), { stats: { ...stats, lines_of_unknown_kind: 2, lines_not_understood: 1 } }),
  ]);
  serveTranscript(server, idOf(0), ['Look at the island']);
  const odd = { path: '/p/a.jsonl', bytes: 20, text: '{"type":"moon-phase"}' };
  const lines = [
    { ...odd, line: 3, kind: 'moon-phase' },
    { ...odd, line: 4, kind: null },
  ];
  server.on('history.oddLines', () => ({ ok: true, value: { lines } }));
  act(() => navigate('history', `/${idOf(0)}`));
  await user.click(await screen.findByRole('button', { name: '2 lines of an unknown kind' }, patience));
  const dialog = await screen.findByRole('dialog', { name: 'Lines that were not understood' }, patience);
  const [unknown, broken] = await within(dialog).findAllByRole('region');
  expect(unknown?.textContent).toContain('Line 3, 20 B, of an unknown kind: moon-phase');
  expect(broken?.textContent).not.toContain('unknown');
});
