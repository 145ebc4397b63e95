import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Waves } from 'lucide-react';
import { describe, expect, it } from 'vitest';
import { doctor } from '../features/doctor';
import { project } from '../features/project';
import { settings } from '../features/settings';
import { welcome } from '../features/welcome';
import { createFakeServer } from '../testing/fake-server';
import { createAppServer, info, recent, renderApp, tidewater } from '../testing/render-app';
import type { AheadProps, View } from './feature';
import { useProjectState } from './state/project';

const frame = [project, welcome, settings, doctor];
const patience = { timeout: 20_000 };

// By text and label where that is as telling: a search by role walks the whole tree and is slow without a browser.
describe('the window', { timeout: 90_000 }, () => {
  it('opens a recent project, tells of one that is gone, and forgets it', async () => {
    const server = createAppServer();
    const gone = { ...tidewater, path: '/home/ada/code/gone' as typeof tidewater.path, name: 'gone' };
    server.snapshot('projects.watch', { recent: [recent(tidewater), recent(gone, true)] });
    server.on('projects.forget', () => ({ ok: true, value: { recent: [] } }));
    server.on('projects.open', () => ({ ok: true, value: tidewater }));
    renderApp(server, frame);
    const user = userEvent.setup();
    const list = within(await screen.findByLabelText('Recent projects', {}, patience));
    expect(list.getByText(/the folder is gone/)).toBeDefined();
    await user.click(list.getByLabelText('Forget gone'));
    expect(server.calls('projects.forget')).toEqual([{ path: gone.path }]);
    await user.click(list.getByText('tidewater'));
    await waitFor(() => expect(document.title).toContain('tidewater'), patience);
    expect(window.sessionStorage.getItem('beads-console.project')).toBe(tidewater.path);
  });

  it('says that it cannot begin instead of waiting for ever', async () => {
    const server = createFakeServer();
    server.on('app.info', () => ({ ok: true, value: info }));
    renderApp(server, frame);
    await waitFor(
      () =>
        expect(server.sent.some((each) => each.type === 'follow' && each.name === 'settings.watch')).toBe(
          true,
        ),
      patience,
    );
    act(() => server.end('settings.watch', { code: 'internal-error' }));
    await screen.findByText(/could not read its settings/, {}, patience);
    expect(screen.getByText('Load again')).toBeDefined();
  });

  it('asks for what the view of a remembered project shows at once, and waits for it only a moment', async () => {
    const server = createAppServer();
    server.on('projects.open', () => ({ ok: true, value: tidewater }));
    window.sessionStorage.setItem('beads-console.project', tidewater.path);
    const asked: string[] = [];
    // A tracker that hangs: it is never ready.
    const Ahead = ({ project: path }: AheadProps) => {
      asked.push(path);
      return null;
    };
    const view: View = {
      id: 'sea',
      name: 'Sea',
      icon: Waves,
      place: 'none',
      order: 1,
      needsProject: true,
      Content: () => <p>The sea</p>,
      Ahead,
    };
    renderApp(server, [...frame, { id: 'sea', views: [view] }]);
    expect(asked).toEqual([tidewater.path]);
    await screen.findByText('The sea', {}, patience);
    expect(useProjectState.getState().project).toEqual(tidewater);
    // What is drawn stays, whatever is opened afterwards.
    act(() =>
      useProjectState.setState({ project: { ...tidewater, path: '/other' as typeof tidewater.path } }),
    );
    expect(screen.getByText('The sea')).toBeDefined();
  });

  it('says in three sentences why a folder could not be opened, and opens nothing', async () => {
    const server = createAppServer();
    server.on('projects.open', () => ({
      ok: false,
      error: { code: 'project-not-found', path: '/nowhere' } as { code: string },
    }));
    renderApp(server, frame);
    const user = userEvent.setup();
    await user.click(await screen.findByText('Open a project…', {}, patience));
    await user.type(await screen.findByLabelText('Folder', {}, patience), '/nowhere{Enter}');
    const alert = await screen.findByRole('alert', {}, patience);
    expect(alert.textContent).toBe(
      'There is no folder at /nowhere. Nothing was opened and nothing was written. Check the spelling, or choose another folder.',
    );
    expect(document.title).not.toContain('nowhere');
  });

  it('changes the theme from the palette by keyboard alone, and takes it back', async () => {
    const server = createAppServer();
    renderApp(server, frame);
    const user = userEvent.setup();
    await screen.findByText('Open a project…', {}, patience);
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox', {}, patience), 'dark theme');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(document.documentElement.dataset['theme']).toBe('dark'), patience);
    window.location.hash = '#/settings';
    await user.click(await screen.findByText('Undo', {}, patience));
    await waitFor(() => expect(document.documentElement.dataset['theme']).toBe('light'), patience);
    expect(server.calls('settings.update')).toEqual([
      { patch: { appearance: { theme: 'dark' } } },
      { patch: { appearance: { theme: 'system' } } },
    ]);
  });

  it('a link that was copied leads to its place from the palette', async () => {
    const server = createAppServer();
    renderApp(server, frame);
    const user = userEvent.setup();
    await screen.findByText('Open a project…', {}, patience);
    await user.keyboard('{Control>}k{/Control}');
    const field = await screen.findByRole('combobox', {}, patience);
    await user.type(field, '#/nowhere');
    expect(screen.queryByRole('option')).toBeNull();
    await user.clear(field);
    await user.click(field);
    await user.paste('beads://app/#/settings/appearance');
    expect(screen.getAllByRole('option')).toHaveLength(1);
    await user.keyboard('{Enter}');
    expect(window.location.hash).toBe('#/settings/appearance');
  });

  it('says that the connection is lost, and that it is back', async () => {
    const server = createAppServer();
    renderApp(server, frame);
    await screen.findByText('Open a project…', {}, patience);
    server.become('lost');
    expect(await screen.findByText(/Connection lost/, {}, patience)).toBeDefined();
    server.become('open');
    expect(await screen.findByText('Reconnected', {}, patience)).toBeDefined();
    expect(screen.queryByText(/Connection lost/)).toBeNull();
  });

  it('opens no other project when the program comes back with one', async () => {
    const server = createAppServer();
    server.on('projects.open', () => ({ ok: true, value: tidewater }));
    renderApp(server, frame);
    await screen.findByText('Open a project…', {}, patience);
    server.become('lost');
    await screen.findByText(/Connection lost/, {}, patience);
    const before = server.calls('app.info').length;
    server.on('app.info', () => ({ ok: true, value: { ...info, initial_project: tidewater.path } }));
    server.become('open');
    await waitFor(() => expect(server.calls('app.info').length).toBeGreaterThan(before), patience);
    await screen.findByText('Reconnected', {}, patience);
    expect(server.calls('projects.open')).toEqual([]);
    expect(screen.getByText('Open a project…')).toBeDefined();
  });

  it('keeps the rest of the window alive when one view breaks', async () => {
    const server = createAppServer({ initial_project: tidewater.path });
    server.on('projects.open', () => ({ ok: true, value: tidewater }));
    const broken = {
      id: 'broken',
      views: [
        {
          id: 'board',
          name: 'Board',
          icon: settings.views?.[0]?.icon as never,
          place: 'views' as const,
          order: 1,
          chord: 'g b',
          needsProject: true,
          Content: () => {
            throw new Error('a bug');
          },
        },
      ],
    };
    renderApp(server, [...frame, broken]);
    expect(await screen.findByText('Board stopped working.', {}, patience)).toBeDefined();
    expect(screen.getByLabelText('Project: tidewater')).toBeDefined();
  });
});
