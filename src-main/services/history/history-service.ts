import { listPrices } from '@domain/cost/price-table';
import { type Cursor, createFeed, type Frame } from '@domain/feed';
import type { Figures } from '@domain/history/figures';
import type { SummaryCosts } from '@domain/history/generated-summary';
import { readHistoryQuery } from '@domain/history/history-query';
import type {
  ArchiveStatus,
  BackfillResult,
  CaptureRecovery,
  CopyTrouble,
  HistoryFilter,
  HistoryResult,
  HistorySession,
  HistoryTotals,
  HistoryValues,
  IngestStatus,
  Report,
  ReportBy,
  ReportFilter,
  RestoredSession,
  ResultOrder,
  SearchHit,
} from '@domain/history/record';
import { readSearchQuery } from '@domain/history/search-query';
import { type SessionSummary, summaryOf } from '@domain/history/session-summary';
import type { SessionId } from '@domain/ids';
import type { PrivacyPolicy } from '@domain/privacy/tiers';
import { err, ok, type Result } from '@domain/result';
import type { Session } from '@domain/session/record';
import type { RestoreFailure } from '../../ports/archive';
import type { Clock } from '../../ports/clock';
import type { ProjectFolders } from '../../ports/project-folders';
import type { KeptSummaries } from '../../ports/summaries';
import type { ExternalFacts } from '../sessions/note-external';
import { createExport, type ExportedFile, type ExportWish } from './export-sessions';
import type { HistoryEngine, Page } from './history-engine';
import { catalogFilterOf } from './own-filter';
import { fromTerminal, type OwnSession, withOpen, withOwn } from './own-session';
import { createFolderAnswers, createPlacing, type FolderAnswers, type FolderFailure } from './place-folders';
import { createTranscriptAnswers, type TranscriptAnswers } from './transcript-answers';
import type { SummaryDesk, SummaryFailure } from './write-summaries';

export type HistoryFailure =
  | FolderFailure
  | { readonly code: 'session-not-found'; readonly id: string }
  | { readonly code: 'session-ambiguous'; readonly id: string; readonly matches: string[] }
  | { readonly code: 'invalid-query'; readonly part: string; readonly expected: string }
  | { readonly code: 'transcript-gone'; readonly id: string }
  | { readonly code: 'message-not-found'; readonly id: string; readonly message_id: string }
  | { readonly code: 'no-copy' | 'copy-redacted'; readonly id: string }
  | { readonly code: 'copy-damaged' | 'file-in-the-way'; readonly id: string; readonly path: string }
  | {
      readonly code: 'copy-unreadable';
      readonly id: string;
      readonly path: string;
      readonly why: CopyTrouble;
    }
  | {
      readonly code: 'restore-failed';
      readonly id: string;
      readonly path: string;
      readonly detail: string;
    }
  | { readonly code: 'not-noted'; readonly id: string; readonly detail: string }
  | { readonly code: 'export-too-large'; readonly sessions: number }
  | SummaryFailure
  | { readonly code: 'history-unavailable'; readonly detail: string };
export type Answer<T> = Promise<Result<T, HistoryFailure>>;

/** The history as the doors see it: the catalog's sessions, and what the console knows of its own. */
export type HistoryService = TranscriptAnswers &
  FolderAnswers & {
    list(filter: HistoryFilter, page: Page): Answer<{ sessions: HistorySession[]; total: number }>;
    show(id: SessionId): Answer<HistorySession>;
    /** Always there, also of a session whose transcript is gone. */
    summary(id: SessionId): Answer<SessionSummary>;
    /** Asks the user's own Claude for one; answers when it is there. */
    summarise(id: SessionId): Answer<SessionSummary>;
    summaryCosts(): Answer<SummaryCosts>;
    /** The session that this is the beginning of. */
    locate(ref: string): Answer<{ id: SessionId }>;
    search(text: string, filter: HistoryFilter, limit: number): Answer<{ hits: SearchHit[] }>;
    results(
      text: string,
      filter: HistoryFilter,
      page: Page,
      order?: ResultOrder,
    ): Answer<{ results: HistoryResult[]; totals: HistoryTotals }>;
    values(): Answer<HistoryValues>;
    /** A record of ours for a session that began elsewhere. */
    note(id: SessionId): Answer<Session>;
    export(wish: ExportWish): Answer<ExportedFile>;
    report(by: ReportBy, filter: ReportFilter): Answer<Report>;
    figures(filter: ReportFilter): Answer<Figures>;
    status(): Answer<IngestStatus>;
    backfill(isDryRun: boolean): Answer<BackfillResult>;
    abort(): Answer<IngestStatus>;
    recover(isDryRun: boolean): Answer<CaptureRecovery>;
    reparse(id: SessionId): Answer<HistorySession>;
    archive(): Answer<ArchiveStatus>;
    restore(id: SessionId): Answer<RestoredSession>;
    watch(
      after: Cursor | null,
      deliver: (frame: Frame<IngestStatus, IngestStatus>) => void,
    ): Answer<() => void>;
  };

export type HistoryServiceDeps = {
  readonly engine: HistoryEngine;
  readonly folders: ProjectFolders;
  readonly ownSessions: () => Promise<readonly OwnSession[]>;
  /** Sessions that were deleted for ever. */
  readonly purged: () => Promise<readonly string[]>;
  readonly noteExternal: (facts: ExternalFacts) => Promise<Result<Session, { readonly code: string }>>;
  /** What may be shown of tools in a session that ran in this folder. */
  readonly policyOf: (folder: string | null) => PrivacyPolicy;
  readonly kept: Pick<KeptSummaries, 'find' | 'costs'>;
  readonly desk: Pick<SummaryDesk, 'request'>;
  readonly firstStatus: IngestStatus;
  readonly onStatus: (tell: (status: IngestStatus) => void) => void;
  readonly epoch: string;
  readonly clock: Pick<Clock, 'nowMs'>;
};

export function createHistoryService(deps: HistoryServiceDeps): HistoryService {
  const { engine } = deps;
  let status = deps.firstStatus;
  const feed = createFeed<IngestStatus, IngestStatus>({ epoch: deps.epoch, snapshot: () => status });
  deps.onStatus((next) => {
    status = next;
    feed.publish(next);
  });

  /** A thread that ended or a disk that refuses is an answer; the window stays. */
  const asked = async <T>(work: () => Promise<T>): Answer<T> => {
    try {
      return ok(await work());
    } catch (error) {
      return err({
        code: 'history-unavailable',
        detail: error instanceof Error ? error.message : String(error),
      });
    }
  };
  const placed = createPlacing(engine, deps.folders);
  const forgotten = new Set<string>();
  /** What was deleted for ever is gone from the history before anybody asks again. */
  const forgetPurged = async () => {
    const ids = (await deps.purged()).filter((id) => !forgotten.has(id));
    if (ids.length === 0) return;
    await engine.forget(ids);
    for (const id of ids) forgotten.add(id);
  };
  /** What our stores know, and what Claude has open right now in a terminal. */
  const ownSessions = async (): Promise<readonly OwnSession[]> => {
    const [own, open] = await Promise.all([deps.ownSessions(), engine.openSessions(), forgetPurged()]);
    await placed(own);
    return withOpen(own, new Set(open));
  };
  const byId = (own: readonly OwnSession[]) => new Map(own.map((session) => [session.id, session]));

  /** What stands in the text narrows what was asked for otherwise; it can never widen it. */
  const queryOf = (text: string, filter: HistoryFilter): Result<Query, HistoryFailure> => {
    const { words, filter: typed, parts } = readHistoryQuery(text, deps.clock.nowMs());
    const wrong = parts.find(({ problem }) => problem !== null);
    if (wrong === undefined) return ok({ words, filters: [filter, typed] });
    return err({ code: 'invalid-query', part: `${wrong.key}:${wrong.value}`, expected: wrong.problem ?? '' });
  };

  const results: HistoryService['results'] = async (text, filter, page, order = 'newest') => {
    const query = queryOf(text, filter);
    if (!query.ok) return query;
    return asked(async () => {
      const own = await ownSessions();
      const request = {
        text: query.value.words,
        order,
        filter: catalogFilterOf(query.value.filters, own),
        activeMs: new Map(own.flatMap(({ id, active_ms }) => (active_ms === null ? [] : [[id, active_ms]]))),
      };
      const found = await engine.results(request, page);
      const known = byId(own);
      return {
        totals: found.totals,
        results: found.results.map(({ session, hits, hit }) => ({
          session: withOwn(session, known.get(session.id)),
          hits,
          hit,
        })),
      };
    });
  };

  const known = async (id: SessionId): Answer<{ session: HistorySession; own: OwnSession | undefined }> => {
    const found = await asked(async () => {
      const own = byId(await ownSessions()).get(id);
      return { own, session: await engine.show(id) };
    });
    if (!found.ok) return found;
    const { own, session } = found.value;
    if (session === null) return err({ code: 'session-not-found', id });
    return ok({ session: withOwn(session, own), own });
  };
  const show: HistoryService['show'] = async (id) => {
    const found = await known(id);
    return found.ok ? ok(found.value.session) : found;
  };
  const summary: HistoryService['summary'] = async (id) => {
    const found = await known(id);
    if (!found.ok) return found;
    const { session, own } = found.value;
    const policy = deps.policyOf(session.cwd);
    const said = await asked(() => engine.summary({ id, branches: false, policy }));
    if (!said.ok) return said;
    const { files, commits, summary: note } = own ?? fromTerminal;
    const generated = await deps.kept.find(id);
    return ok(summaryOf(session, said.value, { files, commits, note, generated }));
  };

  return {
    ...createTranscriptAnswers(engine, asked, deps.policyOf),
    ...createFolderAnswers(deps, asked, ownSessions),
    list: (filter, page) =>
      asked(async () => {
        const own = await ownSessions();
        const { sessions, total } = await engine.list(catalogFilterOf([filter], own), page);
        const known = byId(own);
        return { sessions: sessions.map((session) => withOwn(session, known.get(session.id))), total };
      }),
    async locate(ref) {
      const found = await asked(() => engine.idsFrom(ref.toLowerCase()));
      if (!found.ok) return found;
      const [id, another] = found.value;
      if (id === undefined) return err({ code: 'session-not-found', id: ref });
      if (another !== undefined)
        return err({ code: 'session-ambiguous', id: ref, matches: [...found.value] });
      return ok({ id: id as SessionId });
    },
    show,
    summary,
    async summarise(id) {
      const written = await asked(() => deps.desk.request(id));
      if (!written.ok) return written;
      return written.value.ok ? summary(id) : written.value;
    },
    summaryCosts: () => asked(() => deps.kept.costs()),
    async note(id) {
      const found = await show(id);
      if (!found.ok) return found;
      const { cwd, status, owner, title, initial_prompt, branch, models, stats } = found.value;
      const { started_at, ended_at, updated_at } = found.value;
      if (owner === 'external' && status === 'active')
        return err({ code: 'not-noted', id, detail: 'running' });
      const noted = await deps.noteExternal({
        id,
        // A file without a line, or one that is a summary alone, names no folder. It can be deleted like any other.
        cwd: cwd ?? '',
        title,
        prompt: initial_prompt,
        branch,
        model: models[0] ?? null,
        began_at: started_at ?? updated_at,
        ended_at: ended_at ?? updated_at,
        stats,
        active_ms: stats.active_ms,
      });
      return noted.ok ? noted : err({ code: 'not-noted', id, detail: noted.error.code });
    },
    export: createExport({ engine, show, summary, ownSessions, policyOf: deps.policyOf, asked }),
    async reparse(id) {
      const found = await known(id);
      if (!found.ok) return found;
      const read = await asked(() => engine.reparse(id));
      if (!read.ok) return read;
      if (read.value === null) return err({ code: 'transcript-gone', id });
      return ok(withOwn(read.value, found.value.own));
    },
    archive: () => asked(() => engine.archive()),
    async restore(id) {
      const answer = await asked(() => engine.restore(id));
      if (!answer.ok) return answer;
      const restored = answer.value;
      return restored.ok ? ok({ id, ...restored.value }) : err(restoreFailure(id, restored.error));
    },
    async search(text, filter, limit) {
      const query = queryOf(text, filter);
      if (!query.ok) return query;
      const { words, filters } = query.value;
      if (readSearchQuery(words).length > 0)
        return asked(async () => {
          const narrowed = catalogFilterOf(filters, await ownSessions());
          return { hits: [...(await engine.search(words, narrowed, limit))] };
        });
      // Filters alone find sessions: each stands with its beginning.
      if (text.trim() === '') return ok({ hits: [] });
      const found = await results(text, filter, { limit, offset: 0 });
      return found.ok ? ok({ hits: found.value.results.map(({ session }) => beginningOf(session)) }) : found;
    },
    results,
    values: () =>
      asked(async () => {
        const own = (await ownSessions()).filter(({ is_trashed }) => !is_trashed);
        const known = (pick: (session: OwnSession) => readonly (string | null)[]) =>
          [...new Set(own.flatMap(pick).filter((each) => each !== null))].sort().slice(0, 500);
        return {
          ...(await engine.values()),
          beads: known(({ bead_id }) => [bead_id]),
          agents: known(({ agent }) => [agent]),
          tags: known(({ tags }) => tags),
        };
      }),
    report: (by, filter) =>
      asked(async () => {
        // Beads and agents are known to our records, and so are some of the folders of a project.
        const isOfRecords =
          by === 'bead' || by === 'agent' || by === 'project' || filter.project !== undefined;
        if (!isOfRecords) await forgetPurged();
        const links = isOfRecords
          ? (await ownSessions()).map(({ id, bead_id, agent }) => ({ id, bead_id, agent }))
          : [];
        return engine.report({ by, filter, links });
      }),
    figures: (filter) =>
      asked(async () => {
        const links = (await ownSessions()).map(({ id, bead_id, agent, active_ms }) => ({
          id,
          bead_id,
          agent,
          active_ms,
        }));
        const figures = await engine.figures({ ...filter, links });
        return { ...figures, prices_as_of: listPrices.as_of };
      }),
    status: () => asked(() => engine.status()),
    backfill: (isDryRun) =>
      asked(async () => {
        await forgetPurged();
        return isDryRun ? engine.preview() : engine.backfill();
      }),
    recover: (isDryRun) => asked(() => engine.recover(isDryRun)),
    abort: () =>
      asked(async () => {
        await engine.abort();
        return engine.status();
      }),
    watch: async (after, deliver) => ok(feed.follow(after, deliver)),
  };
}

function restoreFailure(id: string, failure: RestoreFailure): HistoryFailure {
  switch (failure.code) {
    case 'no-copy':
    case 'copy-redacted':
      return { code: failure.code, id };
    case 'copy-damaged':
    case 'file-in-the-way':
      return { code: failure.code, id, path: failure.path };
    case 'copy-unreadable':
      return { code: failure.code, id, path: failure.path, why: failure.why };
    case 'disk':
      return { code: 'restore-failed', id, path: failure.path, detail: failure.detail };
  }
}

type Query = { readonly words: string; readonly filters: readonly HistoryFilter[] };

function beginningOf({ id, title, cwd, started_at, initial_prompt }: HistorySession): SearchHit {
  return {
    session_id: id,
    title,
    cwd,
    role: 'user',
    uuid: '',
    at: started_at,
    snippet: initial_prompt === null ? [] : [{ text: initial_prompt.slice(0, 260), is_hit: false }],
  };
}
