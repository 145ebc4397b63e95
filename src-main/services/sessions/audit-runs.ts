import type { SessionId } from '@domain/ids';
import { err, ok, type Result } from '@domain/result';
import type { SessionError } from '@domain/session/errors';
import type { AuditedRun, Run, RunGist } from '@domain/session/run';
import type { SessionStore } from '../../ports/session-store';
import type { Kernel } from './kernel';
import type { Where } from './sessions-service';

export type RunPage = {
  readonly runs: readonly AuditedRun[];
  readonly total: number;
  readonly has_more: boolean;
};

/** The audit logs, read: runs of a project or of every known one. Nothing here writes. */
export function createAuditRuns({ book, stores }: Kernel) {
  type Reach = { readonly stores: readonly SessionStore[]; readonly holds: (run: Run) => boolean };

  const reachOf = async (where: Where): Promise<Result<Reach, SessionError>> => {
    if (where === 'everywhere') {
      await stores.openKnown();
      return ok({ stores: stores.all(), holds: () => true });
    }
    const place = await stores.forFolder(where.folder);
    if (!place.ok) return place;
    const scope = book.scopeOf(place.value);
    const { store } = place.value;
    // The store in user-data holds the sessions of many folders; what was purged there belongs to none.
    const holds = ({ session_id }: Run) => {
      const found = book.find(session_id);
      return store.kind === 'project' || (found !== null && scope(found.session));
    };
    return ok({ stores: [store], holds });
  };

  const runsOf = async (where: Where, id: SessionId | null): Promise<Result<Run[], SessionError>> => {
    const reach = await reachOf(where);
    if (!reach.ok) return reach;
    const runs: Run[] = [];
    for (const store of reach.value.stores) {
      const read = await store.readRuns(id);
      if (!read.ok) return read;
      for (const run of read.value) if (reach.value.holds(run)) runs.push(run);
    }
    return ok(runs.sort((a, b) => Date.parse(b.started_at) - Date.parse(a.started_at)));
  };

  const withSession = (run: Run): AuditedRun => {
    const session = book.find(run.session_id)?.session;
    return {
      ...run,
      session_title: session?.title ?? null,
      bead_id: session?.bead_id ?? null,
      agent: session?.agent ?? session?.agent_id ?? null,
    };
  };

  return {
    async list(
      where: Where,
      id: SessionId | null,
      page: { limit: number; offset: number },
    ): Promise<Result<RunPage, SessionError>> {
      const runs = await runsOf(where, id);
      if (!runs.ok) return runs;
      const end = page.offset + page.limit;
      const total = runs.value.length;
      const shown = runs.value.slice(page.offset, end).map(withSession);
      return ok({ runs: shown, total, has_more: end < total });
    },
    /** In no order. */
    async latest(where: Where, ids: readonly SessionId[]): Promise<Result<RunGist[], SessionError>> {
      const runs = await runsOf(where, null);
      if (!runs.ok) return runs;
      const wanted = new Set(ids);
      const found: RunGist[] = [];
      // Newest first: the first one met is the one.
      for (const { result: _, tool_calls: __, ...gist } of runs.value)
        if (wanted.delete(gist.session_id)) found.push(gist);
      return ok(found);
    },
    async show(where: Where, ref: string): Promise<Result<AuditedRun, SessionError>> {
      const runs = await runsOf(where, null);
      if (!runs.ok) return runs;
      const wanted = ref.trim().toLowerCase();
      const matches = runs.value.filter(({ run_id }) => run_id.startsWith(wanted));
      const [run] = matches;
      return run === undefined || (matches.length > 1 && run.run_id !== wanted)
        ? err({ code: 'run-not-found', run_id: ref })
        : ok(withSession(run));
    },
    /** The folders whose logs are meant, each level with its journal. */
    async folders(where: Where): Promise<Result<readonly string[], SessionError>> {
      const reach = await reachOf(where);
      if (!reach.ok) return reach;
      for (const store of reach.value.stores) await store.flush();
      return ok(reach.value.stores.map(({ folder }) => folder));
    },
  };
}
