import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isDamage } from '../adapters/catalog-sqlite/schema';
import { openSqliteCatalog } from '../adapters/catalog-sqlite/sqlite-catalog';
import { createSystemClock } from '../adapters/system/system-clock';
import { createClaudeFiles } from '../adapters/transcripts/claude-files';
import type { Catalog } from '../ports/catalog';
import { createManualTimers } from '../testing/manual-timers';
import { createTestHistory, everythingOf, type TestHistory } from '../testing/test-history';
import { type Corpus, makeCorpus } from '../testing/transcript-corpus';
import { createEarlyEngine } from './early-engine';

let history: TestHistory;
let corpus: Corpus;
let projects: string;
/** What was loaded is closed with the history of the test. */
const endings: (() => Promise<void>)[] = [];
beforeEach(async () => {
  history = createTestHistory();
  corpus = makeCorpus({ sessions: 12, messages: 8, seed: 5 });
  projects = join(corpus.claudeFolder, 'projects');
  await (await history.engineFor(projects)).backfill();
  await history.closeAll();
});
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
  await history.remove();
  corpus.remove();
});

/** `load` makes the whole engine over a catalog it opens itself. */
function begin(isEmpty = true) {
  const timers = createManualTimers();
  const load = vi.fn(async (catalog: Catalog | null) => {
    await catalog?.close();
    return history.engineFor(projects);
  });
  const engine = createEarlyEngine({
    openCatalog: () => openSqliteCatalog(history.catalogFile()),
    isDamage,
    claude: createClaudeFiles({ folder: corpus.claudeFolder, startedAt: () => undefined }),
    forgotten: { isEmpty: () => isEmpty },
    clock: createSystemClock(),
    timers,
    load,
  });
  endings.push(async () => (load.mock.calls.length === 0 ? engine.close() : undefined));
  return { engine, load, timers };
}
const page = { limit: 100, offset: 0 };
const rules = { mode: 'off', keepDays: null, indexTools: false } as const;

it('the list of a start is that of the whole engine, which is not loaded for it', async () => {
  const { engine, load } = begin();
  await engine.obey(rules);
  expect(await engine.status()).toMatchObject({ state: 'idle', catalog: 'ready' });
  const [one] = await everythingOf(engine);
  await engine.place([{ folder: one?.cwd ?? '', project: '/home/dev/tide', reason: 'remap' }]);
  const early = await everythingOf(engine);
  const ofProject = await engine.list({ projects: ['/home/dev/tide'] }, { limit: 5, offset: 0 });
  expect(early).toHaveLength(12);
  expect(ofProject.total).toBeGreaterThan(0);
  expect(load).not.toHaveBeenCalled();

  // Another question loads it; what was told before counts for it, too.
  expect(
    (await engine.results({ text: '', filter: {}, order: 'newest', activeMs: new Map() }, page)).totals,
  ).toMatchObject({ sessions: 12 });
  expect(load).toHaveBeenCalledOnce();
  expect(await everythingOf(engine)).toEqual(early);
  expect(await engine.list({ projects: ['/home/dev/tide'] }, { limit: 5, offset: 0 })).toEqual(ofProject);
});

it('all of it is there a while later, also when nobody asks', async () => {
  const { engine, load, timers } = begin();
  await engine.obey(rules);
  timers.turn(10_000);
  expect(load).toHaveBeenCalledOnce();
  expect(await engine.status()).toMatchObject({ state: 'idle' });
  expect(timers.waiting()).toBe(0);
});

it.each([
  ['something was deleted for ever', false, {}],
  ['only the figures know', true, { billed: ['any'] }],
])('a list waits for the whole engine when %s', async (_, isEmpty, filter) => {
  const { engine, load } = begin(isEmpty);
  expect((await engine.list(filter, page)).total).toBeGreaterThan(0);
  expect(load).toHaveBeenCalledOnce();
});

it('an engine that could not be loaded is loaded with the next question, over a catalog of its own', async () => {
  const { engine, load } = begin();
  load.mockRejectedValueOnce(new Error('no room'));
  await expect(engine.values()).rejects.toThrow('no room');
  expect(await everythingOf(engine)).toHaveLength(12);
  expect(load.mock.calls.map(([catalog]) => catalog === null)).toEqual([false, true]);
});

it('whoever only asked for the list leaves nothing open', async () => {
  const { engine, timers } = begin();
  await everythingOf(engine);
  await engine.close();
  expect(timers.waiting()).toBe(0);
  await expect(engine.list({}, page)).rejects.toThrow();
});
