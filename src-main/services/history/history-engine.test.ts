import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPriceFinder } from '@domain/history/report';
import { defaultPolicy } from '@domain/privacy/tiers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isDamage } from '../../adapters/catalog-sqlite/schema';
import { openSqliteCatalog } from '../../adapters/catalog-sqlite/sqlite-catalog';
import { openDatabase } from '../../adapters/catalog-sqlite/sqlite-driver';
import { createSystemClock } from '../../adapters/system/system-clock';
import { createClaudeProjects } from '../../adapters/transcripts/claude-projects';
import { createInlineScanner } from '../../adapters/transcripts/scan-run';
import type { CatalogFilter } from '../../ports/catalog';
import { historyParts } from '../../testing/history-parts';
import { type Corpus, makeCorpus } from '../../testing/transcript-corpus';
import { createHistoryEngine, type HistoryEngine } from './history-engine';

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const everything = { limit: 10_000, offset: 0 };

let folder: string;
let open: HistoryEngine[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'history-'));
  open = [];
});
afterEach(async () => {
  for (const engine of open) await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

const catalogFile = (name = 'catalog') => join(folder, name, 'history.db');

async function engineFor(projects: string, name?: string): Promise<HistoryEngine> {
  const path = catalogFile(name);
  const engine = await createHistoryEngine({
    openCatalog: () => openSqliteCatalog(path),
    isDamage,
    discardCatalog: () => rmSync(path, { force: true }),
    folder: createClaudeProjects(projects),
    scanner: createInlineScanner(historyParts(join(folder, name ?? 'catalog'), projects).archive.open),
    ...historyParts(join(folder, name ?? 'catalog'), projects),
    clock: createSystemClock(),
    timers: {
      after: (ms, run) => {
        if (ms === 0) setImmediate(run);
        return () => {};
      },
    },
    log: silent,
    price: createPriceFinder(),
    priceMark: 'test',
    onStatus: () => {},
  });
  open.push(engine);
  return engine;
}

const wanted = (text: string | undefined, filter: CatalogFilter = {}) => ({
  text: text ?? '',
  filter,
  order: 'newest' as const,
  activeMs: new Map<string, number>(),
});

async function everythingOf(engine: HistoryEngine) {
  const { sessions } = await engine.list({}, everything);
  return sessions.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

describe('a generated history', () => {
  let corpus: Corpus;
  beforeEach(() => {
    corpus = makeCorpus({ sessions: 40, messages: 16, seed: 77 });
  });
  afterEach(() => corpus.remove());
  const projects = () => join(corpus.claudeFolder, 'projects');

  it('the total of a list is that of its filter, whatever the page', async () => {
    const engine = await engineFor(projects());
    await engine.backfill();
    const [one] = await everythingOf(engine);
    const filter = { projects: [one?.cwd ?? ''] };
    const { sessions } = await engine.list(filter, everything);
    expect(sessions.length).toBeLessThan(40);
    expect((await engine.list(filter, { limit: 1, offset: 0 })).total).toBe(sessions.length);
  });

  it('results are sessions with all of their hits, and their sums', async () => {
    const engine = await engineFor(projects());
    await engine.backfill();
    const all = await everythingOf(engine);
    const [word, planted] =
      Object.entries(corpus.expected.search).find(([, { sessions }]) => sessions > 1) ?? [];
    const { results, totals } = await engine.results(wanted(word), everything);
    expect(results.map(({ session }) => session.id).sort()).toEqual(planted?.sessionIds.toSorted());
    const sum = (of: (session: (typeof all)[number]) => number) =>
      results.reduce((total, { session }) => total + of(session), 0);
    expect(totals).toMatchObject({
      sessions: results.length,
      hits: results.reduce((total, { hits }) => total + hits, 0),
      is_capped: false,
      active_ms: sum(({ stats }) => stats.active_ms),
      cost_micro_usd: sum(({ stats }) => stats.cost_micro_usd ?? 0),
    });
    expect(results.every(({ hit }) => hit?.snippet.some(({ is_hit }) => is_hit))).toBe(true);
    expect((await engine.results(wanted(word), { limit: 1, offset: 1 })).results).toEqual(
      results.slice(1, 2),
    );
    const sorted = await engine.results({ ...wanted(word), order: 'cost' }, everything);
    expect(sorted.results.map(({ session }) => session.id)).toEqual(
      results
        .toSorted((a, b) => (b.session.stats.cost_micro_usd ?? 0) - (a.session.stats.cost_micro_usd ?? 0))
        .map(({ session }) => session.id),
    );

    const one = all.find(({ models, stats }) => models.length > 0 && (stats.cost_micro_usd ?? 0) > 0);
    const filtered = async (filter: CatalogFilter) =>
      (await engine.results(wanted('', filter), everything)).results.map(({ session }) => session.id).sort();
    const ids = (passes: (session: (typeof all)[number]) => boolean) =>
      all.filter(passes).map(({ id }) => id);
    const cost = one?.stats.cost_micro_usd ?? 0;
    const model = one?.models[0] ?? '';
    const name = one?.cwd?.split('/').at(-1) ?? '';
    expect(await filtered({ minCost: cost })).toEqual(
      ids(({ stats }) => (stats.cost_micro_usd ?? -1) >= cost),
    );
    expect(await filtered({ model: model.toUpperCase() })).toEqual(
      ids(({ models }) => models.some((each) => each.includes(model))),
    );
    expect(await filtered({ projects: [name] })).toEqual(
      ids(({ cwd }) => cwd?.split('/').includes(name) ?? false),
    );
    expect(await filtered({ ids: [one?.id ?? ''] })).toEqual([one?.id]);
    expect(await filtered({ notIds: [one?.id ?? ''] })).toEqual(ids(({ id }) => id !== one?.id));
    expect((await engine.values()).models).toContain(model);
  });

  it('every session has the numbers of the oracle, and the sums agree', async () => {
    const engine = await engineFor(projects());
    const result = await engine.backfill();
    const { sessions: expected, totals } = corpus.expected;
    expect(result).toMatchObject({ discovered: 40, ingested: 40, skipped: 0, failed: 0 });
    for (const session of await everythingOf(engine)) {
      const oracle = expected[session.id];
      expect(session).toMatchObject({
        cwd: oracle?.cwd,
        started_at: oracle?.first,
        ended_at: oracle?.last,
        capture: { state: 'parsed', parse_status: 'completed' },
        stats: {
          user_messages: oracle?.userPrompts,
          assistant_messages: oracle?.assistantMessages,
          subagent_messages: oracle?.subagentMessages,
          tool_use_count: oracle?.toolCalls,
          thinking_blocks: oracle?.thinkingBlocks,
          subagent_count: oracle?.subagents,
          tokens_in: oracle?.tokensNew.input,
          tokens_out: oracle?.tokensNew.output,
          cache_read_tokens: oracle?.tokensNew.cacheRead,
          cache_write_5m_tokens: oracle?.tokensNew.cacheWrite5m,
          cache_write_1h_tokens: oracle?.tokensNew.cacheWrite1h,
          lines_not_understood: oracle?.malformed,
        },
      });
    }
    const links = Object.keys(expected)
      .slice(0, 7)
      .map((id, index) => ({ id, bead_id: `b-${index % 3}`, agent: null }));
    for (const by of ['session', 'day', 'model', 'project', 'bead', 'agent'] as const) {
      const report = await engine.report({ by, filter: {}, links });
      expect(report.total).toMatchObject({
        tokens_in: totals.unique.input,
        tokens_out: totals.unique.output,
        cache_read_tokens: totals.unique.cacheRead,
        cache_write_tokens: totals.unique.cacheWrite,
      });
      for (const field of ['tokens_in', 'total_tokens', 'cost_micro_usd', 'unpriced_tokens'] as const)
        expect(report.rows.reduce((sum, row) => sum + row[field], 0)).toBe(report.total[field]);
    }
  });

  it('the planted words are found, each in its sessions', async () => {
    const engine = await engineFor(projects());
    await engine.backfill();
    for (const [word, oracle] of Object.entries(corpus.expected.search)) {
      if (word === 'tubularbellows') continue;
      const hits = await engine.search(word.includes(' ') ? `"${word}"` : word, {}, 1000);
      expect([word, new Set(hits.map(({ session_id }) => session_id)).size]).toEqual([word, oracle.sessions]);
      expect(new Set(hits.map(({ uuid }) => uuid)).size).toBe(oracle.uuids);
      for (const hit of hits) expect(hit.snippet.some(({ is_hit }) => is_hit)).toBe(true);
    }
    // What tools answered follows, once, also when it is asked for again.
    await engine.obey({ mode: 'off', keepDays: null, indexTools: true });
    expect(await engine.search('tubularbellows', {}, 10)).toEqual([]);
    expect(await engine.indexTools()).toBeGreaterThan(0);
    expect(await engine.indexTools()).toBe(0);
    const { uuids, sessions } = corpus.expected.search['tubularbellows'] ?? {};
    const answers = await engine.search('tubularbellows', {}, 1000);
    expect(answers.map(({ role }) => role)).toEqual(answers.map(() => 'tool'));
    expect([
      new Set(answers.map(({ uuid }) => uuid)).size,
      new Set(answers.map(({ session_id }) => session_id)).size,
    ]).toEqual([uuids, sessions]);
    await engine.reparse(answers[0]?.session_id ?? '');
    expect(await engine.search('tubularbellows', {}, 1000)).toHaveLength(
      answers.filter(({ session_id }) => session_id !== answers[0]?.session_id).length,
    );
    await engine.indexTools();
    expect(await engine.search('tubularbellows', {}, 1000)).toEqual(answers);
    const [first] = await engine.search('zephyrinequ*', {}, 10);
    expect(first?.snippet.find(({ is_hit }) => is_hit)?.text).toBe('zephyrinequartz');
    expect(await engine.search('NEAR( AND "', {}, 10)).toBeInstanceOf(Array);
  });

  it('nothing that did not change is read again, also after a restart', async () => {
    const engine = await engineFor(projects());
    await engine.backfill();
    const before = await everythingOf(engine);
    expect(await engine.backfill()).toMatchObject({ ingested: 0, skipped: 40, bytes: 0 });
    await engine.close();
    open = [];
    const again = await engineFor(projects());
    expect(await everythingOf(again)).toEqual(before);
    expect(await again.backfill()).toMatchObject({ ingested: 0, skipped: 40, bytes: 0 });
  });

  it('two programs that read the same history at once have everything once', async () => {
    const one = await engineFor(projects(), 'shared');
    const other = await engineFor(projects(), 'shared');
    await Promise.all([one.backfill(), other.backfill()]);
    const alone = await engineFor(projects(), 'alone');
    await alone.backfill();
    for (const engine of [one, other]) {
      expect(await everythingOf(engine)).toEqual(await everythingOf(alone));
      for (const word of ['the', 'zephyrinequartz'])
        expect((await engine.search(word, {}, 10_000)).length).toBe(
          (await alone.search(word, {}, 10_000)).length,
        );
      expect(await engine.backfill()).toMatchObject({ ingested: 0, bytes: 0 });
    }
  });

  it('files that come bit by bit end as they would have at once', async () => {
    const partly = join(folder, 'projects');
    const engine = await engineFor(partly, 'partly');
    const files = [...corpus.files()].map(({ path }) => ({
      from: path,
      to: path.replace(projects(), partly),
    }));
    for (const share of [0.3, 0.7, 1]) {
      for (const { from, to } of files) {
        const bytes = readFileSync(from);
        mkdirSync(join(to, '..'), { recursive: true });
        const cut = Math.floor(bytes.length * share);
        const has = share === 0.3 ? 0 : Math.floor(bytes.length * (share === 0.7 ? 0.3 : 0.7));
        if (has === 0) writeFileSync(to, bytes.subarray(0, cut));
        else appendFileSync(to, bytes.subarray(has, cut));
      }
      await engine.backfill();
    }
    const whole = await engineFor(projects(), 'whole');
    await whole.backfill();
    const plain = (sessions: Awaited<ReturnType<typeof everythingOf>>) =>
      sessions.map(({ transcript_path: _path, updated_at: _at, keeping: _keeping, ...rest }) => rest);
    expect(plain(await everythingOf(engine))).toEqual(plain(await everythingOf(whole)));
    const found = await Promise.all([engine, whole].map((each) => each.search('the', {}, 5000)));
    expect(found[0]?.length).toBe(found[1]?.length);
  });
});

describe('our own copies', () => {
  let corpus: Corpus;
  beforeEach(() => {
    corpus = makeCorpus({ sessions: 12, messages: 8, seed: 78 });
  });
  afterEach(() => corpus.remove());
  const projects = () => join(corpus.claudeFolder, 'projects');
  const exact = { mode: 'exact', keepDays: null, indexTools: true } as const;
  const plain = (sessions: Awaited<ReturnType<typeof everythingOf>>) =>
    sessions.map(({ keeping: _keeping, capture: _capture, ...rest }) => rest);

  it('hold every session, and a catalog built from them alone is the same', async () => {
    const engine = await engineFor(projects());
    await engine.obey(exact);
    await engine.backfill();
    const before = await everythingOf(engine);
    expect(before.every(({ keeping }) => keeping.has_file && keeping.deletes_at !== null)).toBe(true);
    expect(await engine.archive()).toMatchObject({ mode: 'exact', sessions: 0, due: 12 });
    expect(await engine.copy()).toBe(12);
    expect(await engine.copy()).toBe(0);
    const { bytes } = await engine.archive();
    expect(await engine.archive()).toMatchObject({ sessions: 12, due: 0, claude_keeps_days: 30 });
    expect(bytes).toBe(before.reduce((sum, session) => sum + session.bytes, 0));
    await engine.close();
    open = [];

    rmSync(projects(), { recursive: true });
    rmSync(catalogFile());
    const again = await engineFor(projects());
    expect(await again.backfill()).toMatchObject({ discovered: 12, ingested: 12, failed: 0 });
    const after = await everythingOf(again);
    expect(plain(after)).toEqual(plain(before));
    await again.copy();
    expect(await everythingOf(again)).toMatchObject(
      after.map(() => ({ keeping: { has_file: false, deletes_at: null, copy: { is_exact: true } } })),
    );
    const shown = await again.transcript({
      id: after[0]?.id ?? '',
      branches: false,
      policy: defaultPolicy,
      direction: 'after',
      limit: 5,
    });
    expect(shown?.source).toBe('archive');
    expect(shown?.messages.length).toBeGreaterThan(0);

    // Put back, it is read from there again and counts the same.
    const one = after[0]?.id ?? '';
    expect(await again.restore(one)).toMatchObject({ ok: true });
    expect((await again.show(one))?.keeping.has_file).toBe(true);
    expect(plain(await everythingOf(again)).map(({ updated_at: _at, ...rest }) => rest)).toEqual(
      plain(before).map(({ updated_at: _at, ...rest }) => rest),
    );
    expect(await again.restore('22222222-2222-4222-8222-222222222222')).toMatchObject({
      error: { code: 'no-copy' },
    });
  });

  it('what was forgotten never comes back, with its copy and its share of the credit', async () => {
    const engine = await engineFor(projects());
    await engine.obey(exact);
    await engine.backfill();
    await engine.copy();
    const ids = (await everythingOf(engine)).map(({ id }) => id);
    const [gone = ''] = ids;
    await engine.forget([gone]);
    const left = async (of: HistoryEngine) => (await everythingOf(of)).map(({ id }) => id);
    expect(await left(engine)).toEqual(ids.slice(1));
    await engine.backfill();
    expect(await left(engine)).toEqual(ids.slice(1));
    expect(await engine.archive()).toMatchObject({ sessions: 11, due: 0 });
    await engine.close();
    open = [];
    rmSync(catalogFile());
    const again = await engineFor(projects());
    await again.backfill();
    expect(await left(again)).toEqual(ids.slice(1));
    const report = await again.report({ by: 'session', filter: {}, links: [] });
    expect(report.rows.reduce((sum, row) => sum + row.total_tokens, 0)).toBe(report.total.total_tokens);
  });

  it('no byte of what was forgotten is left in a file of ours, also when that was cut short', async () => {
    const first = await engineFor(projects());
    await first.backfill();
    const [gone] = await everythingOf(first);
    const [id, path] = [gone?.id ?? '', gone?.transcript_path ?? ''];
    const said = { sessionId: id, uuid: 'last', timestamp: '2026-01-02T03:04:05.000Z', type: 'user' };
    appendFileSync(
      path,
      `${JSON.stringify({ ...said, message: { role: 'user', content: 'the word heronquillvelvet' } })}\n`,
    );
    await first.backfill();
    expect((await first.search('heronquillvelvet', {}, 5)).map((hit) => hit.session_id)).toEqual([id]);
    const upload = join(folder, 'catalog', 'uploads', 'uploaded', `${id}.jsonl`);
    mkdirSync(join(upload, '..'), { recursive: true });
    writeFileSync(upload, 'heronquillvelvet');
    const written = () =>
      ['', '-wal'].some((suffix) => {
        const file = `${catalogFile()}${suffix}`;
        return existsSync(file) && readFileSync(file).includes('heronquillvelvet');
      });
    expect(written()).toBe(true);

    // Somebody reads an older state: the old pages stay until that ends.
    const reader = openDatabase(catalogFile());
    reader.exec('BEGIN');
    reader.prepare('SELECT 1 FROM sessions').all();
    await first.forget([id]);
    expect(existsSync(upload)).toBe(false);
    expect(await first.search('heronquillvelvet', {}, 5)).toEqual([]);
    reader.exec('COMMIT');
    reader.close();
    expect(written()).toBe(true);
    await first.close();
    open = [];
    await engineFor(projects());
    expect(written()).toBe(false);
  });

  it('a session that is read anew is the same, and one that nobody has stays as it was', async () => {
    const engine = await engineFor(projects());
    await engine.backfill();
    const before = await everythingOf(engine);
    const one = before[3]?.id ?? '';
    expect(await engine.reparse(one)).toEqual(before[3]);
    expect(await everythingOf(engine)).toEqual(before);
    rmSync(projects(), { recursive: true });
    expect(await engine.reparse(one)).toBeNull();
    expect(plain(await everythingOf(engine))).toEqual(plain(before));
  });
});

describe('files that change under our hands', () => {
  const ID = '11111111-1111-4111-8111-111111111111';
  const line = (uuid: string, text: string) =>
    `${JSON.stringify({
      type: 'user',
      uuid,
      timestamp: '2026-01-01T10:00:00.000Z',
      cwd: '/home/dev/project',
      sessionId: ID,
      message: { role: 'user', content: text },
    })}\n`;
  const projects = () => join(folder, 'projects');
  const path = (id = ID) => join(projects(), '-home-dev-project', `${id}.jsonl`);
  const words = async (engine: HistoryEngine, word: string) => (await engine.search(word, {}, 100)).length;

  beforeEach(() => {
    mkdirSync(join(projects(), '-home-dev-project'), { recursive: true });
    writeFileSync(path(), line('a', 'alpha'));
  });

  it.each([
    ['truncated', () => truncateSync(path(), 0)],
    [
      'replaced by a longer one',
      () => {
        writeFileSync(`${path()}.new`, line('x', 'omega') + line('y', 'omega'));
        renameSync(`${path()}.new`, path());
      },
    ],
    ['rewritten in place', () => writeFileSync(path(), line('x', 'omega') + line('y', 'omega'))],
  ])('one that was %s is read anew, and nothing of the old stays', async (what, change) => {
    const engine = await engineFor(projects());
    await engine.backfill();
    expect(await words(engine, 'alpha')).toBe(1);
    change();
    await engine.backfill();
    expect([await words(engine, 'alpha'), await words(engine, 'omega')]).toEqual([
      0,
      what === 'truncated' ? 0 : 2,
    ]);
  });

  it('a line that is added is found without being asked for', async () => {
    const engine = await engineFor(projects());
    await engine.keepUp();
    await vi.waitFor(async () => expect(await words(engine, 'alpha')).toBe(1), {
      timeout: 25_000,
      interval: 20,
    });
    // Once it is watched: until then the first look may find it.
    await vi.waitFor(
      async () => {
        appendFileSync(path(), line(`b${Math.random()}`, 'bravo'));
        expect(await words(engine, 'bravo')).toBeGreaterThan(0);
      },
      { timeout: 25_000, interval: 200 },
    );
    await engine.rest();
  });

  it('one that is gone stays in the history', async () => {
    const engine = await engineFor(projects());
    await engine.backfill();
    unlinkSync(path());
    expect(await engine.backfill()).toMatchObject({ discovered: 0, failed: 0 });
    expect(await words(engine, 'alpha')).toBe(1);
    expect(await everythingOf(engine)).toHaveLength(1);
  });

  // Root reads everything, so as root there is nothing to refuse.
  it.skipIf(process.getuid?.() === 0)('one that cannot be read fails by itself', async () => {
    const other = '22222222-2222-4222-8222-222222222222';
    writeFileSync(path(other), line('b', 'beta'));
    chmodSync(path(other), 0o000);
    const engine = await engineFor(projects());
    expect(await engine.backfill()).toMatchObject({ discovered: 2, failed: 1 });
    expect(await engine.show(other)).toMatchObject({
      capture: { state: 'failed', parse_error: 'EACCES' },
    });
    chmodSync(path(other), 0o600);
    await engine.backfill();
    expect(await engine.show(other)).toMatchObject({ capture: { state: 'parsed' } });
  });

  it('links in circles, a folder named like a transcript and foreign files are passed over', async () => {
    symlinkSync(projects(), join(projects(), '-home-dev-project', 'loop'));
    symlinkSync('self', join(projects(), 'self'));
    symlinkSync(join(projects(), '-home-dev-project'), join(projects(), '-linked'));
    mkdirSync(path('33333333-3333-4333-8333-333333333333'));
    writeFileSync(join(projects(), '-home-dev-project', 'notes.jsonl'), line('n', 'note'));
    const engine = await engineFor(projects());
    expect(await engine.backfill()).toMatchObject({ discovered: 1, ingested: 1, failed: 0 });
  });

  it('what looks like a key is not in the catalog', async () => {
    const key = `ghp_${'a1B2'.repeat(9)}`;
    writeFileSync(path(), line('k', `use ${key} now`));
    const engine = await engineFor(projects());
    await engine.backfill();
    expect(await engine.show(ID)).toMatchObject({ initial_prompt: 'use [REDACTED] now' });
    expect(await words(engine, key)).toBe(0);
    await engine.close();
    open = [];
    expect(readFileSync(catalogFile()).includes(key)).toBe(false);
  });

  it.each([
    ['of another kind', () => writeFileSync(catalogFile(), 'this is not a database')],
    ['cut short', () => truncateSync(catalogFile(), 10_000)],
    ['missing', () => unlinkSync(catalogFile())],
  ])('a catalog that is %s is built anew', async (_, damage) => {
    const engine = await engineFor(projects());
    await engine.backfill();
    await engine.close();
    open = [];
    damage();
    const again = await engineFor(projects());
    expect(await again.status()).toMatchObject({ catalog: 'rebuilt' });
    await again.backfill();
    expect(await words(again, 'alpha')).toBe(1);
  });
});
