import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { createForgottenIds } from '../adapters/archive/forgotten-ids';
import { isDamage } from '../adapters/catalog-sqlite/schema';
import { openSqliteCatalog } from '../adapters/catalog-sqlite/sqlite-catalog';
import { createProcessTable } from '../adapters/locks/process-identity';
import { idleTimers } from '../adapters/system/node-timers';
import { createSystemClock } from '../adapters/system/system-clock';
import { createClaudeFiles } from '../adapters/transcripts/claude-files';
import type { Log } from '../ports/log';
import { createEarlyEngine } from './early-engine';
import { answerCalls, type WorkerRole } from './history-thread';

/** The first file of the history's threads: the one that owns the catalog, and those that read for it. */
const role = workerData as WorkerRole;

/** On Linux a priority belongs to the thread that sets it; elsewhere it would be the whole program's. */
function stepBack(by: number): void {
  if (process.platform !== 'linux' || role.places.isAwaited === true) return;
  try {
    setPriority(by);
  } catch {
    // Not allowed here: then as everyone else.
  }
}

const port = parentPort;
if (port !== null && role.role === 'scan') {
  stepBack(10);
  void import('./build-scans').then(({ buildScans }) => buildScans(port, role.places));
} else if (port !== null && role.role === 'engine') {
  const { places, file } = role;
  answerCalls(port, async (tell) => {
    const say = (level: keyof Log) => (message: string, fields?: object) =>
      tell({ type: 'log', level, message, fields: plain(fields) });
    const log: Log = { debug: say('debug'), info: say('info'), warn: say('warn'), error: say('error') };
    return createEarlyEngine({
      openCatalog: () => openSqliteCatalog(places.catalog),
      isDamage,
      claude: createClaudeFiles({ folder: places.claude, startedAt: createProcessTable().startedAt }),
      forgotten: createForgottenIds(places.forgotten),
      clock: createSystemClock(),
      timers: idleTimers,
      load: async (opened) => {
        const { buildEngine } = await import('./build-engine');
        return buildEngine({
          opened,
          places,
          log,
          workerFile: file,
          onMuch: () => stepBack(5),
          onStatus: (status) => tell({ type: 'status', status }),
          onUnsummarised: (session) => tell({ type: 'unsummarised', session }),
        });
      },
    });
  });
}

/** What crosses to another thread must be copied; an error loses its message that way. */
function plain(fields: object | undefined): Record<string, unknown> {
  const entries = Object.entries(fields ?? {});
  return Object.fromEntries(
    entries.map(([name, value]) => [name, value instanceof Error ? value.message : value]),
  );
}
