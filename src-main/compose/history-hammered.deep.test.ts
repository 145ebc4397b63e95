import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { HistoryEngine } from '../services/history/history-engine';
import { type BuiltCli, buildCli } from '../testing/built-cli';
import { everythingOf } from '../testing/test-history';
import { startEngineThread } from './history-thread';

/** 10,240 of them: `BEADS_CONSOLE_TORTURE_MB=1024 npm run deep -- history-hammered`. */
const AT_ONCE = Number(process.env['BEADS_CONSOLE_TORTURE_MB'] ?? 150) * 10;
const HAMMERED = 12;
const BLOWS = 1_500;
const silent = { debug() {}, info() {}, warn() {}, error() {} };
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

let cli: BuiltCli;
let base: string;
let engines: HistoryEngine[];
beforeAll(async () => {
  cli = await buildCli();
});
afterAll(() => cli?.remove());
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'history-hammered-'));
  mkdirSync(dirname(path(0)), { recursive: true });
  engines = [];
});
afterEach(async () => {
  for (const engine of engines) await engine.close();
  rmSync(base, { recursive: true, force: true });
});

const path = (n: number) => join(base, 'claude', 'projects', '-home-dev-project', `${id(n)}.jsonl`);
let serial = 0;
const lines = (count: number, length = 40) =>
  Array.from({ length: count }, () => {
    serial += 1;
    const message = { role: 'user', content: `aword ${'x'.repeat(length)} number${serial}` };
    return `${JSON.stringify({ type: 'user', uuid: `u${serial}`, timestamp: '2026-01-01T10:00:00.000Z', cwd: '/home/dev/project', message })}\n`;
  }).join('');

/** The engine as the app has it: in a thread of its own, with threads that read for it. */
function engineIn(name: string): HistoryEngine {
  const data = join(base, name);
  const { engine } = startEngineThread(
    join(dirname(cli.file), 'history-worker.cjs'),
    {
      catalog: join(data, 'catalog', 'history.db'),
      claude: join(base, 'claude'),
      uploads: join(data, 'uploads'),
      summaries: join(data, 'summaries'),
      archive: join(data, 'archive'),
      forgotten: join(data, 'forgotten.txt'),
    },
    silent,
  );
  engines.push(engine);
  return engine;
}

async function saidOf(engine: HistoryEngine) {
  const sessions = (await everythingOf(engine)).map(({ keeping: _keeping, ...session }) => session);
  const hits = await engine.search('aword', {}, 100_000);
  return { sessions, hits: hits.map(({ uuid, session_id }) => `${session_id} ${uuid}`).sort() };
}

describe('transcripts that change while they are read', () => {
  it(`${BLOWS} times in every way end as a fresh reading of them`, async () => {
    for (let n = 0; n < HAMMERED; n += 1) writeFileSync(path(n), lines(300, 4000));
    const engine = engineIn('app');
    await engine.keepUp();
    // The same sequence every time; what it meets is up to the threads.
    let dice = 7;
    const next = (most: number) => {
      dice = (dice * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((dice / 2_147_483_648) * most);
    };
    for (let blow = 0; blow < BLOWS; blow += 1) {
      const at = path(next(HAMMERED));
      const kind = next(12);
      if (kind < 5) appendFileSync(at, lines(1 + next(20)));
      else if (kind < 6) appendFileSync(at, lines(2).slice(0, -30));
      else if (kind < 7) appendFileSync(at, `\n${'\0'.repeat(100)}\n`);
      else if (kind < 8) {
        writeFileSync(`${at}.tmp`, lines(50 + next(400), 4000));
        renameSync(`${at}.tmp`, at);
      } else if (kind < 9) writeFileSync(at, lines(100 + next(300), 4000));
      else if (kind < 10) truncateOf(at, next(1_000_000));
      else rmSync(at, { force: true });
      if (blow % 10 === 0) await engine.status();
      if (blow % 300 === 0) void engine.backfill();
    }
    for (let n = 0; n < HAMMERED; n += 1) appendFileSync(path(n), `\n${lines(3)}`);
    await engine.backfill();
    const fresh = engineIn('fresh');
    await fresh.backfill();
    const [ours, theirs] = [await saidOf(engine), await saidOf(fresh)];
    expect(ours.sessions).toHaveLength(HAMMERED);
    expect(ours).toEqual(theirs);
    expect(await engine.backfill()).toMatchObject({ ingested: 0, failed: 0, bytes: 0 });
  }, 300_000);

  it(`${AT_ONCE} that appear while it keeps up are all there, and it answers meanwhile`, async () => {
    writeFileSync(path(0), lines(1));
    const engine = engineIn('app');
    await engine.keepUp();
    await vi.waitFor(async () => expect((await engine.list({}, { limit: 1, offset: 0 })).total).toBe(1), {
      timeout: 60_000,
      interval: 20,
    });
    for (let n = 1; n < AT_ONCE; n += 1) writeFileSync(path(n), lines(1));
    await vi.waitFor(
      async () => {
        const { total } = await engine.list({}, { limit: 1, offset: 0 });
        const { state } = await engine.status();
        expect([total, state]).toEqual([AT_ONCE, 'idle']);
      },
      { timeout: 240_000, interval: 50 },
    );
    expect((await saidOf(engine)).hits).toHaveLength(AT_ONCE);
    expect(await engine.backfill()).toMatchObject({ discovered: AT_ONCE, ingested: 0, failed: 0, bytes: 0 });
  }, 300_000);
});

function truncateOf(at: string, size: number): void {
  try {
    truncateSync(at, size);
  } catch {
    // It was deleted one blow ago.
  }
}
