import { appendFileSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPriceFinder } from '@domain/history/report';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isDamage } from '../../adapters/catalog-sqlite/schema';
import { openSqliteCatalog } from '../../adapters/catalog-sqlite/sqlite-catalog';
import { createSystemClock } from '../../adapters/system/system-clock';
import { createClaudeProjects } from '../../adapters/transcripts/claude-projects';
import { createInlineScanner } from '../../adapters/transcripts/scan-run';
import { historyParts } from '../../testing/history-parts';
import { createHistoryEngine, type HistoryEngine } from './history-engine';

const DAY_MS = 24 * 60 * 60_000;
const silent = { debug() {}, info() {}, warn() {}, error() {} };
const id = (n: number) => `${String(n).padStart(8, '0')}-1111-4111-8111-111111111111`;
const line = (uuid: string, text = 'hello') =>
  `${JSON.stringify({
    type: 'user',
    uuid,
    timestamp: '2026-01-01T10:00:00.000Z',
    cwd: '/home/dev/project',
    message: { role: 'user', content: text },
  })}\n`;

let folder: string;
let engines: HistoryEngine[];
const unsummarised: string[] = [];
/** What Claude's list of living processes says. */
const open = new Set<string>();
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'captures-'));
  mkdirSync(join(folder, 'projects', '-home-dev-project'), { recursive: true });
  engines = [];
  open.clear();
  unsummarised.length = 0;
});
afterEach(async () => {
  for (const engine of engines) await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

const path = (n: number) => join(folder, 'projects', '-home-dev-project', `${id(n)}.jsonl`);
const catalogFile = () => join(folder, 'catalog', 'history.db');

async function start(scanner?: 'dies'): Promise<HistoryEngine> {
  const projects = join(folder, 'projects');
  const parts = historyParts(folder, projects);
  const reader = createInlineScanner(parts.archive.open);
  const engine = await createHistoryEngine({
    ...parts,
    openCatalog: () => openSqliteCatalog(catalogFile()),
    isDamage,
    discardCatalog: () => rmSync(catalogFile(), { force: true }),
    folder: createClaudeProjects(projects),
    // A process that is ended in the middle of reading: nothing of what it read is written, nothing of it fails.
    scanner: scanner === 'dies' ? { ...reader, open: () => neverEnding } : reader,
    claude: { ...parts.claude, openSessions: () => open },
    clock: createSystemClock(),
    timers: { after: () => () => {} },
    log: silent,
    price: createPriceFinder(),
    priceMark: 'test',
    onStatus: () => {},
    onUnsummarised: (each) => unsummarised.push(each),
  });
  if (scanner !== 'dies') engines.push(engine);
  return engine;
}
const neverEnding = { next: () => new Promise<never>(() => {}), close() {} };

const captureOf = async (engine: HistoryEngine, n: number) => (await engine.show(id(n)))?.capture;
const conflict = (state: string) => ({ ok: false, error: { code: 'capture-conflict', state } });

describe('the ingest moves the capture', () => {
  it('a session that is open is being captured until its process has ended', async () => {
    writeFileSync(path(1), line('a'));
    open.add(id(1));
    const engine = await start();
    await engine.backfill();
    expect(await captureOf(engine, 1)).toEqual({ state: 'capturing', parse_status: 'pending' });
    open.clear();
    await engine.look([]);
    expect(await captureOf(engine, 1)).toEqual({
      state: 'parsed',
      parse_status: 'completed',
      end_reason: 'no-process',
    });
  });

  it('new lines move any state back to capturing, also failed', async () => {
    writeFileSync(path(1), line('a'));
    const engine = await start();
    await engine.backfill();
    for (const [at, command] of [
      { type: 'summarize' as const },
      { type: 'archive' as const },
      { type: 'fail' as const, parse_error: 'x' },
    ].entries()) {
      expect((await engine.moveCapture(id(1), [command])).ok).toBe(true);
      open.add(id(1));
      appendFileSync(path(1), line(`more${at}`));
      await engine.backfill();
      expect(await captureOf(engine, 1)).toEqual({ state: 'capturing', parse_status: 'pending' });
      open.clear();
      await engine.backfill();
      expect(await captureOf(engine, 1)).toMatchObject({ state: 'parsed', parse_status: 'completed' });
    }
  });

  it('of two racers one wins, and the loser is told what it met', async () => {
    writeFileSync(path(1), line('a'));
    const [one, two] = [await start(), await start()];
    await one.backfill();
    const told = await Promise.all(
      [one, two].map((engine) => engine.moveCapture(id(1), [{ type: 'summarize' }], ['parsed'])),
    );
    expect(told.filter(({ ok }) => ok)).toHaveLength(1);
    expect(told.find(({ ok }) => !ok)).toMatchObject(conflict('summarized'));
    expect(await one.moveCapture(id(7), [{ type: 'summarize' }])).toMatchObject({
      error: { code: 'session-not-found' },
    });
    // All of several or none.
    expect(await one.moveCapture(id(1), [{ type: 'reparse' }, { type: 'summarize' }])).toMatchObject(
      conflict('ended'),
    );
    expect(await captureOf(two, 1)).toMatchObject({ state: 'summarized' });
  });

  it('failed is left by reparse', async () => {
    writeFileSync(path(1), line('a'));
    const engine = await start();
    await engine.backfill();
    await engine.moveCapture(id(1), [{ type: 'fail', parse_error: 'x' }]);
    await engine.backfill();
    expect(await captureOf(engine, 1)).toMatchObject({ state: 'failed', parse_error: 'x' });
    expect((await engine.moveCapture(id(1), [{ type: 'summarize' }])).ok).toBe(false);
    await engine.reparse(id(1));
    expect(await captureOf(engine, 1)).toMatchObject({ state: 'parsed' });
  });

  it('what only our copy holds is archived, and parsed again when it is put back', async () => {
    writeFileSync(path(1), line('a'));
    const engine = await start();
    await engine.obey({ mode: 'exact', keepDays: null, indexTools: false });
    await engine.backfill();
    await engine.copy();
    rmSync(path(1));
    await engine.backfill();
    expect(await captureOf(engine, 1)).toMatchObject({ state: 'archived', parse_status: 'completed' });
    expect((await engine.restore(id(1))).ok).toBe(true);
    expect(await captureOf(engine, 1)).toMatchObject({ state: 'parsed' });
  });

  it('what only our copy holds is archived again after it was read anew, or got its summary late', async () => {
    writeFileSync(path(1), line('a'));
    const engine = await start();
    const rules = { mode: 'exact', keepDays: null, indexTools: false } as const;
    await engine.obey(rules);
    await engine.backfill();
    await engine.copy();
    rmSync(path(1));
    await engine.backfill();
    await engine.reparse(id(1));
    expect(await captureOf(engine, 1)).toMatchObject({ state: 'parsed' });
    await engine.obey({ ...rules, summaries: true });
    await engine.backfill();
    expect(await captureOf(engine, 1)).toMatchObject({ state: 'parsed' });
    await engine.moveCapture(id(1), [{ type: 'summarize' }]);
    await engine.backfill();
    expect(await captureOf(engine, 1)).toMatchObject({ state: 'archived' });
    await engine.obey(rules);
    await engine.reparse(id(1));
    await engine.backfill();
    expect(await captureOf(engine, 1)).toMatchObject({ state: 'archived' });
  });

  it('with summaries on nothing is archived without one; one of long ago is not asked for', async () => {
    writeFileSync(path(1), line('a'));
    writeFileSync(path(2), line('b'));
    utimesSync(path(2), 1_700_000_000, 1_700_000_000);
    const engine = await start();
    await engine.obey({ mode: 'exact', keepDays: null, indexTools: false, summaries: true });
    await engine.backfill();
    await engine.copy();
    rmSync(path(1));
    await engine.backfill();
    expect(await captureOf(engine, 1)).toMatchObject({ state: 'parsed' });
    expect(await engine.recover(false)).toEqual({ read_anew: [], failed: [], summarised: [id(1)] });
    expect(unsummarised).toEqual([id(1)]);
  });
});

describe('what was cut short', () => {
  it('is found again after a crash and read anew, ten at a time', async () => {
    for (let n = 1; n <= 12; n += 1) writeFileSync(path(n), line(`a${n}`));
    const first = await start();
    await first.backfill();
    // Killed in the middle of reading each of them anew.
    for (let n = 1; n <= 12; n += 1) {
      const dying = await start('dies');
      void dying.reparse(id(n));
      await expect.poll(() => captureOf(first, n)).toEqual(expect.objectContaining({ state: 'ended' }));
    }
    const next = await start();
    expect(await captureOf(next, 1)).toMatchObject({ state: 'ended', parse_status: 'parsing' });
    const planned = await next.recover(true);
    expect(planned.read_anew).toHaveLength(10);
    expect(await captureOf(next, 1)).toMatchObject({ state: 'ended' });
    expect((await next.recover(false)).read_anew).toEqual(planned.read_anew);
    expect((await next.recover(false)).read_anew).toHaveLength(2);
    expect((await next.recover(false)).read_anew).toEqual([]);
    for (let n = 1; n <= 12; n += 1) expect(await captureOf(next, n)).toMatchObject({ state: 'parsed' });
  });

  it('one that nobody has any more fails instead of being tried for ever', async () => {
    writeFileSync(path(1), line('a'));
    const engine = await start();
    await engine.backfill();
    rmSync(path(1));
    await engine.moveCapture(id(1), [{ type: 'reparse' }]);
    expect((await engine.recover(false)).read_anew).toEqual([id(1)]);
    expect(await captureOf(engine, 1)).toMatchObject({
      state: 'failed',
      parse_error: 'nobody has its transcript',
    });
    expect(await engine.recover(false)).toEqual({ read_anew: [], failed: [], summarised: [] });
  });

  it('a session without a line fails after a day, unless it is open', async () => {
    for (const n of [1, 2, 3]) writeFileSync(path(n), '');
    const old = new Date(Date.now() - 2 * DAY_MS);
    for (const n of [1, 2]) utimesSync(path(n), old, old);
    open.add(id(2));
    const engine = await start();
    await engine.backfill();
    for (const n of [1, 2, 3]) expect(await captureOf(engine, n)).toMatchObject({ state: 'detected' });
    expect((await engine.recover(false)).failed).toEqual([id(1)]);
    expect(await captureOf(engine, 1)).toMatchObject({ state: 'failed', parse_error: 'no line in a day' });
    for (const n of [2, 3]) expect(await captureOf(engine, n)).toMatchObject({ state: 'detected' });
    writeFileSync(path(1), line('late'));
    await engine.backfill();
    expect(await captureOf(engine, 1)).toMatchObject({ state: 'parsed' });
  });
});
