import type { IngestStatus } from '@domain/history/record';
import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { navigate } from '../../app/state/route';
import { historySession, serveHistory, serveTranscript } from '../../testing/histories';
import { createAppServer, renderApp, tidewater } from '../../testing/render-app';
import { history } from '.';

const ID = '11111111-aaaa-4aaa-8aaa-000000000001';
const patience = { timeout: 20_000 };
const idle: IngestStatus = {
  state: 'idle',
  sessions_total: 1,
  sessions_done: 1,
  bytes_total: 10,
  bytes_done: 10,
  failed: [],
  rate_bytes_per_s: 0,
  left_ms: null,
  last: null,
  catalog: 'ready',
};

afterEach(() => vi.useRealTimers());

it('what is told of a running session follows what it writes, also while more and more is read', async () => {
  let cost = 1_000_000;
  const server = createAppServer({ initial_project: tidewater.path });
  server.on('projects.open', () => ({ ok: true, value: tidewater }));
  serveHistory(server, () => {
    const session = historySession(ID, { status: 'active' });
    return [{ ...session, stats: { ...session.stats, cost_micro_usd: cost } }];
  });
  serveTranscript(server, ID, ['Look at the island']);
  server.snapshot('history.watch', idle);
  renderApp(server, [history]);
  await vi.waitFor(() => expect(document.title).toContain('tidewater'), patience);
  act(() => navigate('history', `/${ID}`));
  const transcript = await screen.findByRole('region', { name: 'Transcript' }, patience);
  await vi.waitFor(() => expect(transcript.textContent).toContain('$1.00'), patience);

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  cost = 2_340_000;
  // Never quiet for as long as the rest: it is asked for all the same.
  for (let turn = 1; turn <= 6; turn += 1) {
    act(() => server.publish('history.watch', { ...idle, state: 'reading', bytes_done: 10 + turn }));
    await act(() => vi.advanceTimersByTimeAsync(400));
  }
  vi.useRealTimers();
  await vi.waitFor(() => expect(transcript.textContent).toContain('$2.34'), patience);
  // And no more often than that: one look for more than two seconds of news, or two.
  expect(server.calls('history.show').length).toBeLessThanOrEqual(5);
});
