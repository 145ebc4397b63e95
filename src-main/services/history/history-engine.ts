import type { Figures } from '@domain/history/figures';
import type {
  BackfillResult,
  HistoryTotals,
  HistoryValues,
  IngestStatus,
  Report,
  SearchHit,
} from '@domain/history/record';
import type { PriceFinder } from '@domain/history/report';
import { readSearchQuery } from '@domain/history/search-query';
import type { Catalog, CatalogFilter, CatalogRecord, Search } from '../../ports/catalog';
import type { Clock } from '../../ports/clock';
import type { Log } from '../../ports/log';
import type { Timers } from '../../ports/timers';
import type { TranscriptPages } from '../../ports/transcript-pages';
import type { TranscriptFolder, TranscriptScanner } from '../../ports/transcripts';
import { findResults } from './find-results';
import { createIngest, type Ingest } from './ingest';
import { createFigures, type FiguresRequest } from './make-figures';
import { makeReport, type ReportRequest } from './make-report';
import { createTranscriptViews, type TranscriptViews } from './show-transcript';

export type CatalogSession = CatalogRecord & { readonly id: string };

export type Page = { readonly limit: number; readonly offset: number };
export type ResultsRequest = Omit<Search, 'terms'> & { readonly text: string };
export type EngineResults = {
  readonly results: readonly {
    readonly session: CatalogSession;
    readonly hits: number;
    readonly hit: SearchHit | null;
  }[];
  readonly totals: HistoryTotals;
};

/** All that is known of every session of this machine. It lives in a thread of its own; this is how it is asked. */
export type HistoryEngine = {
  list(filter: CatalogFilter, page: Page): Promise<{ sessions: readonly CatalogSession[]; total: number }>;
  show(id: string): Promise<CatalogSession | null>;
  search(text: string, filter: CatalogFilter, limit: number): Promise<readonly SearchHit[]>;
  /** Sessions instead of texts; without words all that pass the filter. */
  results(request: ResultsRequest, page: Page): Promise<EngineResults>;
  values(): Promise<Pick<HistoryValues, 'projects' | 'models'>>;
  report(request: ReportRequest): Promise<Report>;
  figures(request: FiguresRequest): Promise<Omit<Figures, 'prices_as_of'>>;
  transcript: TranscriptViews['window'];
  message: TranscriptViews['message'];
  outline: TranscriptViews['outline'];
  find: TranscriptViews['find'];
  status(): Promise<IngestStatus>;
  /** Reads whatever is due, now. */
  backfill(): Promise<BackfillResult>;
  preview(): Promise<BackfillResult>;
  /** Reads these files now, as far as they are transcripts and hold something new. */
  look(paths: readonly string[]): Promise<void>;
  abort(): Promise<void>;
  /** From now on what changes is read as it changes. */
  keepUp(): Promise<void>;
  /** From now on only when asked. */
  rest(): Promise<void>;
  close(): Promise<void>;
};

export type HistoryEngineDeps = {
  readonly openCatalog: () => Catalog;
  /** The database is damaged: it is thrown away and built anew. */
  readonly isDamage: (error: unknown) => boolean;
  readonly discardCatalog: () => void;
  readonly folder: TranscriptFolder;
  readonly scanner: TranscriptScanner;
  readonly pages: TranscriptPages;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly log: Log;
  readonly price: PriceFinder;
  /** Tells one table of prices from another. */
  readonly priceMark: string;
  readonly onStatus: (status: IngestStatus) => void;
};

/** Watchers lose events. */
const LOOK_AGAIN_MS = 10 * 60_000;
const PRICES = 'prices';

export async function createHistoryEngine(deps: HistoryEngineDeps): Promise<HistoryEngine> {
  const { log, timers } = deps;
  let catalog: Catalog;
  let ingest: Ingest;
  let isClosed = false;
  let stopWatch = () => {};
  let stopLook = () => {};

  const open = async () => {
    catalog = deps.openCatalog();
    if ((await catalog.setting(PRICES)) !== deps.priceMark) {
      await catalog.uncreditAll();
      await catalog.setSetting(PRICES, deps.priceMark);
    }
    ingest = await createIngest({ ...deps, catalog });
  };
  await open();
  const figures = createFigures(() => catalog, deps.price);
  const pathsOf = async (id: string) => ingest.filesOf(id);
  const views = createTranscriptViews({ pages: deps.pages, pathsOf, price: deps.price, timers });

  /** A damaged database costs one look through the files, not an error a person can do nothing about. */
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (isClosed || !deps.isDamage(error)) throw error;
      log.warn('the catalog is damaged and is built anew', { error });
      ingest.abort();
      await catalog.close().catch(() => {});
      deps.discardCatalog();
      await open();
      void ingest.reconcile().catch((problem) => log.error('reading the history failed', { error: problem }));
      return work();
    }
  };
  const quietly = (work: Promise<unknown>) => {
    work.catch((error) => {
      if (!isClosed) log.error('reading the history failed', { error });
    });
  };
  const lookRegularly = () => {
    stopLook = timers.after(LOOK_AGAIN_MS, () => {
      quietly(guarded(() => ingest.reconcile()));
      if (!isClosed) lookRegularly();
    });
  };

  return {
    list: (filter, page) =>
      guarded(async () => ({
        sessions: await catalog.list(filter, page),
        total: await catalog.count(filter),
      })),
    show: (id) => guarded(() => catalog.show(id)),
    search: (text, filter, limit) => guarded(() => catalog.search(readSearchQuery(text), filter, limit)),
    results: ({ text, ...search }, page) =>
      guarded(() => findResults(catalog, { ...search, terms: readSearchQuery(text) }, page)),
    values: () => guarded(() => catalog.values()),
    report: (request) => guarded(() => makeReport(catalog, request, deps.price)),
    figures: (request) => guarded(() => figures(request)),
    transcript: (request) => views.window(request),
    message: (request) => views.message(request),
    outline: (request) => views.outline(request),
    find: (request) => views.find(request),
    status: async () => ingest.status(),
    backfill: () => guarded(() => ingest.reconcile()),
    preview: () => guarded(() => ingest.preview()),
    look: (paths) => guarded(() => ingest.follow(paths)),
    async abort() {
      ingest.abort();
    },
    async rest() {
      stopWatch();
      stopLook();
      ingest.abort();
    },
    async keepUp() {
      stopWatch();
      stopLook();
      stopWatch = deps.folder.watch((paths) =>
        quietly(guarded<unknown>(() => (paths.length === 0 ? ingest.reconcile() : ingest.follow(paths)))),
      );
      lookRegularly();
      quietly(guarded(() => ingest.reconcile()));
    },
    async close() {
      isClosed = true;
      stopWatch();
      stopLook();
      ingest.abort();
      await ingest.settled();
      await deps.scanner.close();
      await catalog.close();
    },
  };
}
