import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestHistory, everythingOf, type TestHistory } from '../../testing/test-history';
import { type Corpus, makeCorpus } from '../../testing/transcript-corpus';
import type { EngineFilter } from './history-engine';

let history: TestHistory;
beforeEach(() => {
  history = createTestHistory();
});
afterEach(() => history.remove());

const everything = { limit: 10_000, offset: 0 };
const wanted = (text: string | undefined, filter: EngineFilter = {}) => ({
  text: text ?? '',
  filter,
  order: 'newest' as const,
  activeMs: new Map<string, number>(),
});

describe('a generated history', () => {
  let corpus: Corpus;
  beforeEach(() => {
    corpus = makeCorpus({ sessions: 40, messages: 16, seed: 77 });
  });
  afterEach(() => corpus.remove());
  const projects = () => join(corpus.claudeFolder, 'projects');

  it('the total of a list is that of its filter, whatever the page', async () => {
    const engine = await history.engineFor(projects());
    await engine.backfill();
    const [one] = await everythingOf(engine);
    const filter = { projects: [one?.cwd ?? ''] };
    const { sessions } = await engine.list(filter, everything);
    expect(sessions.length).toBeLessThan(40);
    expect((await engine.list(filter, { limit: 1, offset: 0 })).total).toBe(sessions.length);
  });

  it('the newest texts with a common beginning are those the whole index has', async () => {
    const engine = await history.engineFor(projects());
    await engine.backfill();
    let common = 0;
    for (const beginning of ['t', 'th', 'c', 'pro', 'n', 'Re', 'zzz', 'a1', '1', 'naï', 'É']) {
      const all = await engine.search(`${beginning}*`, {}, 100_000);
      expect(await engine.search(`${beginning}*`, {}, 50)).toEqual(all.slice(0, 50));
      if (all.length > 50) common += 1;
    }
    expect(common).toBeGreaterThan(4);
  });

  it('results are sessions with all of their hits, and their sums', async () => {
    const engine = await history.engineFor(projects());
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
    const filtered = async (filter: EngineFilter) =>
      (await engine.results(wanted('', filter), everything)).results.map(({ session }) => session.id).sort();
    const ids = (passes: (session: (typeof all)[number]) => boolean) =>
      all.filter(passes).map(({ id }) => id);
    const cost = one?.stats.cost_micro_usd ?? 0;
    const model = one?.models[0] ?? '';
    const name = one?.cwd?.split('/').at(-1) ?? '';
    expect(await filtered({ minCost: cost })).toEqual(
      ids(({ stats }) => (stats.cost_micro_usd ?? -1) >= cost),
    );
    expect(await filtered({ maxCost: cost })).toEqual(
      ids(({ stats }) => (stats.cost_micro_usd ?? Number.POSITIVE_INFINITY) <= cost),
    );
    expect(await filtered({ models: [model.toUpperCase()] })).toEqual(
      ids(({ models }) => models.some((each) => each.includes(model))),
    );
    const several = all.find(({ models }) => models.length > 1)?.models ?? [];
    expect(several.length).toBeGreaterThan(1);
    expect(await filtered({ models: several })).toEqual(
      ids(({ models }) => several.every((each) => models.includes(each))),
    );
    expect(await filtered({ projects: [name] })).toEqual(
      ids(({ cwd }) => cwd?.split('/').includes(name) ?? false),
    );
    expect(await filtered({ ids: [one?.id ?? ''] })).toEqual([one?.id]);
    expect(await filtered({ notIds: [one?.id ?? ''] })).toEqual(ids(({ id }) => id !== one?.id));
    expect((await engine.values()).models).toContain(model);
  });

  it('a range of dates has the sessions any of whose time lies in it, and the texts that do', async () => {
    const engine = await history.engineFor(projects());
    await engine.backfill();
    const all = await everythingOf(engine);
    const byTime = (a: number, b: number) => a - b;
    const ends = all.map(({ ended_at }) => Date.parse(ended_at ?? '')).sort(byTime);
    const starts = all.map(({ started_at }) => Date.parse(started_at ?? '')).sort(byTime);
    // Of a session itself: the bounds belong to the range.
    const sinceMs = ends[10] ?? 0;
    const untilMs = starts[30] ?? 0;
    const since = new Date(sinceMs).toISOString();
    const until = new Date(untilMs).toISOString();
    const isSince = ({ ended_at }: (typeof all)[number]) => Date.parse(ended_at ?? '') >= sinceMs;
    const isUntil = ({ started_at }: (typeof all)[number]) => Date.parse(started_at ?? '') <= untilMs;
    const found = async (filter: EngineFilter) =>
      (await engine.results(wanted('', filter), everything)).results.map(({ session }) => session.id).sort();
    const ids = (passes: (session: (typeof all)[number]) => boolean) =>
      all.filter(passes).map(({ id }) => id);
    expect(await found({ since })).toEqual(ids(isSince));
    expect(await found({ until })).toEqual(ids(isUntil));
    expect(await found({ since, until })).toEqual(ids((each) => isSince(each) && isUntil(each)));
    for (const passes of [isSince, isUntil]) {
      expect(ids(passes).length).toBeGreaterThan(0);
      expect(ids(passes).length).toBeLessThan(all.length);
    }

    const hits = await engine.search('the', {}, 100_000);
    const secondOf = (at: string | null) => Math.floor(Date.parse(at ?? '') / 1000);
    const first = hits.at(Math.floor(hits.length * 0.75))?.at ?? '';
    const last = hits.at(Math.floor(hits.length * 0.25))?.at ?? '';
    const between = hits.filter(
      ({ at }) => secondOf(at) >= secondOf(first) && secondOf(at) <= secondOf(last),
    );
    expect(between.length).toBeGreaterThan(0);
    expect(between.length).toBeLessThan(hits.length);
    expect(await engine.search('the', { since: first, until: last }, 100_000)).toEqual(between);
  });

  it('every session has the numbers of the oracle, and the sums agree', async () => {
    const engine = await history.engineFor(projects());
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
    const engine = await history.engineFor(projects());
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
    const engine = await history.engineFor(projects());
    await engine.backfill();
    const before = await everythingOf(engine);
    expect(await engine.backfill()).toMatchObject({ ingested: 0, skipped: 40, bytes: 0 });
    await history.closeAll();
    const again = await history.engineFor(projects());
    expect(await everythingOf(again)).toEqual(before);
    expect(await again.backfill()).toMatchObject({ ingested: 0, skipped: 40, bytes: 0 });
  });

  it('two programs that read the same history at once have everything once', async () => {
    const one = await history.engineFor(projects(), 'shared');
    const other = await history.engineFor(projects(), 'shared');
    await Promise.all([one.backfill(), other.backfill()]);
    const alone = await history.engineFor(projects(), 'alone');
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
    const partly = join(history.folder, 'projects');
    const engine = await history.engineFor(partly, 'partly');
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
    const whole = await history.engineFor(projects(), 'whole');
    await whole.backfill();
    const plain = (sessions: Awaited<ReturnType<typeof everythingOf>>) =>
      sessions.map(({ transcript_path: _path, updated_at: _at, keeping: _keeping, ...rest }) => rest);
    expect(plain(await everythingOf(engine))).toEqual(plain(await everythingOf(whole)));
    const found = await Promise.all([engine, whole].map((each) => each.search('the', {}, 5000)));
    expect(found[0]?.length).toBe(found[1]?.length);
  });
});
