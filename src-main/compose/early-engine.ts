import type { ProjectFolder } from '@domain/history/project-map';
import type { ForgottenIds } from '../ports/archive';
import type { Catalog } from '../ports/catalog';
import type { Clock } from '../ports/clock';
import type { Timers } from '../ports/timers';
import type { ClaudeFiles } from '../ports/transcripts';
import { isOfFigures } from '../services/history/billed-filter';
import type { CatalogSession, HistoryEngine, HistoryRules } from '../services/history/history-engine';
import { createKeepings } from '../services/history/keepings';
import { listPage } from '../services/history/list-page';
import { createProgress } from '../services/history/progress';
import { createProjectFilter } from '../services/history/project-filter';
import { METHODS } from './history-thread';

export type EarlyEngine = {
  readonly openCatalog: () => Catalog;
  readonly isDamage: (error: unknown) => boolean;
  readonly claude: ClaudeFiles;
  readonly forgotten: Pick<ForgottenIds, 'isEmpty'>;
  readonly clock: Clock;
  readonly timers: Timers;
  /** All of it, over the catalog that is open already; null: it could not be used and is closed again. */
  readonly load: (catalog: Catalog | null) => Promise<HistoryEngine>;
};

/** By then a window has its list. What is copied, indexed or finished without being asked for begins later than that. */
const LOADED_AFTER_MS = 1_000;

/**
 * The list is asked for first, and needs the catalog and little code beside it: loading all of the engine before it took
 * longer than the list itself. The rest comes with the first question that is not about the list, or a while later.
 */
export function createEarlyEngine(deps: EarlyEngine): HistoryEngine {
  const { claude, clock } = deps;
  const catalog = deps.openCatalog();
  const projects = createProjectFilter(() => catalog);
  const idle = createProgress(clock, () => {}, catalog.isNew ? 'rebuilt' : 'ready').status();
  let rules: HistoryRules | null = null;
  let placed: readonly ProjectFolder[] | null = null;
  let loading: Promise<HistoryEngine> | null = null;
  /** What was opened here can be used. */
  let isOpen = true;
  let isClosed = false;

  const load = async () => {
    if (isClosed) throw new Error('the history has ended');
    const engine = await deps.load(isOpen ? catalog : null);
    if (placed !== null) await engine.place(placed);
    if (rules !== null) await engine.obey(rules);
    return engine;
  };
  const letGo = async () => {
    if (isOpen) await catalog.close();
    isOpen = false;
  };
  /** One that failed is tried again with the next question, and opens the catalog itself. */
  const whole = (): Promise<HistoryEngine> => {
    cancel();
    loading ??= load().catch(async (error: unknown) => {
      await letGo().catch(() => {});
      isOpen = false;
      loading = null;
      throw error;
    });
    return loading;
  };
  const cancel = deps.timers.after(LOADED_AFTER_MS, () => void whole().catch(() => {}));

  let copies: ReturnType<Catalog['copies']> | null = null;
  const listJson: HistoryEngine['listJson'] = async (filter, page) => {
    // A deletion that was cut short is finished before anybody is shown what is left of it.
    const isEarly = isOpen && loading === null && deps.forgotten.isEmpty() && !isOfFigures(filter);
    if (!isEarly) return (await whole()).listJson(filter, page);
    try {
      copies ??= catalog.copies();
      const kept = new Map((await copies).map((row) => [row.id, row]));
      return await listPage(
        catalog,
        await projects.narrow(filter),
        page,
        projects.map(),
        createKeepings(claude, kept),
      );
    } catch (error) {
      // All of it knows what to do then.
      if (!deps.isDamage(error)) throw error;
      return (await whole()).listJson(filter, page);
    }
  };

  const methods = Object.keys(METHODS) as (keyof typeof METHODS)[];
  const later = Object.fromEntries(
    methods.map((method) => [
      method,
      async (...args: unknown[]) =>
        ((await whole())[method] as (...all: readonly unknown[]) => Promise<unknown>)(...args),
    ]),
  ) as unknown as HistoryEngine;
  return {
    ...later,
    listJson,
    async list(filter, page) {
      const { json, total } = await listJson(filter, page);
      return { sessions: json.map((text): CatalogSession => JSON.parse(text)), total };
    },
    status: async () => (loading === null ? idle : (await loading).status()),
    openSessions: async () => [...claude.openSessions()],
    async obey(next) {
      rules = next;
      if (loading !== null) await (await loading).obey(next);
    },
    async place(folders) {
      placed = folders;
      projects.place(folders);
      if (loading !== null) await (await loading).place(folders);
    },
    async close() {
      isClosed = true;
      cancel();
      const engine = await loading?.catch(() => null);
      await (engine?.close() ?? letGo());
    },
  };
}
