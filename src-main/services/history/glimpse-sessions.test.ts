import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPriceFinder } from '@domain/history/report';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isDamage } from '../../adapters/catalog-sqlite/schema';
import { openSqliteCatalog } from '../../adapters/catalog-sqlite/sqlite-catalog';
import { createSystemClock } from '../../adapters/system/system-clock';
import { createClaudeProjects } from '../../adapters/transcripts/claude-projects';
import { createInlineScanner } from '../../adapters/transcripts/scan-run';
import type { TranscriptScanner } from '../../ports/transcripts';
import { historyParts } from '../../testing/history-parts';
import { createHistoryEngine } from './history-engine';

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const everything = { limit: 1000, offset: 0 };
const SESSIONS = 70;
const SECRET = `ghp_${'a1B2c3D4e5'.repeat(4)}`.slice(0, 40);

let folder: string;
let projects: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'glimpse-'));
  projects = join(folder, 'projects');
  mkdirSync(join(projects, '-work'), { recursive: true });
  for (let at = 0; at < SESSIONS; at += 1) {
    const sessionId = `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
    const line = (minute: number, rest: object) =>
      JSON.stringify({
        uuid: `${sessionId.slice(0, -4)}${String(minute).padStart(2, '0')}${String(at).padStart(2, '0')}`,
        timestamp: `2026-11-0${(at % 9) + 1}T10:0${minute}:00.000Z`,
        sessionId,
        cwd: '/work',
        ...rest,
      });
    // Longer than what is looked at: what stands behind it is only read later.
    const long = { type: 'user', message: { role: 'user', content: 'x'.repeat(100_000) } };
    const prompt = {
      type: 'user',
      message: { role: 'user', content: `Prompt ${at} with ${SECRET} in it` },
    };
    const lines = at === 3 ? ['{"type":"user', ''] : [line(1, prompt), line(2, long), ''];
    writeFileSync(join(projects, '-work', `${sessionId}.jsonl`), lines.join('\n'));
  }
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('a list is there before anything was counted, says what is so and nothing of a secret', async () => {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  let begun = () => {};
  const reading = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const inline = createInlineScanner();
  const scanner: TranscriptScanner = {
    ...inline,
    open(job) {
      const run = inline.open(job);
      const next = async () => {
        begun();
        await gate;
        return run.next();
      };
      return { ...run, next };
    },
  };
  const path = join(folder, 'catalog', 'history.db');
  const engine = await createHistoryEngine({
    openCatalog: () => openSqliteCatalog(path),
    isDamage,
    discardCatalog: () => {},
    folder: createClaudeProjects(projects),
    scanner,
    ...historyParts(join(folder, 'catalog'), projects),
    clock: createSystemClock(),
    timers: { after: () => () => {} },
    log: silent,
    price: createPriceFinder(),
    priceMark: 'test',
    onStatus: () => {},
  });
  const done = engine.backfill();
  await reading;
  const early = await engine.list({}, everything);
  expect(early.total).toBe(50);
  expect(early.sessions.every(({ capture }) => capture.state === 'detected')).toBe(true);
  expect(JSON.stringify(early)).not.toContain(SECRET);
  release();
  await done;

  const late = await engine.list({}, everything);
  expect(late.total).toBe(SESSIONS);
  const final = new Map(late.sessions.map((session) => [session.id, session]));
  for (const { id, cwd, initial_prompt, started_at, stats } of early.sessions) {
    expect(final.get(id)).toMatchObject({ cwd, initial_prompt, started_at });
    expect(stats.total_messages).toBe(0);
  }
  const counted = late.sessions.filter(({ stats }) => stats.total_messages === 2);
  expect(counted).toHaveLength(SESSIONS - 1);
  await engine.close();
});
