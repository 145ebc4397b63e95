import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSqliteCatalog } from '../../adapters/catalog-sqlite/sqlite-catalog';
import type { Catalog } from '../../ports/catalog';
import {
  createTestHistory,
  everythingOf,
  type TestHistory,
  type WrapScanner,
} from '../../testing/test-history';
import { breathe } from './breathe';

/** More than a first batch holds, so that one is written while the rest is read. */
const SESSIONS = 120;
const idOf = (n: number) => `11111111-1111-4111-8111-${String(n).padStart(12, '0')}`;

let history: TestHistory;
const astray: unknown[] = [];
const note = (error: unknown) => void astray.push(error);
beforeEach(() => {
  history = createTestHistory();
  const folder = join(history.folder, 'projects', '-home-dev-project');
  mkdirSync(folder, { recursive: true });
  for (let n = 0; n < SESSIONS; n += 1)
    writeFileSync(
      join(folder, `${idOf(n)}.jsonl`),
      `${JSON.stringify({ type: 'user', uuid: `u${n}`, timestamp: '2026-01-01T10:00:00.000Z', message: { role: 'user', content: `heronquill ${n}` } })}\n`,
    );
  astray.length = 0;
  process.on('unhandledRejection', note);
});
afterEach(async () => {
  process.off('unhandledRejection', note);
  await history.remove();
});

/** As a thread does: each slice is an answer of its own, and the world turns meanwhile. */
const slowly: WrapScanner = (scanner) => ({
  ...scanner,
  open(job) {
    const run = scanner.open(job);
    return {
      ...run,
      async next() {
        await breathe();
        return run.next();
      },
    };
  },
});

it('a write that fails in the middle of much ends that look with its reason, and the next look reads the rest', async () => {
  let writes = 0;
  let opened = 0;
  const openCatalog = (): Catalog => {
    const catalog = openSqliteCatalog(history.catalogFile());
    return {
      ...catalog,
      async write(sessions) {
        writes += 1;
        if (writes === 1) throw Object.assign(new Error('no room'), { code: 'ENOSPC' });
        return catalog.write(sessions);
      },
    };
  };
  const counted: WrapScanner = (scanner) => ({
    ...slowly(scanner),
    open: (job) => {
      opened += 1;
      return slowly(scanner).open(job);
    },
  });
  const engine = await history.engineFor(join(history.folder, 'projects'), 'catalog', counted, {
    openCatalog,
  });
  await expect(engine.backfill()).rejects.toThrow('no room');
  expect(astray).toEqual([]);
  // Nobody reads on for a writer that is gone.
  expect(opened).toBeLessThan(SESSIONS);
  expect(await engine.backfill()).toMatchObject({ discovered: SESSIONS, ingested: SESSIONS, failed: 0 });
  expect(await everythingOf(engine)).toHaveLength(SESSIONS);
  expect(astray).toEqual([]);
});
