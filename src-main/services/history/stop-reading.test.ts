import { appendFileSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  createTestHistory,
  everythingOf,
  type TestHistory,
  type WrapScanner,
} from '../../testing/test-history';
import type { HistoryEngine } from './history-engine';

let history: TestHistory;
beforeEach(() => {
  history = createTestHistory();
});
afterEach(() => history.remove());

const SESSIONS = 120;
/** The first screen is written by itself: see `FIRST_BATCH_SESSIONS`. */
const WRITTEN = 50;
const READ_AHEAD = 20;
const patience = { timeout: 25_000, interval: 5 };

const projects = () => join(history.folder, 'projects');
const idOf = (n: number) => `11111111-1111-4111-8111-${String(n).padStart(12, '0')}`;
const pathOf = (n: number) => join(projects(), '-home-dev-project', `${idOf(n)}.jsonl`);
/** The lower the number the newer it is, and so the sooner it is read. */
function write(n: number, text: string) {
  const path = pathOf(n);
  mkdirSync(dirname(path), { recursive: true });
  const line = {
    type: 'user',
    uuid: `u-${n}`,
    timestamp: '2026-01-01T10:00:00.000Z',
    cwd: '/home/dev/project',
    sessionId: idOf(n),
    message: { role: 'user', content: text },
  };
  writeFileSync(path, `${JSON.stringify(line)}\n`);
  utimesSync(path, 1_700_000_000 - n, 1_700_000_000 - n);
}

/** Answers for so many sessions; whoever asks after them waits until `release`. All are asked for at once. */
function holdAfter(answered: number) {
  let left = answered;
  let waiting: (() => void)[] = [];
  const opened: string[] = [];
  const wrap: WrapScanner = (scanner) => ({
    ...scanner,
    width: SESSIONS,
    open(job) {
      opened.push(job.sessionId);
      const run = scanner.open(job);
      left -= 1;
      if (left >= 0) return run;
      return {
        next: async () => {
          await new Promise<void>((go) => waiting.push(go));
          return run.next();
        },
        close: () => run.close(),
      };
    },
  });
  return {
    wrap,
    opened,
    held: () => waiting.length,
    /** Nobody is held any more, and those that are get their answer after all. */
    release() {
      left = Number.POSITIVE_INFINITY;
      const all = waiting;
      waiting = [];
      for (const go of all) go();
    },
  };
}

const words = async (engine: HistoryEngine, word: string) => (await engine.search(word, {}, 1000)).length;

it('stopped, it ends at once with what is written; what was read ahead is dropped, and the next reading goes on', async () => {
  for (let n = 0; n < SESSIONS; n += 1) write(n, `alpha ${n}`);
  const gate = holdAfter(WRITTEN + READ_AHEAD);
  const engine = await history.engineFor(projects(), 'stopped', gate.wrap);
  const reading = engine.backfill();
  const behind = engine.backfill();
  await vi.waitFor(async () => {
    expect(gate.held()).toBe(SESSIONS - WRITTEN - READ_AHEAD);
    expect(await engine.status()).toMatchObject({ state: 'reading', sessions_done: WRITTEN });
  }, patience);

  await engine.abort();
  const stopped = { discovered: SESSIONS, ingested: WRITTEN, skipped: 0, failed: 0 };
  expect(await engine.status()).toMatchObject({ state: 'idle', sessions_done: WRITTEN, last: stopped });
  expect(await reading).toMatchObject(stopped);
  // The one that waited for it is stopped too, and nobody was opened for it.
  expect(await behind).toMatchObject(stopped);
  expect(gate.opened).toHaveLength(SESSIONS);
  expect(await words(engine, 'alpha')).toBe(WRITTEN);

  gate.release();
  expect(await engine.backfill()).toMatchObject({
    discovered: SESSIONS,
    ingested: SESSIONS - WRITTEN,
    skipped: WRITTEN,
    failed: 0,
  });
  // What was written is not read again, and nothing is there twice.
  expect(gate.opened.slice(SESSIONS).sort()).toEqual(
    Array.from({ length: SESSIONS - WRITTEN }, (_, n) => idOf(WRITTEN + n)),
  );
  const alone = await history.engineFor(projects(), 'alone');
  await alone.backfill();
  expect(await everythingOf(engine)).toEqual(await everythingOf(alone));
  expect(await words(engine, 'alpha')).toBe(SESSIONS);
});

it('stopped, no message of what is written counts twice', async () => {
  for (let n = 0; n < SESSIONS; n += 1) write(n, `alpha ${n}`);
  // A fork and its parent, both among the first.
  for (const n of [0, 1]) {
    const message = { id: 'm', role: 'assistant', model: 'claude-sonnet-4-5', content: [] };
    const usage = { input_tokens: 0, output_tokens: 10 };
    const told = { uuid: 'shared', timestamp: '2026-01-01T10:01:00.000Z', requestId: 'r' };
    const line = { ...told, type: 'assistant', message: { ...message, usage } };
    appendFileSync(pathOf(n), `${JSON.stringify(line)}\n`);
    utimesSync(pathOf(n), 1_700_000_000 - n, 1_700_000_000 - n);
  }
  const gate = holdAfter(WRITTEN);
  const engine = await history.engineFor(projects(), 'stopped', gate.wrap);
  const reading = engine.backfill();
  await vi.waitFor(async () => {
    expect(await engine.status()).toMatchObject({ state: 'reading', sessions_done: WRITTEN });
  }, patience);
  await engine.abort();
  await reading;
  const { total } = await engine.report({ by: 'day', filter: {}, links: [] });
  const billed = (await everythingOf(engine)).map(({ stats }) => stats.tokens_out);
  expect([total.tokens_out, billed.reduce((sum, tokens) => sum + tokens, 0)]).toEqual([10, 10]);
  gate.release();
});

it('stopped while a session is read anew, its old texts stay until it is', async () => {
  write(0, 'alpha');
  const gate = holdAfter(1);
  const engine = await history.engineFor(projects(), 'anew', gate.wrap);
  await engine.backfill();
  write(0, 'omega and more');
  const reading = engine.backfill();
  await vi.waitFor(() => expect(gate.held()).toBe(1), patience);
  await engine.abort();
  expect(await reading).toMatchObject({ discovered: 1, ingested: 0, failed: 0 });
  expect([await words(engine, 'alpha'), await words(engine, 'omega')]).toEqual([1, 0]);
  gate.release();
  expect(await engine.backfill()).toMatchObject({ ingested: 1 });
  expect([await words(engine, 'alpha'), await words(engine, 'omega')]).toEqual([0, 1]);
});
