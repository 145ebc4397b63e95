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
import { StartDialog } from './StartDialog';

const patience = { timeout: 20_000 };
const info = { home_folder: '/home/ada' } as never;
const stopped = {
  code: 'start-stopped',
  step: 'claude',
  cause: { code: 'claude-did-not-start', detail: 'exit 1' },
  undone: ['branch', 'claim', 'draft'],
  left: [],
};

function open(plan: () => unknown = () => ({ ok: true, value: startPlan() })) {
  const server = createFakeServer();
  server.on('starting.plan', plan as never);
  server.snapshot('starting.underWay', { starts: [] });
  useProjectState.setState({ project: tidewater, opening: null, failure: null });
  const close = vi.fn();
  render(
    <AppInfoProvider info={info}>
      <BridgeProvider client={createClient(server.transport)}>
        <TooltipProvider>
          <StartDialog argument="p-1" close={close} />
        </TooltipProvider>
      </BridgeProvider>
    </AppInfoProvider>,
  );
  return { server, close, user: userEvent.setup() };
}

describe('start work', { timeout: 60_000 }, () => {
  it('an Enter that comes before git has answered counts', async () => {
    let answer = (_plan: { ok: true; value: unknown }) => {};
    const asked = new Promise<unknown>((resolve) => {
      answer = resolve;
    });
    const { server, close, user } = open(() => asked);
    server.on('starting.start', () => ({ ok: true, value: { session: { id: 's' }, is_waiting: false } }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Start work on p-1' }, patience));
    await user.click(dialog.getByRole('button', { name: /^Start work/ }));
    await vi.waitFor(() => expect(server.calls('starting.plan')).toHaveLength(1), patience);
    answer({ ok: true, value: startPlan() });
    await vi.waitFor(() => expect(close).toHaveBeenCalled(), patience);
    expect(server.calls('starting.start')).toMatchObject([
      { bead_id: 'p-1', claim: true, checkout: { type: 'branch', branch: 'bug/p-1' } },
    ]);
  });

  it('but not when it turns out that somebody has the bead: that is read first', async () => {
    let answer = (_plan: { ok: true; value: unknown }) => {};
    const asked = new Promise<unknown>((resolve) => {
      answer = resolve;
    });
    const { server, user } = open(() => asked);
    const dialog = within(await screen.findByRole('dialog', { name: 'Start work on p-1' }, patience));
    await user.click(dialog.getByRole('button', { name: /^Start work/ }));
    const taken = { code: 'claim-lost', id: 'p-1', holder: 'ada', status: 'in_progress' } as const;
    answer({ ok: true, value: { ...startPlan(), claim_problem: taken } });
    await dialog.findByText(/leaves the bead as it is/, {}, patience);
    await dialog.findByText('Free to use', {}, patience);
    expect(server.calls('starting.start')).toEqual([]);
  });

  it('a start that failed says what was put back, and can be tried again', async () => {
    const { server, close, user } = open();
    server.on('starting.start', () => ({ ok: false, error: stopped as never }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Start work on p-1' }, patience));
    await dialog.findByText('Free to use', {}, patience);
    await user.keyboard('{Control>}{Enter}{/Control}');
    await dialog.findByText('Claude did not start.', {}, patience);
    expect(dialog.getByText(/Everything is as it was/)).toBeTruthy();
    expect(close).not.toHaveBeenCalled();
    await user.click(dialog.getByRole('button', { name: /^Start work/ }));
    await vi.waitFor(() => expect(server.calls('starting.start')).toHaveLength(2), patience);
  });

  it('does not start with a name that git would not take', async () => {
    const { server, user } = open();
    const dialog = within(await screen.findByRole('dialog', { name: 'Start work on p-1' }, patience));
    const branch = await dialog.findByRole('textbox', { name: 'Branch name' }, patience);
    await user.clear(branch);
    await user.type(branch, 'a..b{Enter}');
    expect(dialog.getByRole('alert').textContent).toContain('Git does not take this name');
    expect(server.calls('starting.start')).toEqual([]);
  });
});
