import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { TrackerChange } from '../../ports/bead-tracker';
import { callsOfFakeBd, FAKE_BD, orderFakeBd } from '../../testing/fake-bd';
import { createManualTimers } from '../../testing/manual-timers';
import { tempDir } from '../../testing/temp-dir';
import { createBdCliTracker } from './bd-cli-tracker';

const POLL_MS = 4_000;
const WAIT = { timeout: 20_000, interval: 10 };

function setUp(config: string) {
  const folder = tempDir('bd-watch');
  const beadsDir = join(folder, '.beads');
  mkdirSync(beadsDir);
  writeFileSync(join(beadsDir, 'config.yaml'), config);
  const timers = createManualTimers();
  const tracker = createBdCliTracker({
    program: { kind: 'bd', path: FAKE_BD, version: '1.3.0' },
    generation: 'dolt-1x',
    folder,
    beadsDir,
    env: process.env,
    timers,
  });
  const seen: TrackerChange[] = [];
  const stop = tracker.watch((change) => seen.push(change));
  return { folder, beadsDir, timers, tracker, seen, stop };
}

it('B8 asks the journal of a server for what is new, and reads all when it was cut', async () => {
  const { folder, timers, seen, stop } = setUp('events-journal: true\n');
  const turnUntil = async (count: number) => {
    timers.turn(POLL_MS);
    await vi.waitFor(() => expect(seen).toHaveLength(count), WAIT);
  };
  const record = (seq: number, id: string) => `{"seq":${seq},"op":"update","issue_id":"${id}"}\n`;
  orderFakeBd(folder, { journal: record(7, 'shop-1') });
  await turnUntil(1);
  orderFakeBd(folder, { journal: record(8, 'shop-2') + record(9, 'shop-2') + record(10, 'shop-3') });
  await turnUntil(2);
  orderFakeBd(folder, { mood: 'stdout-json' });
  await turnUntil(3);
  expect(seen).toEqual([
    { type: 'changed', ids: null },
    { type: 'changed', ids: ['shop-2', 'shop-3'] },
    { type: 'changed', ids: null },
  ]);
  expect(callsOfFakeBd(folder).map((call) => call.at(-1))).toEqual(['--since=0', '--since=7', '--since=10']);
  stop();
  expect(timers.waiting()).toBe(0);
});

it('B8 asks a server without a journal again and again, until it is stopped', async () => {
  const { timers, seen, stop } = setUp('');
  for (const count of [1, 2, 3]) {
    timers.turn(POLL_MS);
    await vi.waitFor(() => expect([seen.length, timers.waiting()]).toEqual([count, 1]), WAIT);
  }
  stop();
  timers.turn(10 * POLL_MS);
  expect(seen).toHaveLength(3);
});

it('B8 a store that was only read does not ring', async () => {
  const folder = tempDir('bd-watch');
  const store = join(folder, '.beads', 'embeddeddolt', 'shop', '.dolt', 'noms');
  mkdirSync(store, { recursive: true });
  const write = (file: string, text: string) => writeFileSync(join(store, file), text);
  write('manifest', 'root-1');
  const timers = createManualTimers();
  const tracker = createBdCliTracker({
    program: { kind: 'bd', path: FAKE_BD, version: '1.3.0' },
    generation: 'dolt-1x',
    folder,
    beadsDir: join(folder, '.beads'),
    env: process.env,
    timers,
  });
  const seen: TrackerChange[] = [];
  const stop = tracker.watch((change) => seen.push(change));
  // What a reading bd leaves behind: the same root, newer files.
  write('journal.idx', 'new');
  write('manifest', 'root-1');
  timers.turn(5_000);
  expect(seen).toEqual([]);
  write('manifest', 'root-2');
  timers.turn(1_000);
  expect(seen).toEqual([{ type: 'changed', ids: null }]);
  stop();
  expect(timers.waiting()).toBe(0);
});
