import type { Figures } from '@domain/history/figures';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { panelOf, useLayoutState } from '../../app/state/layout';
import { navigate, useRoute } from '../../app/state/route';
import { bead } from '../../testing/beads';
import { createAppServer, renderApp, tidewater } from '../../testing/render-app';
import { dashboard } from '.';

const patience = { timeout: 20_000 };
const row = {
  ...{ key: null, sessions: 1, messages: 2, tokens_in: 1000, tokens_out: 0, cache_read_tokens: 0 },
  ...{ cache_write_tokens: 0, cache_write_5m_tokens: 0, cache_write_1h_tokens: 0, total_tokens: 1000 },
  ...{ cost_micro_usd: 1_000_000, unpriced_tokens: 0 },
};
const worked: Figures = {
  ...{ today: '2026-11-16', first_day: null, total: row, day_models: [], models: [row] },
  // Long enough ago that no chart shows it.
  days: [{ ...row, key: '2025-11-16' }],
  beads: ['tide-1', 'reef-7'].map((key) => ({ ...row, key })),
  ...{ agents: [{ ...row, key: 'Executor' }], projects: [row], prices_as_of: '2026-11-01' },
  active: { sessions: 1, total_ms: 60_000, longest_ms: 60_000, longest_id: null },
  claude: { sessions: 0, claude_micro_usd: 0, ours_micro_usd: 0 },
};
const nothing: Figures = { ...worked, total: { ...row, sessions: 0 }, days: [], beads: [], agents: [] };

async function open(figures: (asked: { period?: string; project?: string }) => Figures) {
  const server = createAppServer({ initial_project: tidewater.path });
  server.on('projects.open', () => ({ ok: true, value: tidewater }));
  server.snapshot('beads.watch', { beads: [bead('tide-1')] });
  server.snapshot('history.watch', { state: 'idle', sessions_done: 0, bytes_done: 0, last: null });
  server.on('history.figures', (asked: { period?: string; project?: string }) => ({
    ok: true,
    value: figures(asked),
  }));
  renderApp(server, [dashboard]);
  await screen.findByRole('main', {}, patience);
  act(() => navigate('dashboard'));
  return server;
}
const tile = (name: string) => screen.findByRole('region', { name }, patience);

it.each(['Cost by day', 'Sessions per day'])(
  '“%s” keeps its sentence as a table, and says where it begins',
  async (name) => {
    await open(() => worked);
    const days = await tile(name);
    const said = within(days).getByText('Nothing on these days.');
    expect(within(days).getByText('the last 120 days')).toBeDefined();
    fireEvent.click(within(days).getByRole('button', { name: 'Table' }));
    expect(within(days).getByRole('region', { name: 'Days' })).toBeDefined();
    expect(within(days).getByText(said.textContent ?? '')).toBeDefined();
  },
);

it('the tables of beads and agents have a sentence too', async () => {
  await open(() => worked);
  expect(within(await tile('Cost by bead')).getByText(/^On 2 beads, most on tide-1/)).toBeDefined();
  expect(within(await tile('Agents')).getByText(/^By 1 agent, most by Executor/)).toBeDefined();
});

it('a bead of the open project is opened, of another one its sessions are', async () => {
  await open(() => worked);
  const beads = within(await tile('Cost by bead'));
  fireEvent.click(beads.getByRole('button', { name: 'tide-1' }));
  expect(panelOf(useLayoutState.getState().layout)).toEqual({ id: 'bead', argument: 'tide-1' });
  expect(useRoute.getState().view).toBe('dashboard');
  fireEvent.click(beads.getByRole('button', { name: 'reef-7' }));
  expect(useRoute.getState()).toEqual({ view: 'history', rest: encodeURIComponent('bead:reef-7') });
});

it('an empty one offers what would fill it', async () => {
  await open(({ period, project }) => (period === undefined && project === undefined ? worked : nothing));
  await screen.findByRole('heading', { name: 'No work in this time yet' }, patience);
  expect(screen.getByRole('button', { name: 'New session…' })).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Show all time' }));
  await screen.findByRole('heading', { name: 'No work in this project yet' }, patience);
  expect(screen.queryByRole('button', { name: 'Show all time' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Show all projects' }));
  await tile('Cost by bead');
});
