import type { ArchiveStatus, IngestStatus } from '@domain/history/record';
import type { SessionId } from '@domain/ids';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { openOverlay } from '../../app/state/window';
import { createAppServer, renderApp, tidewater } from '../../testing/render-app';
import { history } from '.';

const patience = { timeout: 20_000 };
const reading: IngestStatus = {
  state: 'reading',
  sessions_total: 400,
  sessions_done: 100,
  bytes_total: 200_000_000,
  bytes_done: 50_000_000,
  failed: [{ path: '/home/ada/.claude/projects/x/y.jsonl', error: 'EACCES' }],
  rate_bytes_per_s: 25_000_000,
  left_ms: 6000,
  last: null,
  catalog: 'ready',
};
const last = {
  discovered: 400,
  ingested: 120,
  skipped: 0,
  failed: 1,
  lines_not_understood: 2,
  bytes: 1,
  duration_ms: 1,
  left: 0,
};

async function open(status: IngestStatus, unreadable: ArchiveStatus['unreadable'] = []) {
  const server = createAppServer({ initial_project: tidewater.path });
  server.on('projects.open', () => ({ ok: true, value: tidewater }));
  server.on('history.archive', () => ({
    ok: true,
    value: {
      mode: 'exact',
      keep_days: null,
      sessions: 90,
      bytes: 9e6,
      stored_bytes: 1e6,
      due: 3,
      failed: 2,
      unreadable,
      claude_keeps_days: 30,
    },
  }));
  server.snapshot('history.watch', status);
  renderApp(server, [history]);
  await vi.waitFor(() => expect(document.title).toContain('tidewater'), patience);
  act(() => openOverlay('history-reading'));
  await screen.findByRole('dialog', { name: 'Read the history' }, patience);
  return server;
}

it('tells how far the reading is, how fast, how long, and what could not be read; stopped, it can go on', async () => {
  const user = userEvent.setup();
  const server = await open(reading);
  await screen.findByText('100 of 400 sessions · 50 MB of 200 MB · 25 MB a second · 6s left', {}, patience);
  expect(screen.getByRole('progressbar', { name: 'Read so far' }).getAttribute('value')).toBe('25');
  expect(screen.getByText('/home/ada/.claude/projects/x/y.jsonl')).toBeDefined();
  await screen.findByText(
    /Copies of 90 sessions are kept \(1 MB for 9 MB\).*3 copies still to be made\. 2 of them could not be made; every ten minutes/,
    {},
    patience,
  );

  const idle: IngestStatus = { ...reading, state: 'idle', last: { ...last, skipped: 40, left: 240 } };
  server.on('history.abortBackfill', () => {
    server.publish('history.watch', idle);
    return { ok: true, value: idle };
  });
  await user.click(screen.getByText('Stop reading'));
  await screen.findByText('Stopped: 120 of 360 sessions read, 2 lines not understood.', {}, patience);
  expect(server.calls('history.abortBackfill')).toHaveLength(1);

  server.on('history.backfill', () => ({ ok: true, value: last }));
  await user.click(screen.getByText('Read what is new'));
  expect(server.calls('history.backfill')).toEqual([{ dry_run: false }]);
  server.publish('history.watch', { ...idle, last: { ...last, ingested: 240, skipped: 160 } });
  await screen.findByText('400 sessions found, 240 read last time, 2 lines not understood.', {}, patience);
});

it('a look only says what would be read; a refusal is said where it was asked for', async () => {
  const user = userEvent.setup();
  const server = await open({ ...reading, state: 'idle', failed: [] });
  server.on('history.backfill', () => ({ ok: true, value: { ...last, skipped: 350, bytes: 6_700_000 } }));
  await user.click(screen.getByText('Look only'));
  await screen.findByText('400 sessions found, 50 to read (6.7 MB), 350 known already.', {}, patience);
  server.on('history.backfill', () => ({ ok: false, error: { code: 'history-unavailable' } }));
  await user.click(screen.getByText('Read what is new'));
  await screen.findByText('The history cannot be opened.', {}, patience);
});

it('a copy that cannot be read is named with its place, the reason and the way out', async () => {
  const path = '/home/ada/.local/share/beads-console/archive/11/manifest.json';
  await open({ ...reading, failed: [] }, [
    { session_id: '11111111-1111-4111-8111-111111111111' as SessionId, path, why: 'newer-version' },
  ]);
  const told = await screen.findByRole('region', { name: 'Copies that cannot be read' }, patience);
  expect(told.textContent).toContain('1 copy cannot be read and is left as it is');
  expect(told.textContent).toContain(path);
  expect(told.textContent).toContain('Update this one, or move its folder away');
  expect(screen.queryByText(/Is there room on the disk/)).toBeNull();
});
