import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Figures } from '@domain/history/figures';
import { readHistoryQuery } from '@domain/history/history-query';
import { firstDayOf } from '@domain/history/period';
import type { ReportBy, ReportRow } from '@domain/history/record';
import { createPriceFinder } from '@domain/history/report';
import type { BeadId } from '@domain/ids';
import { afterEach, describe, expect, it } from 'vitest';
import { isDamage } from '../../adapters/catalog-sqlite/schema';
import { openSqliteCatalog } from '../../adapters/catalog-sqlite/sqlite-catalog';
import { createSystemClock } from '../../adapters/system/system-clock';
import { createClaudeProjects } from '../../adapters/transcripts/claude-projects';
import { createInlineScanner } from '../../adapters/transcripts/scan-run';
import type { Clock } from '../../ports/clock';
import { historyParts } from '../../testing/history-parts';
import { type Corpus, makeCorpus } from '../../testing/transcript-corpus';
import { createHistoryEngine, type HistoryEngine } from './history-engine';
import { catalogFilterOf } from './own-filter';
import { fromTerminal, type OwnSession } from './own-session';

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const ends: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function readHistory(
  seed: number,
  clock: Pick<Clock, 'nowMs'> = createSystemClock(),
): Promise<{ corpus: Corpus; engine: HistoryEngine }> {
  const corpus = makeCorpus({ sessions: 20, messages: 12, seed });
  const folder = mkdtempSync(join(tmpdir(), 'figures-'));
  ends.push(
    () => corpus.remove(),
    () => rmSync(folder, { recursive: true, force: true }),
  );
  const path = join(folder, 'history.db');
  const engine = await createHistoryEngine({
    openCatalog: () => openSqliteCatalog(path),
    isDamage,
    discardCatalog: () => rmSync(path, { force: true }),
    folder: createClaudeProjects(join(corpus.claudeFolder, 'projects')),
    scanner: createInlineScanner(),
    ...historyParts(folder, join(corpus.claudeFolder, 'projects')),
    clock: { ...createSystemClock(), nowMs: () => clock.nowMs() },
    timers: { after: () => () => {} },
    log: silent,
    price: createPriceFinder(),
    priceMark: 'test',
    onStatus: () => {},
  });
  ends.push(() => engine.close());
  await engine.backfill();
  return { corpus, engine };
}

const KINDS: readonly [ReportBy, keyof Pick<Figures, 'days' | 'models' | 'beads' | 'agents' | 'projects'>][] =
  [
    ['day', 'days'],
    ['model', 'models'],
    ['bead', 'beads'],
    ['agent', 'agents'],
    ['project', 'projects'],
  ];
const inOrder = (rows: readonly ReportRow[]) =>
  rows.toSorted((a, b) => ((a.key ?? '') < (b.key ?? '') ? -1 : 1));

/** What was answered on each day and by each model, read from the files by nothing of ours. */
function plainOutputs(corpus: Corpus) {
  const met = new Map<string, { day: string; model: string; output: number }>();
  for (const { path } of corpus.files())
    for (const text of readFileSync(path, 'utf8').split('\n')) {
      const line = parsed(text);
      const { id, model, usage } = line?.message ?? {};
      if (line?.type !== 'assistant' || id === undefined || usage === undefined || model === '<synthetic>')
        continue;
      const key = `${id} ${line.requestId}`;
      const at = new Date(line.timestamp ?? Number.NaN);
      const day = Number.isNaN(at.getTime())
        ? 'null'
        : [at.getFullYear(), at.getMonth() + 1, at.getDate()]
            .map((n) => String(n).padStart(2, '0'))
            .join('-');
      const output = Math.max(met.get(key)?.output ?? 0, usage.output_tokens ?? 0);
      met.set(key, { day: met.get(key)?.day ?? day, model: model ?? '', output });
    }
  const sums = (kind: 'day' | 'model') => {
    const all = new Map<string, number>();
    for (const each of met.values()) all.set(each[kind], (all.get(each[kind]) ?? 0) + each.output);
    return all;
  };
  return { days: sums('day'), models: sums('model') };
}

type PlainLine = {
  readonly type?: string;
  readonly timestamp?: string;
  readonly requestId?: string;
  readonly message?: {
    readonly id?: string;
    readonly model?: string;
    readonly usage?: { readonly output_tokens?: number };
  };
};
function parsed(text: string): PlainLine | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

describe('the figures of the dashboard', () => {
  it.each([1, 2, 3])('equal the report and the oracle, filtered or not (seed %i)', async (seed) => {
    const { corpus, engine } = await readHistory(seed);
    const links = Object.keys(corpus.expected.sessions)
      .slice(0, 7)
      .map((id, index) => ({
        id,
        bead_id: `b-${index % 3}`,
        agent: index % 2 ? 'planner' : null,
        active_ms: null,
      }));
    const all = await engine.figures({ links });
    expect(all.total).toMatchObject({
      tokens_in: corpus.expected.totals.unique.input,
      tokens_out: corpus.expected.totals.unique.output,
    });
    const [first, last] = [all.days.find(({ key }) => key !== null)?.key, all.days.at(-1)?.key];
    const middle = all.days[Math.floor(all.days.length / 2)]?.key ?? last;
    const filters = [
      {},
      { since: new Date(`${middle}T00:00:00`).toISOString() },
      {
        since: new Date(`${first}T00:00:00`).toISOString(),
        until: new Date(`${middle}T23:59:59.999`).toISOString(),
        project: all.projects[0]?.key ?? '',
      },
    ];
    for (const filter of filters) {
      const figures = await engine.figures({ ...filter, links });
      for (const [by, kind] of KINDS) {
        const report = await engine.report({ by, filter, links });
        expect(inOrder(figures[kind])).toEqual(inOrder(report.rows));
        expect(figures.total).toEqual(report.total);
      }
      const dayCosts = figures.day_models.reduce((sum, { cost_micro_usd }) => sum + cost_micro_usd, 0);
      const undated = figures.days.find(({ key }) => key === null)?.cost_micro_usd ?? 0;
      expect(dayCosts + undated).toBe(figures.total.cost_micro_usd);
      expect(figures.active.sessions).toBe(figures.total.sessions);
    }
  });

  it.each([1, 2, 3])('of so many whole days equal the report of as many (seed %i)', async (seed) => {
    const clock = { nowMs: () => 0 };
    const { engine } = await readHistory(seed, clock);
    const days = (await engine.figures({ links: [] })).days.flatMap(({ key }) => (key === null ? [] : [key]));
    const today = days.at(-2) ?? '';
    // Late on that day, so that as many times 24 hours ago lies in the middle of another.
    clock.nowMs = () => new Date(`${today}T22:00:00`).getTime();
    for (const period of ['1d', '2d', '9d', 'month']) {
      const figures = await engine.figures({ period, links: [] });
      expect(figures).toMatchObject({ today, first_day: firstDayOf(period, today) });
      expect(figures.days.map(({ key }) => key)).toEqual(
        days.filter((day) => day >= firstDayOf(period, today)),
      );
      for (const [by, kind] of KINDS) {
        const report = await engine.report({ by, filter: { period }, links: [] });
        expect(inOrder(report.rows)).toEqual(inOrder(figures[kind]));
      }
    }
  });

  it.each([1, 2, 3])('are those that the files and their oracle say (seed %i)', async (seed) => {
    const { corpus, engine } = await readHistory(seed);
    const { sessions, totals } = corpus.expected;
    const beadOf = (at: number) => (at % 4 === 3 ? null : `b-${at % 4}`);
    const links = Object.keys(sessions).map((id, at) => ({
      id,
      bead_id: beadOf(at),
      agent: null,
      active_ms: null,
    }));
    const figures = await engine.figures({ links });
    expect(figures.total).toMatchObject({
      tokens_in: totals.unique.input,
      tokens_out: totals.unique.output,
      cache_read_tokens: totals.unique.cacheRead,
      cache_write_tokens: totals.unique.cacheWrite,
      cache_write_5m_tokens: totals.unique.cacheWrite5m,
      cache_write_1h_tokens: totals.unique.cacheWrite1h,
    });
    expect(Math.abs(figures.total.cost_micro_usd - totals.costUniqueUSD * 1e6)).toBeLessThan(
      figures.total.messages / 2 + 1,
    );
    const told = new Map<string, { output: number; cost: number; messages: number; sessions: number }>();
    Object.values(sessions).forEach(({ tokensNew, costNewUSD, apiMessagesNew }, at) => {
      if (apiMessagesNew === 0) return;
      const met = told.get(`${beadOf(at)}`) ?? { output: 0, cost: 0, messages: 0, sessions: 0 };
      met.output += tokensNew.output;
      met.cost += costNewUSD * 1e6;
      met.messages += apiMessagesNew;
      met.sessions += 1;
      told.set(`${beadOf(at)}`, met);
    });
    expect(
      new Map(figures.beads.map(({ key, tokens_out, sessions }) => [`${key}`, [tokens_out, sessions]])),
    ).toEqual(new Map([...told].map(([key, { output, sessions }]) => [key, [output, sessions]])));
    for (const { key, cost_micro_usd, messages } of figures.beads)
      expect(Math.abs(cost_micro_usd - (told.get(`${key}`)?.cost ?? 0))).toBeLessThan(messages / 2 + 1);
    const outputs = plainOutputs(corpus);
    expect(new Map(figures.days.map(({ key, tokens_out }) => [`${key}`, tokens_out]))).toEqual(outputs.days);
    expect(new Map(figures.models.map(({ key, tokens_out }) => [`${key}`, tokens_out]))).toEqual(
      outputs.models,
    );
  });

  it.each([1, 2, 3])('lead to exactly the sessions they count (seed %i)', async (seed) => {
    const { corpus, engine } = await readHistory(seed);
    const own = Object.keys(corpus.expected.sessions)
      .slice(0, 7)
      .map((id, index): OwnSession => {
        const bead_id = index === 6 ? null : (`b-${index % 3}` as BeadId);
        const agent = index % 2 ? 'planner' : index === 4 ? 'Planner' : null;
        return { ...fromTerminal, id, bead_id, agent, status: 'closed', is_trashed: index === 1 };
      });
    const links = own.map(({ id, bead_id, agent, active_ms }) => ({ id, bead_id, agent, active_ms }));
    const found = async (text: string) => {
      const { filter, parts } = readHistoryQuery(text, 0);
      expect(parts.filter(({ problem }) => problem !== null)).toEqual([]);
      return (await engine.list(catalogFilterOf([filter], own), { limit: 1, offset: 0 })).total;
    };
    const { days } = await engine.figures({ links });
    const middle = days[Math.floor(days.length / 2)]?.key ?? '';
    for (const since of [null, middle]) {
      const when = since === null ? 'billed:any' : `billed:${since}..`;
      const figures = await engine.figures({
        links,
        ...(since === null ? {} : { since: new Date(`${since}T00:00:00`).toISOString() }),
      });
      expect(await found(when)).toBe(figures.total.sessions);
      expect(await found(`${when} has:claude-cost`)).toBe(figures.claude.sessions);
      for (const { key, sessions } of figures.days)
        expect(await found(`billed:${key ?? 'undated'}`), `day ${key}`).toBe(sessions);
      for (const [, kind] of KINDS.slice(1))
        for (const { key, sessions } of figures[kind])
          expect(await found(`${when} ${kind.slice(0, -1)}:${key ?? 'none'}`), `${kind} ${key}`).toBe(
            sessions,
          );
      const [first, ...others] = figures.beads.filter(({ key }) => key !== null);
      expect(await found(`${when} has:bead -bead:${first?.key}`)).toBe(
        others.reduce((sum, { sessions }) => sum + sessions, 0),
      );
    }
  });

  it.each([5, 6, 7])(
    'every session costs what the oracle says, to the rounding of its messages (seed %i)',
    async (seed) => {
      const { corpus, engine } = await readHistory(seed);
      const { rows, total } = await engine.report({ by: 'session', filter: {}, links: [] });
      const costs = new Map(rows.map((row) => [row.key, row.cost_micro_usd]));
      const off = Object.entries(corpus.expected.sessions).filter(
        ([id, { costNewUSD, apiMessagesNew }]) =>
          Math.abs((costs.get(id) ?? 0) - costNewUSD * 1e6) > apiMessagesNew / 2 + 1,
      );
      expect(off).toEqual([]);
      expect(total).toMatchObject({ unpriced_tokens: 0 });
    },
  );

  it('follow a price of one’s own, as the report and the sessions do, and the list again', async () => {
    const { engine } = await readHistory(2);
    const before = await engine.figures({ links: [] });
    const model = before.models[0]?.key ?? '';
    const dear = { model, input: 0, output: 1000, cache_read: 0, cache_write_5m: 0, cache_write_1h: 0 };
    await engine.charge([dear]);
    const after = await engine.figures({ links: [] });
    const [own] = after.models.filter(({ key }) => key === model);
    expect(own?.cost_micro_usd).toBe((own?.tokens_out ?? 0) * 1000);
    const report = await engine.report({ by: 'model', filter: {}, links: [] });
    expect(report.total).toEqual(after.total);
    const { sessions } = await engine.list({}, { limit: 500, offset: 0 });
    const listed = sessions.reduce((sum, { stats }) => sum + (stats.cost_micro_usd ?? 0), 0);
    expect(listed).toBe(after.total.cost_micro_usd);
    await engine.charge([]);
    expect(await engine.figures({ links: [] })).toEqual(before);
  });

  it('follow what is read after them', async () => {
    const { engine } = await readHistory(4);
    const before = await engine.figures({ links: [] });
    const { sessions } = await engine.list({}, { limit: 1, offset: 0 });
    const [session] = sessions;
    const answer = {
      type: 'assistant',
      uuid: '11111111-2222-4333-8444-555555555555',
      sessionId: session?.id,
      timestamp: '2026-01-02T03:04:05.000Z',
      requestId: 'req_figures',
      message: {
        id: 'msg_figures',
        role: 'assistant',
        model: 'claude-sonnet-5-5',
        content: [{ type: 'text', text: 'One more.' }],
        usage: { input_tokens: 5, output_tokens: 7 },
      },
    };
    appendFileSync(session?.transcript_path ?? '', `${JSON.stringify(answer)}\n`);
    await engine.backfill();
    const after = await engine.figures({ links: [] });
    expect(after.total.tokens_out - before.total.tokens_out).toBe(7);
  });
});
