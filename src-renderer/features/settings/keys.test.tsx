import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { features } from '../../app/features';
import { navigate } from '../../app/state/route';
import { createAppServer, renderApp } from '../../testing/render-app';

const patience = { timeout: 20_000 };

it('keys of views that were never opened can be changed, and clash', { timeout: 60_000 }, async () => {
  const server = createAppServer();
  renderApp(server, features);
  await screen.findByRole('main', {}, patience);
  act(() => navigate('settings'));
  const row = async (name: string) => {
    const button = await screen.findByLabelText(`Change the keys of ${name}`, {}, patience);
    return within(button.closest('li') as HTMLElement);
  };
  for (const name of ['Move to…', 'Next hit in the transcript', 'Figures of all time', 'Pause this session'])
    await row(name);
  await row('Claim the bead in the panel');
  await row('What Claude may do without asking…');
  expect(screen.getAllByLabelText(/^Change the keys of/).length).toBeGreaterThan(120);
  // P pauses a session; nobody has opened one.
  const pause = await row('Show the keys');
  const change = pause.getByLabelText('Change the keys of Show the keys');
  fireEvent.click(change);
  fireEvent.keyDown(change, { key: 'p', code: 'KeyP' });
  await pause.findByText(/^also: Pause this session/, {}, patience);
});
