import type { HistoryFolders } from '@domain/history/folders';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { openOverlay } from '../../app/state/window';
import { createAppServer, renderApp, tidewater } from '../../testing/render-app';
import { history } from '.';

const patience = { timeout: 20_000 };
const apart = { project: '_unassociated', reason: null, last_at: null } as const;
const folders: HistoryFolders = {
  projects: [{ path: '/home/ada/tide', project_id: null, is_there: true, sessions: 4 }],
  folders: [
    { folder: '/home/ada/tide', project: '/home/ada/tide', reason: 'checkout', sessions: 4, last_at: null },
    { ...apart, folder: '/old/tide', sessions: 2 },
    { ...apart, folder: '/old/tide/src', sessions: 1 },
    { ...apart, folder: null, sessions: 1 },
  ],
  remaps: [],
  problem: null,
};

async function open(value: HistoryFolders) {
  const server = createAppServer({ initial_project: tidewater.path });
  server.on('projects.open', () => ({ ok: true, value: tidewater }));
  server.on('history.folders', () => ({ ok: true, value }));
  renderApp(server, [history]);
  await vi.waitFor(() => expect(document.title).toContain('tidewater'), patience);
  act(() => openOverlay('history-folders'));
  return { server, dialog: await screen.findByRole('dialog', { name: 'Folders of the history' }, patience) };
}

it('a refusal is said in the dialog, and the folder stays where it was', async () => {
  const user = userEvent.setup();
  const { server, dialog } = await open(folders);
  await screen.findByText('4 sessions in 2 folders are of no project', {}, patience);
  expect(within(dialog).queryByText('/old/tide/src')).toBeNull();
  expect(within(dialog).getByText('No folder in their transcripts')).toBeDefined();
  const asked: unknown[] = [];
  server.on('history.remap', (input) => {
    asked.push(input);
    return { ok: false, error: { code: 'folders-not-saved', path: '/data/folders.json', detail: 'broken' } };
  });
  await user.click(within(dialog).getByRole('button', { name: '/old/tide is now…' }));
  await user.click(await screen.findByRole('menuitem', { name: /tide/ }, patience));
  await screen.findByText('What you said about folders could not be written down.', {}, patience);
  expect(asked).toEqual([{ folder: '/old/tide', project: '/home/ada/tide' }]);
});

it('says so when every session has its project, and when the file cannot be read', async () => {
  await open({ ...folders, folders: folders.folders.slice(0, 1), problem: 'no JSON' });
  await screen.findByText('Every session of the history belongs to a project.', {}, patience);
  await screen.findByText(/The file is left as it is: no JSON/, {}, patience);
});
