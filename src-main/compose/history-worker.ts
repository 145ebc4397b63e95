import { setPriority } from 'node:os';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { createForgottenIds } from '../adapters/archive/forgotten-ids';
import { isDamage } from '../adapters/catalog-sqlite/schema';
import { openSqliteCatalog } from '../adapters/catalog-sqlite/sqlite-catalog';
import { openDatabase } from '../adapters/catalog-sqlite/sqlite-driver';
import { createProcessTable } from '../adapters/locks/process-identity';
import { idleTimers } from '../adapters/system/node-timers';
import { createSystemClock } from '../adapters/system/system-clock';
import { createClaudeFiles } from '../adapters/transcripts/claude-files';
import { startScanThreads } from '../adapters/transcripts/scan-threads';
import type { Catalog } from '../ports/catalog';
import type { Log } from '../ports/log';
import type { ReadAhead } from './build-engine';
import { createEarlyEngine } from './early-engine';
import { answerCalls, type EngineRole, type HistoryPlaces, type WorkerRole } from './history-thread';

/** The first file of the history's threads: the one that owns the catalog, and those that read for it. */
function begin(port: MessagePort, role: WorkerRole): void {
  if (role.role === 'engine') beginEngine(port, role);
  else if (role.role === 'ahead') {
    const { places, file } = role;
    port.once('message', (engine: EngineRole) => beginEngine(port, engine, ahead));
    const threads = startScanThreads(file, { role: 'scan', places } satisfies WorkerRole);
    const ahead = import('./build-engine').then(({ findAhead }) => ({ threads, found: findAhead(places) }));
    // The code of SQLite.
    openDatabase(':memory:').close();
  } else {
    stepBack(role.places, 10);
    void import('./build-scans').then(({ buildScans }) => buildScans(port, role.places));
  }
}

function beginEngine(port: MessagePort, { places, file }: EngineRole, ahead?: Promise<ReadAhead>): void {
  answerCalls(port, async (tell) => {
    const say = (level: keyof Log) => (message: string, fields?: object) =>
      tell({ type: 'log', level, message, fields: plain(fields) });
    const log: Log = { debug: say('debug'), info: say('info'), warn: say('warn'), error: say('error') };
    const load = async (opened: Catalog | null) => {
      const { buildEngine } = await import('./build-engine');
      return buildEngine({
        opened,
        places,
        log,
        workerFile: file,
        ahead: await ahead,
        onMuch: () => stepBack(places, 5),
        onStatus: (status) => tell({ type: 'status', status }),
        onUnsummarised: (session) => tell({ type: 'unsummarised', session }),
      });
    };
    if (ahead !== undefined) return load(null);
    return createEarlyEngine({
      openCatalog: () => openSqliteCatalog(places.catalog),
      isDamage,
      claude: createClaudeFiles({ folder: places.claude, startedAt: createProcessTable().startedAt }),
      forgotten: createForgottenIds(places.forgotten),
      clock: createSystemClock(),
      timers: idleTimers,
      load,
    });
  });
}

/** On Linux a priority belongs to the thread that sets it; elsewhere it would be the whole program's. */
function stepBack({ isAwaited = false }: HistoryPlaces, by: number): void {
  if (process.platform !== 'linux' || isAwaited) return;
  try {
    setPriority(by);
  } catch {
    // Not allowed here: then as everyone else.
  }
}

/** What crosses to another thread must be copied; an error loses its message that way. */
function plain(fields: object | undefined): Record<string, unknown> {
  const entries = Object.entries(fields ?? {});
  return Object.fromEntries(
    entries.map(([name, value]) => [name, value instanceof Error ? value.message : value]),
  );
}

if (parentPort !== null) begin(parentPort, workerData as WorkerRole);
