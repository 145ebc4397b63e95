import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../../adapters/catalog-sqlite/sqlite-driver';
import { createTestHistory, everythingOf, type TestHistory } from '../../testing/test-history';
import type { HistoryEngine } from './history-engine';

let history: TestHistory;
beforeEach(() => {
  history = createTestHistory();
});
afterEach(() => history.remove());

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
  const projects = () => join(history.folder, 'projects');
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
    const engine = await history.engineFor(projects());
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
    const engine = await history.engineFor(projects());
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
    const engine = await history.engineFor(projects());
    await engine.backfill();
    unlinkSync(path());
    expect(await engine.backfill()).toMatchObject({ discovered: 0, failed: 0 });
    expect(await words(engine, 'alpha')).toBe(1);
    expect(await everythingOf(engine)).toHaveLength(1);
  });

  it('links in circles, a folder named like a transcript and foreign files are passed over', async () => {
    symlinkSync(projects(), join(projects(), '-home-dev-project', 'loop'));
    symlinkSync('self', join(projects(), 'self'));
    symlinkSync(join(projects(), '-home-dev-project'), join(projects(), '-linked'));
    mkdirSync(path('33333333-3333-4333-8333-333333333333'));
    writeFileSync(join(projects(), '-home-dev-project', 'notes.jsonl'), line('n', 'note'));
    const engine = await history.engineFor(projects());
    expect(await engine.backfill()).toMatchObject({ discovered: 1, ingested: 1, failed: 0 });
  });

  it('what looks like a key is not in the catalog', async () => {
    const key = `ghp_${'a1B2'.repeat(9)}`;
    writeFileSync(path(), line('k', `use ${key} now`));
    const engine = await history.engineFor(projects());
    await engine.backfill();
    expect(await engine.show(ID)).toMatchObject({ initial_prompt: 'use [REDACTED] now' });
    expect(await words(engine, key)).toBe(0);
    await history.closeAll();
    expect(readFileSync(history.catalogFile()).includes(key)).toBe(false);
  });

  it.each([
    ['of another kind', () => writeFileSync(history.catalogFile(), 'this is not a database')],
    ['cut short', () => truncateSync(history.catalogFile(), 10_000)],
    ['missing', () => unlinkSync(history.catalogFile())],
    [
      'of another version',
      () => {
        const db = openDatabase(history.catalogFile());
        db.exec('PRAGMA user_version = 1');
        db.close();
      },
    ],
  ])('a catalog that is %s is built anew', async (_, damage) => {
    const engine = await history.engineFor(projects());
    await engine.backfill();
    await history.closeAll();
    damage();
    const again = await history.engineFor(projects());
    expect(await again.status()).toMatchObject({ catalog: 'rebuilt' });
    await again.backfill();
    expect(await words(again, 'alpha')).toBe(1);
  });
});
