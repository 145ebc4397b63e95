import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { createAppServer, renderApp, tidewater } from '../../testing/render-app';

afterEach(() => vi.restoreAllMocks());

it.each([
  // shell, where the program runs, where the page is shown, the key that opens the palette
  ['serve', 'linux', 'MacIntel', 'metaKey'],
  ['serve', 'darwin', 'Win32', 'ctrlKey'],
  ['electron', 'darwin', 'MacIntel', 'metaKey'],
  ['electron', 'linux', 'Linux x86_64', 'ctrlKey'],
] as const)('in %s of %s shown on %s the palette has %s', async (shell, platform, shownOn, held) => {
  vi.spyOn(window.navigator, 'platform', 'get').mockReturnValue(shownOn);
  const server = createAppServer({ initial_project: tidewater.path, shell, platform });
  server.on('projects.open', () => ({ ok: true, value: tidewater }));
  renderApp(server, []);
  await screen.findByRole('main');
  fireEvent.keyDown(document.body, {
    key: 'k',
    code: 'KeyK',
    [held === 'metaKey' ? 'ctrlKey' : 'metaKey']: true,
  });
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.keyDown(document.body, { key: 'k', code: 'KeyK', [held]: true });
  expect(await screen.findByRole('dialog')).toBeDefined();
});
