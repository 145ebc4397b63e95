import { randomUUID } from 'node:crypto';
import { join, resolve, sep } from 'node:path';
import type { HistoryError, history } from '@contract/history';
import type { ModelPrice } from '@domain/cost/price-table';
import { isReadAnew } from '@domain/history/capture';
import type { IngestStatus } from '@domain/history/record';
import type { SessionId } from '@domain/ids';
import { err, ok, type Result } from '@domain/result';
import type { FindClaude } from '../adapters/claude-cli/find-claude';
import { createPrintSummary } from '../adapters/claude-cli/print-summary';
import { createSummaryFiles } from '../adapters/summaries/summary-files';
import { idleTimers, nodeTimers } from '../adapters/system/node-timers';
import type { Clock } from '../ports/clock';
import type { Log } from '../ports/log';
import type { HistoryEngine, HistoryRules } from '../services/history/history-engine';
import { createHistoryService, type HistoryService } from '../services/history/history-service';
import { createSummaryDesk, type SummaryDesk } from '../services/history/write-summaries';
import type { Elsewhere } from '../services/sessions/list-elsewhere';
import type { HandlersOf } from '../surfaces/router';
import type { ReadAnew } from '../surfaces/routes/audit-routes';
import { historyRoutes } from '../surfaces/routes/history-routes';
import { createPolicyFinder } from './find-policy';
import { historyPlaces, historyWorkerFile, startEngineThread } from './history-thread';
import { ingestOne } from './ingest-one';
import { mayRead, type Reading } from './keep-history';
import { moveOwnCaptures, type OpenSessions, ownSessionsOf } from './own-sessions';
import { placeFolders } from './place-folders';
import type { Places } from './places';

export type ComposeHistory = {
  readonly places: Places;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  readonly clock: Clock;
  readonly isTrusted: (folder: string) => boolean;
  /** Folders that were opened before. */
  readonly recentProjects: () => readonly string[];
  readonly sessions: OpenSessions;
  /** Off for a command that ends at once: what it reads it copies before it ends. */
  readonly isLongLived: boolean;
  /** What is kept and made findable. */
  readonly rules: () => HistoryRules;
  readonly findClaude: FindClaude;
  /** Which model writes summaries. */
  readonly summaryModel: () => string;
  /** A person's own. */
  readonly prices: () => readonly ModelPrice[];
};

export type ComposedHistory = {
  readonly routes: HandlersOf<typeof history>;
  /**
   * Reads what changes from now on, or stops doing so. Without a thread of its own it would be in everyone's way. A history
   * that would take a while waits until a person was asked.
   */
  keepUp(wanted: Reading): Promise<void>;
  /** Somebody says that this file of Claude's has changed. */
  look(path: string): Promise<void>;
  /** Newest first; a history that cannot be opened has none. */
  readonly listed: Elsewhere;
  /** The policy became stricter: what the catalog holds of these is read anew. */
  readonly readAnew: ReadAnew;
  /** The rules of copying, or the prices, may have changed. */
  obeyRules(): Promise<void>;
  close(): Promise<void>;
};

const PAGE = 200;
const CAPTURES_AFTER_MS = 2_000;

type Opened = {
  readonly service: HistoryService;
  readonly engine: HistoryEngine;
  readonly desk: SummaryDesk;
};

export function composeHistory(options: ComposeHistory): ComposedHistory {
  const { places, env, log, clock, sessions } = options;
  const policyOf = createPolicyFinder(options.isTrusted, clock);
  const { uploads, forgotten } = places;
  const kept = createSummaryFiles(places.summaries);
  const where = {
    ...historyPlaces(places, env),
    prices: options.prices(),
    isAwaited: !options.isLongLived,
  };
  const workerFile = historyWorkerFile();
  let isKeepingUp = false;
  let opening: Promise<Result<Opened, HistoryError>> | null = null;

  const start = async () => {
    if (workerFile !== null) return startEngineThread(workerFile, where, log);
    const tellers: ((status: IngestStatus) => void)[] = [];
    const offers: ((id: string) => void)[] = [];
    const onStatus = (status: IngestStatus) => {
      for (const tell of tellers) tell(status);
    };
    // Whoever has a thread for it does not need the code of it.
    const { buildEngine } = await import('./build-engine');
    const onUnsummarised = (id: string) => {
      for (const offer of offers) offer(id);
    };
    const engine = await buildEngine({ places: where, log, onStatus, onUnsummarised, workerFile });
    return {
      engine,
      onStatus: (tell: (status: IngestStatus) => void) => void tellers.push(tell),
      onUnsummarised: (tell: (id: string) => void) => void offers.push(tell),
    };
  };

  /** After every look, once the many of a busy moment are over. */
  let stopCaptures = () => {};
  const followCaptures = (
    engine: HistoryEngine,
    onStatus: (tell: (status: IngestStatus) => void) => void,
  ) => {
    let isWaiting = false;
    const follow = () => {
      isWaiting = false;
      moveOwnCaptures(sessions, engine, clock.nowMs).catch((error: unknown) =>
        log.warn('captures were not written down', { error }),
      );
    };
    onStatus(({ state }) => {
      if (state !== 'idle' || isWaiting) return;
      isWaiting = true;
      stopCaptures = idleTimers.after(CAPTURES_AFTER_MS, follow);
    });
  };

  const build = async (): Promise<Result<Opened, HistoryError>> => {
    try {
      const { engine: started, onStatus, onUnsummarised } = await start();
      const engine = options.isLongLived ? started : allAtOnce(started);
      await engine.obey(options.rules());
      const firstStatus = await engine.status();
      const ownSessions = () => ownSessionsOf(sessions);
      const purged = async () => {
        const service = await sessions();
        return service.ok ? service.value.purgedIds() : [];
      };
      const epoch = randomUUID();
      const desk = createSummaryDesk({
        engine,
        writer: createPrintSummary({
          env,
          find: options.findClaude,
          timers: nodeTimers,
          model: options.summaryModel,
        }),
        kept,
        policyOf,
        note: async (id, text, before) => {
          const service = await sessions();
          if (service.ok) await service.value.noteSummary(id as SessionId, text, before);
        },
        clock,
        log,
      });
      // Whoever ends at once would end Claude in the middle of it.
      if (options.isLongLived) onUnsummarised(desk.offer);
      if (options.isLongLived) followCaptures(engine, onStatus);
      return ok({
        engine,
        desk,
        service: createHistoryService({
          engine,
          folders: placeFolders(places, options.recentProjects, clock.now),
          kept,
          desk,
          ownSessions,
          purged,
          noteExternal: async (facts) => {
            const service = await sessions();
            return service.ok ? service.value.noteExternal(facts) : service;
          },
          policyOf,
          firstStatus,
          onStatus,
          epoch,
          clock,
        }),
      });
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      log.error('the history cannot be opened', { error });
      return err({ code: 'history-unavailable', detail });
    }
  };
  const open = async () => {
    opening ??= build();
    const opened = await opening;
    if (!opened.ok) opening = null;
    return opened;
  };

  return {
    routes: historyRoutes(
      async () => {
        const opened = await open();
        return opened.ok ? ok(opened.value.service) : opened;
      },
      async ({ ref }) => {
        const opened = await open();
        return opened.ok
          ? ingestOne(
              { ...opened.value, env, projects: join(where.claude, 'projects'), uploads, forgotten },
              ref,
            )
          : opened;
      },
    ),
    async keepUp(wanted) {
      if (workerFile === null || (wanted === 'off' && opening === null)) return;
      const opened = await open();
      if (!opened.ok) return;
      const { engine } = opened.value;
      if (wanted === 'off') {
        isKeepingUp = false;
        await engine.rest();
      } else if (!isKeepingUp && (await mayRead(wanted, () => engine.preview()))) {
        isKeepingUp = true;
        await engine.keepUp();
      }
    },
    async look(path) {
      // A note is no more than a hint: it leads to Claude's own files and nowhere else.
      if (!resolve(path).startsWith(`${join(where.claude, 'projects')}${sep}`)) return;
      const opened = await open();
      if (opened.ok) await opened.value.engine.look([resolve(path)]);
    },
    async listed(filter, limit) {
      const opened = await open();
      if (!opened.ok) return [];
      const page = await opened.value.service.list(filter, { limit, offset: 0 });
      return page.ok ? page.value.sessions : [];
    },
    async readAnew({ project, id }) {
      const opened = await open();
      if (!opened.ok) return { histories: 0, copies: 0 };
      const { engine } = opened.value;
      const ids = id === undefined ? await idsOf(engine, project) : [id];
      // What is kept first: it is what the rest is read anew from.
      const copies = await engine.refilter(project === undefined && id === undefined ? null : ids);
      let histories = 0;
      for (const one of ids) {
        const read = await engine.reparse(one).catch(() => null);
        // A part of it is gone, or could not be read just now: what is held of it may be more than the rules allow.
        if (read === null || !isReadAnew(read.capture)) await engine.forgetTools(one);
        else histories += 1;
      }
      await engine.indexTools();
      if (ids.length > 0) await engine.scrub();
      return { histories, copies };
    },
    async obeyRules() {
      const opened = await opening;
      if (!opened?.ok) return;
      await opened.value.engine.obey(options.rules());
      await opened.value.engine.charge(options.prices());
    },
    async close() {
      stopCaptures();
      const opened = await opening;
      if (!opened?.ok) return;
      await opened.value.desk.close();
      await opened.value.engine.close();
    },
  };
}

function allAtOnce(engine: HistoryEngine): HistoryEngine {
  return {
    ...engine,
    async backfill() {
      const done = await engine.backfill();
      await engine.copy();
      await engine.indexTools();
      return done;
    },
  };
}

/** All that the catalog holds, those in the trash too. */
async function idsOf(engine: HistoryEngine, project: string | undefined): Promise<readonly string[]> {
  const ids: string[] = [];
  for (;;) {
    const filter = project === undefined ? {} : { within: project };
    const { sessions } = await engine.list(filter, { limit: PAGE, offset: ids.length });
    ids.push(...sessions.map((session) => session.id));
    if (sessions.length < PAGE) return ids;
  }
}
