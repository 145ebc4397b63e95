import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { defaultPolicy } from '@domain/privacy/tiers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../../adapters/catalog-sqlite/sqlite-driver';
import { historyParts } from '../../testing/history-parts';
import { createManualTimers } from '../../testing/manual-timers';
import { createTestHistory, everythingOf, type TestHistory } from '../../testing/test-history';
import { type Corpus, makeCorpus } from '../../testing/transcript-corpus';
import type { HistoryEngine } from './history-engine';

let history: TestHistory;
beforeEach(() => {
  history = createTestHistory();
});
afterEach(() => history.remove());

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
    const engine = await history.engineFor(projects());
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
    const opened = new Map<string, number | undefined>();
    for (const { id } of before) {
      const page = { id, branches: true, policy: defaultPolicy, direction: 'after', limit: 1 } as const;
      opened.set(id, (await engine.transcript(page))?.total);
    }
    await history.closeAll();

    rmSync(projects(), { recursive: true });
    rmSync(history.catalogFile());
    const again = await history.engineFor(projects());
    expect(await again.backfill()).toMatchObject({ discovered: 12, ingested: 12, failed: 0 });
    const after = await everythingOf(again);
    expect(plain(after)).toEqual(plain(before));
    await again.copy();
    expect(await everythingOf(again)).toMatchObject(
      after.map(() => ({ keeping: { has_file: false, deletes_at: null, copy: { is_exact: true } } })),
    );
    for (const { id } of after) {
      const page = { id, branches: true, policy: defaultPolicy, direction: 'after', limit: 5 } as const;
      const shown = await again.transcript(page);
      expect(shown?.source).toBe('archive');
      expect(shown?.messages.length).toBeGreaterThan(0);
      expect(shown?.total).toBe(opened.get(id));
    }

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

  it('A4 what found no room stays due, is said, and is tried again every ten minutes, not with every change', async () => {
    const timers = createManualTimers();
    const { archive } = historyParts(join(history.folder, 'catalog'), projects());
    let isFull = true;
    let tries = 0;
    const keep: typeof archive.keep = (session) => {
      tries += 1;
      if (isFull) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
      return archive.keep(session);
    };
    const engine = await history.engineFor(projects(), 'catalog', undefined, {
      archive: { ...archive, keep },
      timers: {
        after(ms, run) {
          if (ms > 0) return timers.after(ms, run);
          setImmediate(run);
          return () => {};
        },
      },
    });
    const patience = { timeout: 25_000, interval: 20 };
    await engine.backfill();
    await engine.obey(exact);
    await engine.keepUp();
    timers.turn(20_000);
    await vi.waitFor(
      async () => expect(await engine.archive()).toMatchObject({ due: 12, failed: 12 }),
      patience,
    );
    expect(tries).toBe(12);

    const [first] = corpus.files();
    appendFileSync(first?.path ?? '', '{"type":"mode"}\n');
    await engine.look([first?.path ?? '']);
    timers.turn(20_000);
    await vi.waitFor(
      async () => expect(await engine.archive()).toMatchObject({ due: 12, failed: 12 }),
      patience,
    );
    await vi.waitFor(() => expect(tries).toBe(13), patience);

    isFull = false;
    timers.turn(10 * 60_000);
    await vi.waitFor(async () => {
      timers.turn(20_000);
      expect(await engine.archive()).toMatchObject({ sessions: 12, due: 0, failed: 0 });
    }, patience);
  });

  it('K5 one that cannot be read is left as it is and told, with where it is and why; the others go on', async () => {
    const engine = await history.engineFor(projects());
    await engine.obey(exact);
    await engine.backfill();
    await engine.copy();
    expect(await engine.archive()).toMatchObject({ sessions: 12, unreadable: [] });
    const paths = new Map(corpus.files().map(({ sessionId, path }) => [sessionId, path]));
    const [one = '', two = ''] = paths.keys();
    const manifest = join(history.folder, 'catalog', 'archive', one.slice(0, 2), one, 'manifest.json');
    const whole = readFileSync(manifest, 'utf8');
    writeFileSync(manifest, '{"version":2}');
    for (const id of [one, two]) appendFileSync(paths.get(id) ?? '', '{"type":"mode"}\n');
    await engine.backfill();
    expect(await engine.copy()).toBe(1);
    const told = {
      sessions: 11,
      due: 1,
      failed: 1,
      unreadable: [{ session_id: one, path: manifest, why: 'newer-version' }],
    };
    expect(await engine.archive()).toMatchObject(told);
    expect((await engine.show(one))?.keeping.copy).toBeNull();
    expect(readFileSync(manifest, 'utf8')).toBe('{"version":2}');
    await history.closeAll();

    // Also when Claude has deleted its file, and the catalog begins anew.
    rmSync(history.catalogFile());
    for (const { sessionId, path } of corpus.files()) if (sessionId === one) rmSync(path);
    const again = await history.engineFor(projects());
    await again.obey(exact);
    await again.backfill();
    await again.copy();
    expect(await again.archive()).toMatchObject({ ...told, due: 0, failed: 0 });
    writeFileSync(manifest, whole);
    await again.copy();
    expect(await again.archive()).toMatchObject({ sessions: 12, unreadable: [] });
  });

  it('what was forgotten never comes back, with its copy and its share of the credit', async () => {
    const engine = await history.engineFor(projects());
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
    await history.closeAll();
    rmSync(history.catalogFile());
    const again = await history.engineFor(projects());
    await again.backfill();
    expect(await left(again)).toEqual(ids.slice(1));
    const report = await again.report({ by: 'session', filter: {}, links: [] });
    expect(report.rows.reduce((sum, row) => sum + row.total_tokens, 0)).toBe(report.total.total_tokens);
  });

  it('no byte of what was forgotten is left in a file of ours, also when that was cut short', async () => {
    const first = await history.engineFor(projects());
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
    const upload = join(history.folder, 'catalog', 'uploads', 'uploaded', `${id}.jsonl`);
    mkdirSync(join(upload, '..'), { recursive: true });
    writeFileSync(upload, 'heronquillvelvet');
    const written = () =>
      ['', '-wal'].some((suffix) => {
        const file = `${history.catalogFile()}${suffix}`;
        return existsSync(file) && readFileSync(file).includes('heronquillvelvet');
      });
    expect(written()).toBe(true);

    // Somebody reads an older state: the old pages stay until that ends.
    const reader = openDatabase(history.catalogFile());
    reader.exec('BEGIN');
    reader.prepare('SELECT 1 FROM sessions').all();
    await first.forget([id]);
    expect(existsSync(upload)).toBe(false);
    expect(await first.search('heronquillvelvet', {}, 5)).toEqual([]);
    reader.exec('COMMIT');
    reader.close();
    expect(written()).toBe(true);
    await history.closeAll();
    await history.engineFor(projects());
    expect(written()).toBe(false);
  });

  it('for so many days alone, when a person says so: what was silent for longer is kept no more', async () => {
    const engine = await history.engineFor(projects());
    await engine.backfill();
    const [one, two] = await everythingOf(engine);
    await engine.obey(exact);
    expect(await engine.copy()).toBe(12);
    const paths = corpus.files().map(({ path }) => path);
    const now = new Date();
    for (const path of paths) utimesSync(path, now, now);
    const old = new Date(now.getTime() - 40 * 86_400_000);
    for (const { path } of corpus.files().filter(({ sessionId }) => sessionId === one?.id))
      utimesSync(path, old, old);
    await engine.backfill();
    await engine.obey({ ...exact, keepDays: 30 });
    await engine.copy();
    expect(await engine.archive()).toMatchObject({ keep_days: 30, sessions: 11, due: 0 });
    expect((await engine.show(one?.id ?? ''))?.keeping.copy).toBeNull();
    expect((await engine.show(two?.id ?? ''))?.keeping.copy).not.toBeNull();
    // For ever again: it is kept again, as long as Claude has it.
    await engine.obey(exact);
    await engine.copy();
    expect(await engine.archive()).toMatchObject({ sessions: 12, due: 0 });
  });

  it('a session that is read anew is the same, and one that nobody has stays as it was', async () => {
    const engine = await history.engineFor(projects());
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
