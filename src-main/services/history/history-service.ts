import { listPrices } from '@domain/cost/price-table';
import { type Cursor, createFeed, type Frame } from '@domain/feed';
import type { Figures } from '@domain/history/figures';
import type {
  BackfillResult,
  HistoryFilter,
  HistorySession,
  IngestStatus,
  Report,
  ReportBy,
  SearchHit,
} from '@domain/history/record';
import type { BeadId, SessionId } from '@domain/ids';
import { err, ok, type Result } from '@domain/result';
import type { CatalogSession, HistoryEngine } from './history-engine';

export type HistoryFailure =
  | { readonly code: 'session-not-found'; readonly id: string }
  | { readonly code: 'history-unavailable'; readonly detail: string };
type Answer<T> = Promise<Result<T, HistoryFailure>>;

/** What the console itself knows of a session. */
export type OwnSession = {
  readonly id: string;
  readonly owner: 'console' | 'external';
  readonly title: string | null;
  readonly bead_id: BeadId | null;
  readonly agent: string | null;
  /** Without its pauses; null while it was never active. */
  readonly active_ms: number | null;
};

/** The history as the doors see it: the catalog's sessions, and what the console knows of its own. */
export type HistoryService = {
  list(
    filter: HistoryFilter,
    page: { limit: number; offset: number },
  ): Answer<{ sessions: HistorySession[]; total: number }>;
  show(id: SessionId): Answer<HistorySession>;
  search(text: string, filter: HistoryFilter, limit: number): Answer<{ hits: SearchHit[] }>;
  report(by: ReportBy, filter: HistoryFilter): Answer<Report>;
  figures(filter: HistoryFilter): Answer<Figures>;
  status(): Answer<IngestStatus>;
  backfill(isDryRun: boolean): Answer<BackfillResult>;
  abort(): Answer<IngestStatus>;
  watch(
    after: Cursor | null,
    deliver: (frame: Frame<IngestStatus, IngestStatus>) => void,
  ): Answer<() => void>;
};

export type HistoryServiceDeps = {
  readonly engine: HistoryEngine;
  readonly ownSessions: () => Promise<readonly OwnSession[]>;
  readonly firstStatus: IngestStatus;
  readonly onStatus: (tell: (status: IngestStatus) => void) => void;
  readonly epoch: string;
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
  const own = async () => new Map((await deps.ownSessions()).map((session) => [session.id, session]));

  return {
    list: (filter, page) =>
      asked(async () => {
        const { sessions, total } = await engine.list(filter, page);
        const known = await own();
        return { sessions: sessions.map((session) => withOwn(session, known.get(session.id))), total };
      }),
    async show(id) {
      const found = await asked(() => engine.show(id));
      if (!found.ok) return found;
      if (found.value === null) return err({ code: 'session-not-found', id });
      return ok(withOwn(found.value, (await own()).get(id)));
    },
    search: (text, filter, limit) =>
      asked(async () => ({ hits: [...(await engine.search(text, filter, limit))] })),
    report: (by, filter) =>
      asked(async () => {
        const isLinked = by === 'bead' || by === 'agent';
        const links = isLinked
          ? (await deps.ownSessions()).map(({ id, bead_id, agent }) => ({ id, bead_id, agent }))
          : [];
        return engine.report({ by, filter, links });
      }),
    figures: ({ since, until, project }) =>
      asked(async () => {
        const links = (await deps.ownSessions()).map(({ id, bead_id, agent, active_ms }) => ({
          id,
          bead_id,
          agent,
          active_ms,
        }));
        const figures = await engine.figures({ since, until, project, links });
        return { ...figures, prices_as_of: listPrices.as_of };
      }),
    status: () => asked(() => engine.status()),
    backfill: (isDryRun) => asked(() => (isDryRun ? engine.preview() : engine.backfill())),
    abort: () =>
      asked(async () => {
        await engine.abort();
        return engine.status();
      }),
    watch: async (after, deliver) => ok(feed.follow(after, deliver)),
  };
}

function withOwn({ id, ...session }: CatalogSession, own: OwnSession | undefined): HistorySession {
  return {
    ...session,
    id: id as SessionId,
    owner: own?.owner ?? 'external',
    title: own?.title ?? session.title,
    bead_id: own?.bead_id ?? null,
    agent: own?.agent ?? null,
  };
}
