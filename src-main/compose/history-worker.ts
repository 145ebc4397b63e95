import { setPriority } from 'node:os';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { createFileArchive } from '../adapters/archive/file-archive';
import { answerScans } from '../adapters/transcripts/answer-scans';
import type { Log } from '../ports/log';
import { buildEngine } from './build-engine';
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

if (parentPort !== null && role.role === 'scan') {
  stepBack(10);
  const { archive: folder, claude } = role.places;
  const now = () => new Date().toISOString();
  answerScans(parentPort, createFileArchive({ folder, projects: join(claude, 'projects'), now }).open);
} else if (parentPort !== null && role.role === 'engine') {
  const { places, file } = role;
  answerCalls(parentPort, (tell) => {
    const say = (level: keyof Log) => (message: string, fields?: object) =>
      tell({ type: 'log', level, message, fields: plain(fields) });
    const log: Log = { debug: say('debug'), info: say('info'), warn: say('warn'), error: say('error') };
    return buildEngine({
      places,
      log,
      workerFile: file,
      onMuch: () => stepBack(5),
      onStatus: (status) => tell({ type: 'status', status }),
      onUnsummarised: (session) => tell({ type: 'unsummarised', session }),
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
