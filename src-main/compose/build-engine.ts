import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { withOwnPrices } from '@domain/cost/price-table';
import type { IngestStatus } from '@domain/history/record';
import { createPriceFinder } from '@domain/history/report';
import { createFileArchive } from '../adapters/archive/file-archive';
import { createForgottenIds } from '../adapters/archive/forgotten-ids';
import { isDamage } from '../adapters/catalog-sqlite/schema';
import { openSqliteCatalog } from '../adapters/catalog-sqlite/sqlite-catalog';
import { createProcessTable } from '../adapters/locks/process-identity';
import { createSummaryFiles } from '../adapters/summaries/summary-files';
import { idleTimers } from '../adapters/system/node-timers';
import { createSystemClock } from '../adapters/system/system-clock';
import { createUploadFolder } from '../adapters/transcript-uploads/upload-folder';
import { createClaudeFiles } from '../adapters/transcripts/claude-files';
import { createClaudeProjects } from '../adapters/transcripts/claude-projects';
import { joinFolders } from '../adapters/transcripts/join-folders';
import { createToolReader } from '../adapters/transcripts/read-tools';
import { createScanPool } from '../adapters/transcripts/scan-pool';
import { createInlineScanner } from '../adapters/transcripts/scan-run';
import type { ScanThread } from '../adapters/transcripts/scan-threads';
import { createTranscriptPages } from '../adapters/transcripts/transcript-pages';
import type { Catalog } from '../ports/catalog';
import type { Log } from '../ports/log';
import type { TranscriptFolder } from '../ports/transcripts';
import { createHistoryEngine, type HistoryEngine } from '../services/history/history-engine';
import { createPolicyFinder } from './find-policy';
import type { HistoryPlaces, WorkerRole } from './history-thread';

export type BuildEngine = {
  /** The catalog, when somebody has opened it already. */
  readonly opened?: Catalog | null;
  readonly places: HistoryPlaces;
  readonly log: Log;
  readonly onStatus: (status: IngestStatus) => void;
  readonly onUnsummarised: (id: string) => void;
  /** Much is to be done, and nobody waits for it. */
  readonly onMuch?: () => void;
  /** The script of scanning threads; null reads in this thread. */
  readonly workerFile: string | null;
  readonly ahead?: ReadAhead;
};

/** What can be done for a reading before anybody says what is to be read. */
export type ReadAhead = {
  readonly threads: readonly ScanThread[];
  /** The files of a history that nobody has read before. */
  readonly found: ReturnType<TranscriptFolder['discover']> | null;
};

/** Looks for files where there is no catalog yet. */
export function findAhead(places: HistoryPlaces): ReadAhead['found'] {
  return existsSync(places.catalog) ? null : foldersOf(places).discover(new Map());
}

const foldersOf = ({ claude, uploads }: HistoryPlaces) =>
  joinFolders(createClaudeProjects(join(claude, 'projects')), createClaudeProjects(uploads));

/** Whoever looks at everything first, and knows of nothing, is told what was found already. */
function withFound(folder: TranscriptFolder, ahead: ReadAhead['found']): TranscriptFolder {
  let found = ahead;
  found?.catch(() => {});
  return {
    ...folder,
    discover(known) {
      const first = known.size === 0 ? found : null;
      found = null;
      return first ?? folder.discover(known);
    },
  };
}

export function buildEngine({
  opened,
  places,
  log,
  onStatus,
  onUnsummarised,
  onMuch = () => {},
  workerFile,
  ahead,
}: BuildEngine): Promise<HistoryEngine> {
  const { catalog } = places;
  const projects = join(places.claude, 'projects');
  const workerData: WorkerRole = { role: 'scan', places };
  const clock = createSystemClock();
  // Whoever is not trusted can only tighten, and nobody is here: less is kept rather than more.
  const policyOf = createPolicyFinder(() => false, clock);
  const archive = createFileArchive({ folder: places.archive, projects, now: clock.now, policyOf });
  const processes = createProcessTable();
  const scanner =
    workerFile === null
      ? createInlineScanner(archive.open)
      : createScanPool({
          file: workerFile,
          workerData,
          copyOf: archive.open,
          begun: ahead?.threads,
        });
  let before = opened;
  return createHistoryEngine({
    openCatalog: () => {
      const first = before;
      before = null;
      return first ?? openSqliteCatalog(catalog);
    },
    isDamage,
    discardCatalog: () => {
      for (const suffix of ['', '-wal', '-shm']) rmSync(`${catalog}${suffix}`, { force: true });
    },
    folder: withFound(foldersOf(places), ahead?.found ?? null),
    archive,
    claude: createClaudeFiles({ folder: places.claude, startedAt: processes.startedAt }),
    forgotten: createForgottenIds(places.forgotten),
    uploads: createUploadFolder(places.uploads, { policyOf }),
    summaries: createSummaryFiles(places.summaries),
    scanner,
    tools: createToolReader(policyOf, archive.open),
    pages: (sessionOf) =>
      createTranscriptPages((path) => {
        const id = sessionOf(path.replace(/\.meta\.json$/, '.jsonl'));
        const bytes = id === null ? null : archive.open(id, path);
        return bytes === null ? null : { source: 'archive', bytes };
      }),
    clock,
    timers: idleTimers,
    log,
    price: createPriceFinder(withOwnPrices(places.prices ?? [])),
    priceMark: JSON.stringify(withOwnPrices(places.prices ?? [])),
    onStatus,
    onUnsummarised,
    onMuch,
    isAwaited: places.isAwaited,
  });
}
