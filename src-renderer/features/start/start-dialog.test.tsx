import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { AppInfoProvider } from '../../app/state/app-info';
import { useProjectState } from '../../app/state/project';
import { isFocusAwaited } from '../../app/state/window';
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
  // As the frame does it: what is closed is gone.
  const close = vi.fn(() => shown.unmount());
  const shown = render(
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

/** Git answers when it is told to. */
function openSlowly() {
  let answer = (_plan: { ok: true; value: unknown }) => {};
  const asked = new Promise<unknown>((resolve) => {
    answer = resolve;
  });
  return { ...open(() => asked), answer: (plan: unknown = startPlan()) => answer({ ok: true, value: plan }) };
}

describe('start work', { timeout: 60_000 }, () => {
  it('an Enter that comes before git has answered counts', async () => {
    const { server, close, user, answer } = openSlowly();
    server.on('starting.start', () => ({ ok: true, value: { session: { id: 's' }, is_waiting: false } }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Start work on p-1' }, patience));
    await user.click(dialog.getByRole('button', { name: /^Start work/ }));
    await vi.waitFor(() => expect(server.calls('starting.plan')).toHaveLength(1), patience);
    answer();
    await vi.waitFor(() => expect(close).toHaveBeenCalled(), patience);
    expect(server.calls('starting.start')).toMatchObject([
      { bead_id: 'p-1', claim: true, checkout: { type: 'branch', branch: 'bug/p-1' } },
    ]);
  });

  it('but not when it turns out that somebody has the bead: that is read first', async () => {
    const { server, user, answer } = openSlowly();
    const dialog = within(await screen.findByRole('dialog', { name: 'Start work on p-1' }, patience));
    await user.click(dialog.getByRole('button', { name: /^Start work/ }));
    const taken = { code: 'claim-lost', id: 'p-1', holder: 'ada', status: 'in_progress' } as const;
    answer({ ...startPlan(), claim_problem: taken });
    await dialog.findByText(/leaves the bead as it is/, {}, patience);
    await dialog.findByText('Free to use', {}, patience);
    expect(server.calls('starting.start')).toEqual([]);
  });

  it('leaves the focus to the session it began', async () => {
    const card = document.body.appendChild(document.createElement('button'));
    onTestFinished(() => card.remove());
    card.focus();
    const { server, close, user } = open();
    server.on('starting.start', () => ({ ok: true, value: { session: { id: 's' }, is_waiting: false } }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Start work on p-1' }, patience));
    await dialog.findByText('Free to use', {}, patience);
    await user.keyboard('{Control>}{Enter}{/Control}');
    await vi.waitFor(() => expect(close).toHaveBeenCalled(), patience);
    await act(async () => {});
    expect(document.activeElement).toBe(document.body);
    expect(isFocusAwaited('s')).toBe(true);
  });

  it('gives it back to the card when nothing was begun', async () => {
    const card = document.body.appendChild(document.createElement('button'));
    onTestFinished(() => card.remove());
    card.focus();
    const { close, user } = open();
    const dialog = within(await screen.findByRole('dialog', { name: 'Start work on p-1' }, patience));
    await dialog.findByText('Free to use', {}, patience);
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(close).toHaveBeenCalled();
    await vi.waitFor(() => expect(document.activeElement).toBe(card), patience);
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

/** What Chromium tells and jsdom does not: whoever has the focus loses it aloud when it is taken out of the page. */
function loseFocusAloud() {
  const own = Node.prototype.removeChild;
  vi.spyOn(Node.prototype, 'removeChild').mockImplementation(function <T extends Node>(this: Node, child: T) {
    const { activeElement } = document;
    const isLost = activeElement !== document.body && child.contains(activeElement);
    if (isLost && activeElement instanceof HTMLElement) activeElement.blur();
    return own.call(this, child) as T;
  });
}

const frames = () =>
  act(async () => {
    for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame);
  });

const branch = () => screen.findByRole('textbox', { name: 'Branch name' }, patience);

describe('the first focus of the claim dialog', { timeout: 60_000 }, () => {
  beforeEach(loseFocusAloud);
  afterEach(() => vi.restoreAllMocks());

  it('is the branch, which takes the place of what was waited with', async () => {
    const { answer } = openSlowly();
    await vi.waitFor(() => expect(document.activeElement).toHaveProperty('dataset.firstFocus'), patience);
    answer();
    const field = await branch();
    await frames();
    expect(document.activeElement).toBe(field);
  });

  it('is the branch, however soon git answers', async () => {
    const { answer } = openSlowly();
    answer();
    const field = await branch();
    await frames();
    expect(document.activeElement).toBe(field);
  });

  it('stays with who went elsewhere meanwhile', async () => {
    const { answer, user } = openSlowly();
    const cancel = await screen.findByRole('button', { name: 'Cancel' }, patience);
    await vi.waitFor(() => expect(document.activeElement).toHaveProperty('dataset.firstFocus'), patience);
    await user.tab();
    expect(document.activeElement).toBe(cancel);
    answer();
    await branch();
    await frames();
    expect(document.activeElement).toBe(cancel);
  });
});
