import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSqliteCatalog } from '../adapters/catalog-sqlite/sqlite-catalog';
import { openDatabase } from '../adapters/catalog-sqlite/sqlite-driver';
import { type BuiltCli, buildCli } from '../testing/built-cli';
import { type Corpus, makeCorpus } from '../testing/transcript-corpus';

const ROUNDS = Number(process.env['HISTORY_KILL_ROUNDS'] ?? 4);

let cli: BuiltCli;
let corpus: Corpus;
let base: string;
beforeAll(async () => {
  cli = await buildCli();
  corpus = makeCorpus({ sessions: 80, messages: 24, seed: 5 });
  base = mkdtempSync(join(tmpdir(), 'history-killed-'));
});
afterAll(() => {
  cli?.remove();
  corpus?.remove();
  rmSync(base, { recursive: true, force: true });
});

const catalogOf = (home: string) => join(home, 'catalog', 'history.db');

function start(home: string, ...args: string[]): ChildProcess {
  mkdirSync(home, { recursive: true });
  return spawn(process.execPath, [cli.file, ...args], {
    cwd: base,
    env: {
      PATH: process.env['PATH'],
      HOME: base,
      BEADS_CONSOLE_HOME: home,
      CLAUDE_CONFIG_DIR: corpus.claudeFolder,
      TZ: 'UTC',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function run(home: string, ...args: string[]): Promise<unknown> {
  const child = start(home, ...args);
  let out = '';
  let err = '';
  child.stdout?.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    err += chunk;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect([code, err.replace(/^.*ExperimentalWarning.*\n.*\n/, '')]).toEqual([0, '']);
  return JSON.parse(out);
}

/** Kills it once so many bytes were written, or lets it end when there is less to write. */
async function killAfter(home: string, bytes: number, ...command: string[]): Promise<'killed' | 'ended'> {
  const child = start(home, ...command, '--json');
  const ended = new Promise<'killed' | 'ended'>((resolve) =>
    child.once('close', (_code, signal) => resolve(signal === 'SIGKILL' ? 'killed' : 'ended')),
  );
  const look = setInterval(() => {
    const written = ['', '-wal'].reduce((sum, suffix) => sum + sizeOf(`${catalogOf(home)}${suffix}`), 0);
    if (written >= bytes) child.kill('SIGKILL');
  }, 2);
  return ended.finally(() => clearInterval(look));
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Everything the catalog says, and that its index is sound. */
async function contentOf(home: string) {
  const catalog = openSqliteCatalog(catalogOf(home));
  expect(catalog.isNew).toBe(false);
  const sessions = await catalog.list({}, { limit: 10_000, offset: 0 });
  await catalog.close();
  const db = openDatabase(catalogOf(home));
  db.exec("INSERT INTO texts (texts) VALUES ('integrity-check')");
  const texts = db
    .prepare(`SELECT sessions.id AS id, uuid, role, text FROM texts JOIN parts ON parts.part = texts.part AND parts.is_live = 1
      JOIN sessions ON sessions.n = parts.session
      ORDER BY id, uuid, role, text`)
    .all();
  const [rows] = db.prepare('SELECT COUNT(*) AS n FROM texts').all();
  db.close();
  // Nothing of a half-read session is left behind either.
  expect(rows?.['n']).toBe(texts.length);
  return { sessions, texts };
}

describe('the command line and the history', () => {
  it('reads, reports and finds, and the sums are those of the oracle', async () => {
    const home = join(base, 'cli');
    expect(await run(home, 'backfill', '--dry-run', '--json')).toMatchObject({ discovered: 80, ingested: 0 });
    expect(await run(home, 'backfill', '--json')).toMatchObject({ discovered: 80, ingested: 80, failed: 0 });
    const { unique } = corpus.expected.totals;
    for (const by of ['session', 'day', 'bead', 'model', 'project', 'agent']) {
      const report = (await run(home, 'report', '--by', by, '--json')) as {
        total: object;
        rows: { total_tokens: number }[];
      };
      expect(report.total).toMatchObject({ tokens_in: unique.input, tokens_out: unique.output });
      const sum = report.rows.reduce((all, { total_tokens }) => all + total_tokens, 0);
      expect(sum).toBe(unique.input + unique.output + unique.cacheRead + unique.cacheWrite);
    }
    const found = (await run(home, 'sessions', 'search', 'zephyrinequartz', '--json')) as { hits: unknown[] };
    expect(found.hits).toHaveLength(corpus.expected.search['zephyrinequartz']?.uuids ?? 0);
  });
});

describe('a history whose reader was killed', () => {
  it(`equals one that was read in peace, ${ROUNDS} times`, async () => {
    const calm = join(base, 'calm');
    await run(calm, 'backfill', '--json');
    const whole = sizeOf(catalogOf(calm));
    const killed = join(base, 'killed');
    let kills = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      // First while it is built, then while everything is read anew because every file looks replaced.
      if ((await killAfter(killed, (whole * (round % 5) + whole) / 6, 'backfill')) === 'killed') kills += 1;
      if (round % 2 === 1) {
        const moment = new Date(Date.UTC(2026, 0, 1) + round * 1000);
        for (const { path } of corpus.files()) utimesSync(path, moment, moment);
      }
    }
    expect(kills).toBeGreaterThan(0);
    await run(killed, 'backfill', '--json');
    await run(calm, 'backfill', '--json');
    expect(await contentOf(killed)).toEqual(await contentOf(calm));
    // And while one of them is read anew: what was there counts until the new is complete.
    const [longest = ''] = Object.keys(corpus.expected.sessions);
    for (let round = 0; round < ROUNDS; round += 1) {
      const log = whole + (round % 4) * 100_000;
      await killAfter(killed, log, 'sessions', 'reparse', longest);
    }
    await run(killed, 'backfill', '--json');
    expect(await contentOf(killed)).toEqual(await contentOf(calm));
  });
});
