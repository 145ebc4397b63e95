import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { useProjectState } from '../../app/state/project';
import { createClient } from '../../bridge/client';
import { BridgeProvider } from '../../bridge/react';
import { createFakeServer } from '../../testing/fake-server';
import { tidewater } from '../../testing/render-app';
import { TooltipProvider } from '../../ui/Tooltip';
import { NewBeadDialog } from './NewBeadDialog';

const patience = { timeout: 20_000 };

it('offers to trust the project where that is missing, keeps what was written, and creates it then', async () => {
  const server = createFakeServer();
  let isTrusted = false;
  server.on('beads.create', () =>
    isTrusted
      ? { ok: true, value: { id: 't-1' } }
      : { ok: false, error: { code: 'tracker-untrusted' } as never },
  );
  server.on('projects.trust', () => {
    isTrusted = true;
    return { ok: true, value: { ...tidewater, is_trusted: true } };
  });
  useProjectState.setState({ project: tidewater, opening: null, failure: null });
  const close = vi.fn();
  render(
    <BridgeProvider client={createClient(server.transport)}>
      <TooltipProvider>
        <NewBeadDialog argument="" close={close} />
      </TooltipProvider>
    </BridgeProvider>,
  );
  const user = userEvent.setup();
  const dialog = within(await screen.findByRole('dialog', { name: 'New bead' }, patience));

  await user.click(dialog.getByRole('button', { name: /^Create bead/ }));
  await vi.waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText('Title')), patience);

  await user.type(dialog.getByLabelText('Title'), 'Prune the roses{Enter}');
  await user.click(await dialog.findByRole('button', { name: 'Trust this project…' }, patience));
  await user.click(await screen.findByRole('button', { name: /^Trust project/ }, patience));
  await vi.waitFor(() => expect(dialog.queryByText(/not trusted yet/)).toBeNull(), patience);
  expect(server.calls('beads.create')).toHaveLength(1);
  expect(dialog.getByLabelText<HTMLInputElement>('Title').value).toBe('Prune the roses');

  await user.click(dialog.getByRole('button', { name: /^Create bead/ }));
  await vi.waitFor(() => expect(close).toHaveBeenCalled(), patience);
});
