import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSqliteCatalog } from '../adapters/catalog-sqlite/sqlite-catalog';
import { openDatabase } from '../adapters/catalog-sqlite/sqlite-driver';
import { type BuiltCli, buildCli } from '../testing/built-cli';
import { type Corpus, makeCorpus } from '../testing/transcript-corpus';

/** Each of the two: `BEADS_CONSOLE_KILL_ROUNDS=50 npm run deep -- history-killed`. */
const ROUNDS = Number(process.env['BEADS_CONSOLE_KILL_ROUNDS'] ?? 4);
const SESSIONS = 40;
const LONG = '99999999-9999-4999-8999-999999999999';
/** They share answers with it: of the one it inherits, the other inherits of it. */
const ELDER = '99999999-9999-4999-8999-999999999998';
const YOUNGER = '99999999-9999-4999-8999-999999999997';
const SHARED = 5;

let cli: BuiltCli;
let corpus: Corpus;
let base: string;
beforeAll(async () => {
  cli = await buildCli();
  corpus = makeCorpus({ sessions: SESSIONS, messages: 16, seed: 5 });
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

const written = (home: string) => sizeOf(catalogOf(home)) + sizeOf(`${catalogOf(home)}-wal`);

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Kills it once so much was written, or lets it end when there is less to write. Answers how much was. */
async function killAt(home: string, bytes: number, ...command: string[]) {
  const child = start(home, ...command, '--json');
  let most = 0;
  const look = setInterval(() => {
    most = Math.max(most, written(home));
    if (most >= bytes) child.kill('SIGKILL');
  }, 1);
  const signal = await new Promise((resolve) => child.once('close', (_code, by) => resolve(by)));
  clearInterval(look);
  return { isKilled: signal === 'SIGKILL', most };
}

/** Everything the catalog says, and that its index is sound. */
async function contentOf(home: string) {
  const catalog = openSqliteCatalog(catalogOf(home));
  expect(catalog.isNew).toBe(false);
  const sessions = await catalog.list({}, { limit: 10_000, offset: 0 });
  await catalog.close();
  const db = openDatabase(catalogOf(home));
  db.exec("INSERT INTO texts (texts) VALUES ('integrity-check')");
  const all = (sql: string) => db.prepare(sql).all();
  const texts = all(TEXTS);
  const [rows] = all('SELECT COUNT(*) AS n FROM texts');
  const files = all(`SELECT path, id, size, mtime_ms, offset, tail_hash, open_tail, tools_offset
    FROM files JOIN sessions ON sessions.n = files.session ORDER BY path`);
  const keys = all(`SELECT hash, id FROM billed_keys JOIN sessions ON sessions.n = billed_keys.session
    ORDER BY hash, id`);
  const inherited = all(`SELECT id, inherited FROM tallies JOIN sessions ON sessions.n = tallies.session
    ORDER BY id`).map(({ id, inherited: bytes }) => ({ id, keys: keysIn(bytes) }));
  const copies = all('SELECT id, mark, is_exact, bytes FROM copies ORDER BY id');
  db.close();
  // Nothing of a half-read session is left behind either.
  expect(rows?.['n']).toBe(texts.length);
  return { sessions, texts, files, keys, inherited, copies };
}
/** Nothing and none are the same. */
const keysIn = (bytes: unknown) =>
  [...new Float64Array(new Uint8Array((bytes as Uint8Array | null) ?? []).buffer)].sort();
const TEXTS = `SELECT sessions.id AS id, uuid, role, text FROM texts
  JOIN parts ON parts.part = texts.part AND parts.is_live = 1 JOIN sessions ON sessions.n = parts.session
  ORDER BY id, uuid, role, text`;

/** What a search finds of the long session at this very moment, and how many parts are half filled. */
function leftBehind(home: string) {
  const db = openDatabase(catalogOf(home));
  const found = db.prepare(TEXTS).all();
  const [parts] = db.prepare('SELECT COUNT(*) AS n FROM parts WHERE is_live = 0').all();
  db.close();
  return { texts: found.filter(({ id }) => id === LONG).length, halfFilled: Number(parts?.['n']) };
}

describe('the command line and the history', () => {
  it('reads, reports and finds, and the sums are those of the oracle', async () => {
    const home = join(base, 'cli');
    expect(await run(home, 'backfill', '--dry-run', '--json')).toMatchObject({
      discovered: SESSIONS,
      ingested: 0,
    });
    expect(await run(home, 'backfill', '--json')).toMatchObject({
      discovered: SESSIONS,
      ingested: SESSIONS,
      failed: 0,
    });
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
  let calm: string;
  let whole: number;
  beforeAll(async () => {
    const folder = join(corpus.claudeFolder, 'projects', '-home-dev-long');
    mkdirSync(folder, { recursive: true });
    const lines = Array.from({ length: 1200 }, (_, n) => ({
      type: 'user',
      uuid: `long${n}`,
      timestamp: new Date(Date.UTC(2026, 0, 1, 0, 0, n)).toISOString(),
      cwd: '/home/dev/long',
      message: { role: 'user', content: `prompt ${n} ${'and so on '.repeat(800)}` },
    }));
    const prompt = (uuid: string, timestamp: string) => ({ ...lines[0], uuid, timestamp });
    const answers = (of: string) =>
      Array.from({ length: SHARED }, (_, n) => ({
        ...prompt(`${of}${n}`, new Date(Date.UTC(2026, 0, 2, 0, 0, n)).toISOString()),
        type: 'assistant',
        requestId: `req_${of}${n}`,
        message: {
          id: `msg_${of}${n}`,
          role: 'assistant',
          model: 'claude-opus-4-5-20251101',
          content: [{ type: 'text', text: `answer ${n}` }],
          usage: { input_tokens: 10 + n, output_tokens: 20 + n },
        },
      }));
    const write = (id: string, all: readonly object[]) =>
      writeFileSync(join(folder, `${id}.jsonl`), all.map((line) => `${JSON.stringify(line)}\n`).join(''));
    write(LONG, [...lines, ...answers('elder'), ...answers('younger')]);
    write(ELDER, [prompt('first', '2025-12-31T00:00:00.000Z'), ...answers('elder')]);
    write(YOUNGER, [...answers('younger'), prompt('last', '2026-06-01T00:00:00.000Z')]);
    calm = join(base, 'calm');
    await run(calm, 'backfill', '--json');
    const { inherited } = await contentOf(calm);
    const shares = [ELDER, LONG, YOUNGER].map((id) => inherited.find((row) => row.id === id)?.keys.length);
    expect(shares).toEqual([0, SHARED, SHARED]);
    whole = sizeOf(catalogOf(calm));
  }, 120_000);

  it(
    `while it was built equals one that was read in peace, ${ROUNDS} times`,
    async () => {
      const killed = join(base, 'killed');
      let kills = 0;
      let cuts = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        // Now from nothing, now over what is there because every file looks replaced.
        if (round % 2 === 0) rmSync(killed, { recursive: true, force: true });
        else touchAll(round);
        const share = ((round * 7) % 23) / 23;
        const from = round % 2 === 0 ? 0 : sizeOf(catalogOf(killed));
        const { isKilled } = await killAt(killed, from + share * whole + 8192, 'backfill');
        if (isKilled) kills += 1;
        if (isKilled && (round % 2 === 0 || leftBehind(killed).halfFilled > 0)) cuts += 1;
        await run(killed, 'backfill', '--json');
        if (round % 2 === 1) await run(calm, 'backfill', '--json');
        expect(await contentOf(killed)).toEqual(await contentOf(calm));
      }
      if (ROUNDS > 4) console.info(`backfill: ${kills} of ${ROUNDS} killed, ${cuts} in the middle`);
      expect(kills).toBeGreaterThan(ROUNDS / 2);
    },
    60_000 + ROUNDS * 60_000,
  );

  it(
    `while a session was read anew keeps the old until the new is whole, ${ROUNDS} times`,
    async () => {
      const killed = join(base, 'reparsed');
      cpSync(calm, killed, { recursive: true });
      const expected = await contentOf(killed);
      const texts = leftBehind(killed).texts;
      const rest = written(killed);
      const { most } = await killAt(killed, Number.POSITIVE_INFINITY, 'sessions', 'reparse', LONG);
      let kills = 0;
      let cuts = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        const share = ((round * 5) % 17) / 17;
        const at = rest + 8192 + share * (most - rest - 8192);
        const { isKilled } = await killAt(killed, at, 'sessions', 'reparse', LONG);
        if (isKilled) kills += 1;
        const left = leftBehind(killed);
        if (left.halfFilled > 0) cuts += 1;
        expect(left.texts).toBe(texts);
        await run(killed, 'backfill', '--recover', '--json');
        await run(killed, 'backfill', '--json');
        expect(await contentOf(killed)).toEqual(expected);
      }
      if (ROUNDS > 4) console.info(`reparse: ${kills} of ${ROUNDS} killed, ${cuts} in the middle`);
      expect(Math.min(kills, cuts)).toBeGreaterThan(0);
    },
    60_000 + ROUNDS * 60_000,
  );
});

function touchAll(round: number): void {
  const moment = new Date(Date.UTC(2026, 0, 1) + round * 1000);
  for (const { path } of corpus.files()) utimesSync(path, moment, moment);
}
