import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { createSmallFile } from '../adapters/fs/small-file';
import { createSettingsService } from '../services/settings/settings-service';
import { createManualTimers } from '../testing/manual-timers';
import { tempDir } from '../testing/temp-dir';
import { keepHistory, mayRead, type Reading } from './keep-history';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A machine with so many sessions that are not read, and what became of them. */
async function machine(sessions: number, folder = tempDir()) {
  const timers = createManualTimers();
  const file = createSmallFile(join(folder, 'settings.json'));
  const settings = await createSettingsService({ file, epoch: 'e' });
  const preview = async () => ({ discovered: sessions + 50, skipped: 50, bytes: 1 });
  const done: string[] = [];
  const composed = {
    async keepUp(wanted: Reading) {
      const isRead = wanted !== 'off' && (await mayRead(wanted, preview));
      done.push(`${wanted}: ${isRead ? 'read' : 'left'}`);
    },
    obeyRules: async () => {},
  };
  const history = { get: async () => composed, peek: () => null };
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  ends.push(keepHistory({ settings, history, timers, log }));
  const said = async (patch: { ingest: boolean; is_asked: boolean }) => settings.update({ history: patch });
  return { timers, done, said, folder };
}

it('a small history is read by itself, once the start is over', async () => {
  const { timers, done } = await machine(200);
  expect(done).toEqual([]);
  timers.turn(5_000);
  await vi.waitFor(() => expect(done).toEqual(['unasked: read']), 20_000);
});

it('a large one waits for the word', async () => {
  const { timers, done, said } = await machine(201);
  timers.turn(5_000);
  await vi.waitFor(() => expect(done).toEqual(['unasked: left']), 20_000);
  await said({ ingest: true, is_asked: true });
  await vi.waitFor(() => expect(done.at(-1)).toBe('asked: read'), 20_000);
});

it('“Not now” holds, also from the next start on', async () => {
  const { timers, done, said, folder } = await machine(201);
  timers.turn(5_000);
  await said({ ingest: false, is_asked: true });
  await vi.waitFor(() => expect(done.at(-1)).toBe('off: left'), 20_000);
  const next = await machine(201, folder);
  next.timers.turn(5_000);
  await next.said({ ingest: true, is_asked: true });
  // Nothing was wanted of the history before that word.
  await vi.waitFor(() => expect(next.done).toEqual(['asked: read']), 20_000);
});

it.each([
  [{ discovered: 250, skipped: 50, bytes: 100_000_000 }, true],
  [{ discovered: 251, skipped: 50, bytes: 1 }, false],
  [{ discovered: 1, skipped: 0, bytes: 100_000_001 }, false],
])('what is small: %j', async (found, isSmall) => {
  expect(await mayRead('unasked', async () => found)).toBe(isSmall);
  expect(await mayRead('asked', () => Promise.reject(new Error('not looked at')))).toBe(true);
});
