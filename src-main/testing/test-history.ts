import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPriceFinder } from '@domain/history/report';
import { isDamage } from '../adapters/catalog-sqlite/schema';
import { openSqliteCatalog } from '../adapters/catalog-sqlite/sqlite-catalog';
import { createSystemClock } from '../adapters/system/system-clock';
import { createClaudeProjects } from '../adapters/transcripts/claude-projects';
import { createInlineScanner } from '../adapters/transcripts/scan-run';
import type { TranscriptScanner } from '../ports/transcripts';
import {
  createHistoryEngine,
  type HistoryEngine,
  type HistoryEngineDeps,
} from '../services/history/history-engine';
import { historyParts } from './history-parts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** Histories in a temp folder, read in the thread of the test. */
export type TestHistory = {
  readonly folder: string;
  catalogFile(name?: string): string;
  /** One that reads these `projects`; those of the same name share their catalog. */
  engineFor(
    projects: string,
    name?: string,
    wrap?: WrapScanner,
    more?: Partial<HistoryEngineDeps>,
  ): Promise<HistoryEngine>;
  /** As at the end of a program. */
  closeAll(): Promise<void>;
  remove(): Promise<void>;
};
/** Stands between the engine and the files, to fail as a disk may. */
export type WrapScanner = (scanner: TranscriptScanner) => TranscriptScanner;

export function createTestHistory(): TestHistory {
  const folder = mkdtempSync(join(tmpdir(), 'history-'));
  const open: HistoryEngine[] = [];
  const catalogFile = (name = 'catalog') => join(folder, name, 'history.db');
  const closeAll = async () => {
    for (const engine of open.splice(0)) await engine.close();
  };
  return {
    folder,
    catalogFile,
    async engineFor(projects, name = 'catalog', wrap = (scanner) => scanner, more = {}) {
      const path = catalogFile(name);
      const parts = historyParts(join(folder, name), projects);
      const engine = await createHistoryEngine({
        openCatalog: () => openSqliteCatalog(path),
        isDamage,
        discardCatalog: () => rmSync(path, { force: true }),
        folder: createClaudeProjects(projects),
        scanner: wrap(createInlineScanner(parts.archive.open)),
        ...parts,
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
        ...more,
      });
      open.push(engine);
      return engine;
    },
    closeAll,
    async remove() {
      await closeAll();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function everythingOf(engine: HistoryEngine) {
  const { sessions } = await engine.list({}, { limit: 10_000, offset: 0 });
  return sessions.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
