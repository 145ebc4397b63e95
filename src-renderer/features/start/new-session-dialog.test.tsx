import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { AppInfoProvider } from '../../app/state/app-info';
import { useProjectState } from '../../app/state/project';
import { createClient } from '../../bridge/client';
import { BridgeProvider } from '../../bridge/react';
import { createFakeServer } from '../../testing/fake-server';
import { startPlan } from '../../testing/plans';
import { tidewater } from '../../testing/render-app';
import { TooltipProvider } from '../../ui/Tooltip';
import { NewSessionDialog } from './NewSessionDialog';

const patience = { timeout: 20_000 };

async function open(defaults: object = {}) {
  const server = createFakeServer();
  const plan = startPlan();
  const value = { ...plan, seat: 'pty', defaults: { ...plan.defaults, ...defaults } };
  server.on('starting.plan', () => ({ ok: true, value }) as never);
  server.snapshot('starting.underWay', { starts: [] });
  const refused = { code: 'claude-did-not-start', detail: '' };
  server.on('starting.start', () => ({ ok: false, error: refused }) as never);
  server.on('sessions.create', () => ({ ok: false, error: refused }) as never);
  useProjectState.setState({ project: tidewater, opening: null, failure: null });
  render(
    <AppInfoProvider info={{ home_folder: '/home/ada' } as never}>
      <BridgeProvider client={createClient(server.transport)}>
        <TooltipProvider>
          <NewSessionDialog argument="" close={() => {}} />
        </TooltipProvider>
      </BridgeProvider>
    </AppInfoProvider>,
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'New session' }, patience));
  const user = userEvent.setup();
  const seat = () => dialog.getByRole('combobox', { name: 'Seat' });
  return { server, dialog, user, seat };
}

describe('the seat of a new session', { timeout: 60_000 }, () => {
  it('is that of the settings, which stays a matter of the settings, unless another is chosen', async () => {
    const { server, dialog, user, seat } = await open();
    await vi.waitFor(() => expect(seat()).toHaveProperty('value', 'pty'), patience);
    await user.click(dialog.getByRole('button', { name: /^Start session/ }));
    await vi.waitFor(() => expect(server.calls('starting.start')).toMatchObject([{ seat: null }]), patience);
    await user.selectOptions(seat(), 'stream');
    await user.click(dialog.getByRole('button', { name: /^Start session/ }));
    await vi.waitFor(
      () => expect(server.calls('starting.start')).toMatchObject([{ seat: null }, { seat: 'stream' }]),
      patience,
    );
  });

  it('is kept with a draft when it was chosen', async () => {
    const { server, dialog, user, seat } = await open({ seat: 'stream' });
    await vi.waitFor(() => expect(seat()).toHaveProperty('value', 'stream'), patience);
    const keep = () => user.click(dialog.getByRole('button', { name: /^Keep as a draft/ }));
    await keep();
    await vi.waitFor(() => expect(server.calls('sessions.create')).toHaveLength(1), patience);
    await user.selectOptions(seat(), 'pty');
    await keep();
    await vi.waitFor(() => expect(server.calls('sessions.create')).toHaveLength(2), patience);
    const seats = server.calls('sessions.create').map((input) => (input as { seat?: string }).seat);
    expect(seats).toEqual([undefined, 'pty']);
  });
});
