import { appendFileSync, closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openDatabase } from '../../adapters/catalog-sqlite/sqlite-driver';
import { createTestHistory, everythingOf, type TestHistory } from '../../testing/test-history';
import { type Corpus, makeCorpus } from '../../testing/transcript-corpus';
import type { HistoryEngine } from './history-engine';

let history: TestHistory;
let corpus: Corpus;
beforeEach(() => {
  history = createTestHistory();
  corpus = makeCorpus({ sessions: 12, messages: 10, seed: 3 });
});
afterEach(async () => {
  await history.remove();
  corpus.remove();
});

const NEW_LINE = `${JSON.stringify({
  type: 'assistant',
  uuid: 'new',
  requestId: 'new',
  timestamp: '2026-01-01T10:00:00.000Z',
  message: {
    id: 'new',
    role: 'assistant',
    model: 'claude-sonnet-4-5',
    usage: { output_tokens: 7 },
    content: [],
  },
})}\n`;
const page = { limit: 100, offset: 0 };
const patience = { timeout: 25_000, interval: 20 };

/** Everything a person may ask of it. */
const answersOf = async (engine: HistoryEngine) => ({
  sessions: await everythingOf(engine),
  hits: (await engine.search('t*', {}, 500)).length,
  report: await engine.report({ by: 'day', filter: {}, links: [] }),
});

/** Bytes of no meaning over the first page of these trees, while the engine has the file open and knows nothing of it. */
function damage(path: string, names: readonly string[]): void {
  const db = openDatabase(path);
  // Whoever has read before looks again, since another program has written.
  db.exec("INSERT OR REPLACE INTO settings (name, value) VALUES ('test', 'x')");
  db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all();
  const [size] = db.prepare('PRAGMA page_size').all();
  const bytes = Number(size?.['page_size']);
  const roots: number[] = db
    .prepare('SELECT name, rootpage FROM sqlite_master WHERE rootpage > 0')
    .all()
    .filter(({ name }) => names.length === 0 || names.includes(String(name)))
    .map(({ rootpage }) => Number(rootpage));
  db.close();
  if (names.includes('sqlite_master')) roots.push(1);
  const file = openSync(path, 'r+');
  for (const root of roots) writeSync(file, Buffer.alloc(bytes, 0xa5), 0, bytes, (root - 1) * bytes);
  closeSync(file);
}

const trees = [
  ['its list of tables', ['sqlite_master']],
  ['sessions', ['sessions']],
  ['an index of them', ['sessions_in_list']],
  ['numbers', ['tallies']],
  ['files', ['files']],
  ['texts', ['texts_data']],
  ['what the texts are found by', ['texts_idx']],
  ['the texts themselves', ['texts_content']],
  ['which texts count', ['parts']],
  ['what is billed', ['billed_keys']],
  ['everything', []],
] as const;

it.each(trees)(
  'damage to %s while it is open: a question or a look builds it anew, and every answer is right',
  async (_, names) => {
    const projects = join(corpus.claudeFolder, 'projects');
    const log = { debug() {}, info() {}, warn: vi.fn(), error: vi.fn() };
    const engine = await history.engineFor(projects, 'catalog', undefined, { log });
    await engine.backfill();
    await answersOf(engine);
    // Something new to write, which is not read yet.
    appendFileSync(corpus.files()[0]?.path ?? '', NEW_LINE);
    const fresh = await history.engineFor(projects, 'fresh');
    await fresh.backfill();
    const truth = await answersOf(fresh);
    expect(truth.hits).toBeGreaterThan(20);
    damage(history.catalogFile(), names);
    // All at once: one of them mends it, the others wait for that.
    const asked = await Promise.all([
      engine.list({}, page),
      answersOf(engine),
      engine.results({ text: 't*', filter: {}, order: 'newest', activeMs: new Map() }, page),
      engine.backfill(),
    ]);
    expect(asked).toHaveLength(4);
    await engine.backfill();
    await vi.waitFor(async () => expect(await answersOf(engine)).toEqual(truth), patience);
    expect(log.error).not.toHaveBeenCalled();
    expect(log.warn.mock.calls.map(([message]) => message)).toEqual([
      'the catalog is damaged and is built anew',
    ]);
  },
);
