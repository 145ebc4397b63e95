import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openOverlay } from '../../app/state/window';
import { historySession, serveHistory } from '../../testing/histories';
import { createAppServer, renderApp, tidewater } from '../../testing/render-app';
import { history } from '.';

const patience = { timeout: 20_000 };
const idOf = (n: number) => `11111111-aaaa-4aaa-8aaa-${String(n).padStart(12, '0')}`;

/** What the page handed over to be saved. */
let saved: { name: string; address: string }[] = [];
const { click } = HTMLAnchorElement.prototype;
const { createObjectURL, revokeObjectURL } = URL;
beforeEach(() => {
  saved = [];
  HTMLAnchorElement.prototype.click = function take() {
    saved.push({ name: this.download, address: this.href });
  };
  URL.createObjectURL = () => `blob:http://localhost/${saved.length}`;
  URL.revokeObjectURL = () => {};
});
afterEach(() => {
  HTMLAnchorElement.prototype.click = click;
  Object.assign(URL, { createObjectURL, revokeObjectURL });
});

async function open(count: number) {
  const server = createAppServer({ initial_project: tidewater.path });
  server.on('projects.open', () => ({ ok: true, value: tidewater }));
  serveHistory(server, () => Array.from({ length: count }, (_, n) => historySession(idOf(n))));
  server.on('history.export', () => ({
    ok: true,
    value: { name: 'sessions.html', media_type: 'text/html', text: '<p>', sessions: count, missing: [] },
  }));
  server.on('app.save_outcome', () => ({ ok: true, value: { outcome: 'saved' } }));
  server.on('history.note', ({ id }: { id: string }) => ({ ok: true, value: { id } }));
  server.on('sessions.delete', ({ id }: { id: string }) => ({ ok: true, value: { id } }));
  server.on('sessions.untrash', ({ id }: { id: string }) => ({ ok: true, value: { id } }));
  renderApp(server, [history]);
  await vi.waitFor(() => expect(document.title).toContain('tidewater'), patience);
  return server;
}
const gone = (server: Awaited<ReturnType<typeof open>>) =>
  server.calls('sessions.delete').map((input) => (input as { id: string }).id);
const confirm = async (name: RegExp) => {
  const dialog = await screen.findByRole('dialog', { name }, patience);
  await userEvent.setup().click(within(dialog).getByRole('button', { name: /^Move to trash/ }));
  return dialog;
};

it('one session is exported, then deleted, and can be taken back', async () => {
  const server = await open(1);
  act(() => openOverlay('history-delete', idOf(0)));
  await confirm(/^Move “/);
  await screen.findByText('Moved to the trash', {}, patience);
  expect(saved).toEqual([{ name: 'sessions.html', address: 'blob:http://localhost/0' }]);
  expect(server.calls('app.save_outcome')).toEqual([{ address: 'blob:http://localhost/0' }]);
  expect(gone(server)).toEqual([idOf(0)]);
  await userEvent.setup().click(screen.getByRole('button', { name: 'Undo' }));
  expect(server.calls('sessions.untrash')).toEqual([{ id: idOf(0) }]);
});

it.each(['cancelled', 'failed'])(
  'an export whose saving is %s deletes nothing, and the dialog stays',
  async (outcome) => {
    const server = await open(2);
    server.on('app.save_outcome', () => ({ ok: true, value: { outcome } }));
    act(() => openOverlay('history-delete', '?until:2030-01-31'));
    const dialog = await confirm(/^Move 2 sessions/);
    await screen.findByText('The export was not saved', {}, patience);
    expect(saved).toHaveLength(1);
    expect(server.calls('history.note')).toEqual([]);
    expect(gone(server)).toEqual([]);
    expect(dialog.isConnected).toBe(true);
  },
);

it('everything that was found goes one by one; one that runs again stays, and what is refused ends it', async () => {
  const user = userEvent.setup();
  const server = await open(5);
  server.on('history.note', ({ id }: { id: string }) =>
    id === idOf(1)
      ? { ok: false, error: { code: 'not-noted', id, detail: 'running' } }
      : { ok: true, value: { id } },
  );
  server.on('sessions.delete', ({ id }: { id: string }) =>
    id === idOf(3)
      ? { ok: false, error: { code: 'store-unavailable', reason: 'disk-full', path: '/' } }
      : { ok: true, value: { id } },
  );
  act(() => openOverlay('history-delete', '?until:2030-01-31'));
  const dialog = await screen.findByRole('dialog', { name: /^Move 5 sessions/ }, patience);
  await user.click(within(dialog).getByRole('checkbox', { name: 'Export them as one HTML file first' }));
  await user.click(within(dialog).getByRole('button', { name: /^Move to trash/ }));
  await screen.findByText('2 sessions moved to the trash', {}, patience);
  expect(screen.getByText('This session still runs in a terminal.')).toBeDefined();
  expect(gone(server)).toEqual([idOf(0), idOf(2), idOf(3)]);
  expect([saved, server.calls('history.export')]).toEqual([[], []]);
});
