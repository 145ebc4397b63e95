import { withOwnPrices } from '@domain/cost/price-table';
import { RESTORE } from '@domain/history/capture';
import { isCutShort } from '@domain/history/cut-short';
import type { BackfillResult, IngestStatus, LastLook } from '@domain/history/record';
import { createPriceFinder, type PriceFinder } from '@domain/history/report';
import { readSearchQuery } from '@domain/history/search-query';
import type { Archive, ForgottenIds } from '../../ports/archive';
import type { Catalog } from '../../ports/catalog';
import type { Clock } from '../../ports/clock';
import type { Log } from '../../ports/log';
import type { KeptSummaries } from '../../ports/summaries';
import type { Timers } from '../../ports/timers';
import type { TranscriptPages } from '../../ports/transcript-pages';
import type { TranscriptUploads } from '../../ports/transcript-uploads';
import type { ClaudeFiles, ToolReader, TranscriptFolder, TranscriptScanner } from '../../ports/transcripts';
import { withoutBilled } from './billed-filter';
import { createCatalogGuard } from './catalog-guard';
import { creditSessions } from './credit-sessions';
import type { CatalogSession, EngineFilter, HistoryEngine, HistoryRules } from './engine-calls';
import { exportSession } from './export-session';
import { findResults } from './find-results';
import { createToolIndexer, type ToolIndexer } from './index-tools';
import { createIngest, type Ingest } from './ingest';
import { type CopyKeeper, createCopyKeeper } from './keep-copies';
import { createSheetKeeper } from './keep-sheets';
import { listPage } from './list-page';
import { createFigures } from './make-figures';
import { makeReport } from './make-report';
import { makeSheet } from './open-transcript';
import { createProjectFilter } from './project-filter';
import { recoverCaptures } from './recover-captures';
import { refilterKept } from './refilter-kept';
import { createTranscriptViews } from './show-transcript';

export type * from './engine-calls';

export type HistoryEngineDeps = {
  readonly openCatalog: () => Catalog;
  /** The database is damaged: it is thrown away and built anew. */
  readonly isDamage: (error: unknown) => boolean;
  readonly discardCatalog: () => void;
  readonly folder: TranscriptFolder;
  readonly scanner: TranscriptScanner;
  readonly tools: ToolReader;
  readonly archive: Archive;
  readonly claude: ClaudeFiles;
  readonly forgotten: ForgottenIds;
  readonly uploads: Pick<TranscriptUploads, 'remove' | 'refilter'>;
  readonly summaries: Pick<KeptSummaries, 'remove' | 'refilter'>;
  /** `sessionOf`: to which session a file belongs. */
  readonly pages: (sessionOf: (path: string) => string | null) => TranscriptPages;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly log: Log;
  readonly price: PriceFinder;
  /** Tells one table of prices from another. */
  readonly priceMark: string;
  readonly onStatus: (status: IngestStatus) => void;
  /** Its summary failed before: somebody may try that again, and nothing else. */
  readonly onUnsummarised?: (id: string) => void;
  /** Much is to be done, and nobody waits for it. */
  readonly onMuch?: () => void;
  /** A command waits for the end of a reading. */
  readonly isAwaited?: boolean;
};

/** Watchers lose events. */
const LOOK_AGAIN_MS = 10 * 60_000;
const PRICES = 'prices';
const LIST_PRICES = JSON.stringify(withOwnPrices([]));
/** As every door tells it. */
const told = ({ left: _left, ...result }: LastLook): BackfillResult => result;
/** Something was removed, and its bytes may still be in the catalog's file. */
const SCRUB = 'scrub';

export async function createHistoryEngine(deps: HistoryEngineDeps): Promise<HistoryEngine> {
  const { log, timers } = deps;
  let catalog: Catalog;
  let ingest: Ingest;
  let copies: CopyKeeper;
  let tools: ToolIndexer;
  let rules: HistoryRules = { mode: 'off', keepDays: null, indexTools: false };
  let isClosed = false;
  let stopWatch = () => {};
  let stopLook = () => {};

  let table = { find: deps.price, mark: deps.priceMark };
  /** Whoever holds it is told by the table that counts now. */
  const price: PriceFinder = (model, atMs) => table.find(model, atMs);
  const reprice = async () => {
    if ((await catalog.setting(PRICES)) === table.mark) return;
    await catalog.uncreditAll();
    await catalog.setSetting(PRICES, table.mark);
  };

  const pages = deps.pages((path) => ingest.sessionOf(path));
  const sheets = createSheetKeeper({
    ...deps,
    catalog: () => catalog,
    make: async (id) => makeSheet(pages, await ingest.filesOf(id)),
    isBusy: () => ingest.status().state !== 'idle',
  });

  const open = async () => {
    catalog = deps.openCatalog();
    await reprice();
    ingest = createIngest({
      ...deps,
      price,
      isListPriced: () => table.mark === LIST_PRICES,
      catalog,
      copies: deps.archive,
      isForgotten: deps.forgotten.has,
      openSessions: deps.claude.openSessions,
      wantsSummaries: () => rules.summaries === true,
      onRead: () => {
        copies.soon();
        tools.soon();
        sheets.soon();
      },
    });
    copies = await createCopyKeeper({ ...deps, catalog: () => catalog, known: () => ingest.known() });
    copies.obey(rules);
    tools = createToolIndexer({
      ...deps,
      catalog: () => catalog,
      isBusy: () => ingest.status().state !== 'idle',
    });
    tools.obey(rules.indexTools);
    // A deletion that was cut short is finished.
    if (!deps.forgotten.isEmpty()) await forgetAll([...(await heldIds())].filter(deps.forgotten.has));
    await scrubIfDue();
  };
  const heldIds = async () =>
    new Set([...[...(await ingest.known())].map(({ sessionId }) => sessionId), ...copies.ids()]);
  const forgetAll = async (ids: readonly string[]) => {
    if (ids.length > 0) await catalog.setSetting(SCRUB, 'due');
    for (const id of ids) {
      // Before it counts as forgotten: one that was never read is known by its file alone.
      await deps.uploads.remove(id);
      await deps.summaries.remove(id);
      deps.forgotten.add(id);
      await copies.forget(id);
      await ingest.forget(id);
    }
  };
  /** Not while another program has the file: then with the next look. What was removed is found by nobody meanwhile. */
  const scrubIfDue = async () => {
    if ((await catalog.setting(SCRUB)) !== 'due') return;
    try {
      await catalog.scrub();
      await catalog.setSetting(SCRUB, 'done');
    } catch (error) {
      if (deps.isDamage(error)) throw error;
      log.info('the catalog is scrubbed later', { error });
    }
  };
  await open();
  const projects = createProjectFilter(() => catalog);
  const figures = createFigures(
    () => catalog,
    price,
    projects.map,
    () => deps.clock.nowMs(),
    () => table.mark,
  );
  const narrow = async (filter: EngineFilter) => projects.narrow(await withoutBilled(filter, figures.behind));
  const views = createTranscriptViews({ pages, sheets, pathsOf: (id) => ingest.filesOf(id), price, timers });

  const guarded = createCatalogGuard({
    isDamage: (error) => !isClosed && deps.isDamage(error),
    catalog: () => catalog,
    async mend(error) {
      log.warn('the catalog is damaged and is built anew', { error });
      await ingest.close();
      await copies.close();
      await tools.close();
      await catalog.close().catch(() => {});
      deps.discardCatalog();
      await open();
      void ingest.reconcile().catch((problem) => log.error('reading the history failed', { error: problem }));
    },
  });
  const quietly = (work: Promise<unknown>) => {
    work.catch((error) => {
      if (!isClosed) log.error('reading the history failed', { error });
    });
  };
  const recover = (isDryRun: boolean) =>
    recoverCaptures(
      {
        catalog,
        open: deps.claude.openSessions(),
        nowMs: deps.clock.nowMs(),
        wantsSummaries: rules.summaries === true,
        reparse: (id) => ingest.reparse(id),
        summarise: (id) => deps.onUnsummarised?.(id),
      },
      isDryRun,
    );
  const lookAround = async () => {
    // What waits to be read would look as if nothing were in it.
    if (!isCutShort(await ingest.reconcile())) await recover(false);
  };
  /** Anew with every look: a folder may have come that was not there, and a watcher may have been lost. */
  const startWatch = () => {
    stopWatch();
    stopWatch = deps.folder.watch((paths) =>
      quietly(guarded<unknown>(() => (paths.length === 0 ? ingest.reconcile() : ingest.follow(paths)))),
    );
  };
  const lookRegularly = () => {
    stopLook = timers.after(LOOK_AGAIN_MS, () => {
      copies.tryAgain();
      tools.tryAgain();
      quietly(guarded(() => lookAround().then(scrubIfDue)));
      if (isClosed) return;
      startWatch();
      lookRegularly();
    });
  };

  /** No look changed what is counted, and whoever shows or keeps it asks again. */
  const tellAgain = () => deps.onStatus(ingest.status());

  const listJson: HistoryEngine['listJson'] = (filter, page) =>
    guarded(async () => {
      const narrowed = await narrow(filter);
      return listPage(catalog, narrowed, page, projects.map(), copies.keepings);
    });
  const show = async (id: string): Promise<CatalogSession | null> => {
    const session = await catalog.show(id);
    if (session === null) return null;
    const keeping = copies.keepings()(id, session.transcript_path);
    return { ...session, project: projects.map().keyOf(session.cwd), keeping };
  };

  return {
    async list(filter, page) {
      const { json, total } = await listJson(filter, page);
      return { sessions: json.map((text): CatalogSession => JSON.parse(text)), total };
    },
    listJson,
    show: (id) => guarded(() => show(id)),
    idsFrom: (prefix) => guarded(() => catalog.idsFrom(prefix, 5)),
    search: (text, filter, limit) =>
      guarded(async () => catalog.search(readSearchQuery(text), await narrow(filter), limit)),
    results: ({ text, ...search }, page) =>
      guarded(async () => {
        const filter = await narrow(search.filter);
        return findResults(catalog, { ...search, filter, terms: readSearchQuery(text) }, page, show);
      }),
    values: () =>
      guarded(async () => ({ ...(await projects.values()), models: [...(await catalog.models())] })),
    folders: (filter) => guarded(async () => catalog.folders(await narrow(filter))),
    place: async (folders) => projects.place(folders),
    report: (request) =>
      guarded(() =>
        makeReport(catalog, request, { price, projects: projects.map(), nowMs: deps.clock.nowMs() }),
      ),
    figures: (request) => guarded(() => figures.make(request)),
    transcript: (request) => guarded(() => views.window(request)),
    message: (request) => guarded(() => views.message(request)),
    outline: (request) => guarded(() => views.outline(request)),
    summary: (request) => guarded(() => views.summary(request)),
    find: (request) => guarded(() => views.find(request)),
    oddLines: (id) => guarded(() => views.oddLines(id)),
    export: (request) => guarded(() => exportSession(views, request)),
    status: async () => ingest.status(),
    backfill: () => guarded(() => ingest.reconcile().then(told)),
    preview: () => guarded(() => ingest.preview().then(told)),
    look: (paths) => guarded(() => ingest.follow(paths)),
    async abort() {
      ingest.abort();
    },
    reparse: (id) => guarded(async () => ((await ingest.reparse(id)) ? show(id) : null)),
    moveCapture: (id, commands, expected) => guarded(() => catalog.moveCapture(id, commands, expected)),
    captures: (ids) => guarded(() => catalog.captures(ids)),
    stats: (ids) => guarded(() => catalog.stats(ids)),
    recover: (isDryRun) => guarded(() => recover(isDryRun)),
    async obey(next) {
      rules = next;
      copies.obey(next);
      copies.soon();
      tools.obey(next.indexTools);
      tools.soon();
    },
    async charge(own) {
      const next = withOwnPrices(own);
      const mark = JSON.stringify(next);
      if (mark === table.mark) return;
      table = { find: createPriceFinder(next), mark };
      await guarded(async () => {
        await reprice();
        await creditSessions(catalog, price, () => isClosed);
      });
      tellAgain();
    },
    async copy() {
      copies.tryAgain();
      return guarded(() => copies.run());
    },
    async indexTools() {
      tools.tryAgain();
      return guarded(() => tools.run());
    },
    refilter: (ids) => guarded(async () => refilterKept({ ...deps, copies, ids, held: await heldIds() })),
    forgetTools: (id) => guarded(() => catalog.forgetTools(id)),
    scrub: () =>
      guarded(async () => {
        await catalog.setSetting(SCRUB, 'due');
        await scrubIfDue();
      }),
    archive: () => copies.status(),
    async restore(id) {
      const restored = await copies.restore(id);
      if (restored.ok)
        await guarded(async () => {
          await ingest.follow(await ingest.filesOf(id));
          await catalog.moveCapture(id, RESTORE, ['archived']);
        });
      return restored;
    },
    forget: (ids) =>
      guarded(async () => {
        const held = await heldIds();
        // One that was forgotten before is still held when that was cut short.
        await forgetAll(ids.filter((id) => held.has(id) || !deps.forgotten.has(id)));
        tellAgain();
        await scrubIfDue();
      }),
    openSessions: async () => [...deps.claude.openSessions()],
    async rest() {
      stopWatch();
      stopLook();
      ingest.abort();
    },
    async keepUp() {
      stopLook();
      startWatch();
      lookRegularly();
      quietly(guarded(lookAround));
    },
    async close() {
      isClosed = true;
      stopWatch();
      stopLook();
      await ingest.close();
      await copies.close();
      await tools.close();
      await sheets.close();
      await deps.scanner.close();
      await catalog.close();
    },
  };
}
