import type { ProjectId, RunId, SessionId } from '@domain/ids';
import { err, ok } from '@domain/result';
import { completeRun } from '@domain/session/audit';
import type { StoreError } from '@domain/session/errors';
import { type SessionEvent, stampFacts } from '@domain/session/events';
import { evolve } from '@domain/session/evolve';
import type { Message } from '@domain/session/message';
import type { Session } from '@domain/session/record';
import type { Run } from '@domain/session/run';
import type { SessionStore, StoreChange } from '../ports/session-store';

/** What outlives a store that is closed, as a disk does. Two stores on one disk are two processes. */
export type MemoryDisk = {
  readonly journal: SessionEvent[];
  readonly messages: Map<SessionId, Map<string, Message>>;
  readonly contexts: Map<SessionId, Record<string, unknown>>;
  readonly summaries: Map<SessionId, string>;
  readonly leases: Map<SessionId, object>;
  readonly watchers: Set<() => void>;
};

export function createMemoryDisk(): MemoryDisk {
  return {
    journal: [],
    messages: new Map(),
    contexts: new Map(),
    summaries: new Map(),
    leases: new Map(),
    watchers: new Set(),
  };
}

export type MemorySessionStore = SessionStore & { failNext(error: StoreError): void };

export function createMemorySessionStore(
  options: { disk?: MemoryDisk; project_id?: ProjectId; kind?: SessionStore['kind'] } = {},
): MemorySessionStore {
  const disk = options.disk ?? createMemoryDisk();
  const project_id = options.project_id ?? ('00000000-0000-4000-a000-000000000001' as ProjectId);
  const sessions = new Map<SessionId, Session>();
  const tombstones = new Set<SessionId>();
  const listeners = new Set<(change: StoreChange) => void>();
  const held = new Set<SessionId>();
  let read = 0;
  let failure: StoreError | null = null;

  const take = (origin: StoreChange['origin']) => {
    const changes = new Map<SessionId, SessionEvent[]>();
    for (; read < disk.journal.length; read += 1) {
      const event = disk.journal[read];
      if (event === undefined) continue;
      const next = evolve(sessions.get(event.session_id) ?? null, event);
      if (next === null) sessions.delete(event.session_id);
      else sessions.set(event.session_id, next);
      if (event.type === 'purged') tombstones.add(event.session_id);
      changes.set(event.session_id, [...(changes.get(event.session_id) ?? []), event]);
    }
    for (const [session_id, events] of changes)
      for (const tell of [...listeners])
        tell({ session_id, session: sessions.get(session_id) ?? null, events, origin });
  };
  const look = () => take('foreign');
  disk.watchers.add(look);
  take('reload');

  const fail = (): StoreError | null => {
    const error = failure;
    failure = null;
    return error;
  };
  const known = (id: SessionId): StoreError | null =>
    fail() ?? (sessions.has(id) ? null : { code: 'session-not-found', session_id: id });

  const store: MemorySessionStore = {
    kind: options.kind ?? 'project',
    project_id,
    folder: '/memory',
    root: '/memory',
    readOnly: false,
    failNext(error) {
      failure = error;
    },
    all: () => sessions,
    read: (id) => sessions.get(id),
    tombstones: () => tombstones,
    activeSessionId() {
      const active = [...sessions.values()].filter((session) => session.status === 'active');
      return active.sort((a, b) => ((a.focused_at ?? '') < (b.focused_at ?? '') ? 1 : -1))[0]?.id ?? null;
    },
    async commit(batch) {
      take('foreign');
      const error = fail();
      if (error !== null) return err(error);
      for (const { session_id, expected_revision } of batch) {
        const found = sessions.get(session_id)?.revision ?? 0;
        if (expected_revision === 0 && (found > 0 || tombstones.has(session_id)))
          return err({ code: 'session-exists', session_id });
        if (expected_revision > 0 && found === 0) return err({ code: 'session-not-found', session_id });
        if (found !== expected_revision)
          return err({ code: 'revision-conflict', session_id, expected: expected_revision, found });
      }
      disk.journal.push(...structuredClone(batch.flatMap((commit) => commit.events)));
      for (const { session_id, events } of batch)
        if (events.some((event) => event.type === 'purged')) {
          disk.messages.delete(session_id);
          disk.contexts.delete(session_id);
          disk.summaries.delete(session_id);
        }
      take('own');
      for (const other of disk.watchers) if (other !== look) other();
      return ok(batch.map(({ session_id }) => sessions.get(session_id) ?? null));
    },
    onChange(tell) {
      listeners.add(tell);
      return () => {
        listeners.delete(tell);
      };
    },
    async refresh() {
      take('foreign');
    },
    async appendMessages(id, messages) {
      const error = known(id);
      if (error !== null) return err(error);
      const kept = disk.messages.get(id) ?? new Map<string, Message>();
      for (const message of messages) kept.set(message.id, message);
      disk.messages.set(id, kept);
      return ok({ count: kept.size });
    },
    async readMessages(id, { cursor, limit }) {
      const error = known(id);
      if (error !== null) return err(error);
      const start = cursor === null ? 0 : Number(cursor);
      if (!Number.isInteger(start) || start < 0)
        return err({ code: 'cursor-malformed', cursor: cursor ?? '' });
      const all = [...(disk.messages.get(id)?.values() ?? [])];
      const messages = all.slice(start, start + limit);
      const end = start + messages.length;
      return ok({ messages, next_cursor: end < all.length ? String(end) : null, lines_not_understood: 0 });
    },
    async writeContext(id, context) {
      const error = known(id);
      if (error !== null) return err(error);
      disk.contexts.set(id, context);
      return ok(null);
    },
    readContext: async (id) => ok(disk.contexts.get(id) ?? null),
    async writeSummary(id, markdown) {
      const error = known(id);
      if (error !== null) return err(error);
      disk.summaries.set(id, markdown);
      return ok(null);
    },
    readSummary: async (id) => ok(disk.summaries.get(id) ?? null),
    async rewrite({ ids, of }) {
      for (const [at, event] of disk.journal.entries())
        if (ids.has(event.session_id)) disk.journal[at] = of(event.session_id).event(event);
      for (const id of ids) {
        const refilter = of(id);
        const kept = disk.messages.get(id);
        for (const [key, message] of kept ?? []) kept?.set(key, refilter.message(message));
        const [context, summary] = [disk.contexts.get(id), disk.summaries.get(id)];
        if (context !== undefined) disk.contexts.set(id, refilter.value(context));
        if (summary !== undefined) disk.summaries.set(id, refilter.text(summary));
      }
      sessions.clear();
      read = 0;
      take('reload');
      return ok(null);
    },
    async readRuns(id) {
      const runs = new Map<RunId, Run>();
      for (const event of disk.journal) {
        if (id !== null && event.session_id !== id) continue;
        if (event.type === 'run-created') runs.set(event.run.run_id, event.run);
        if (event.type !== 'run-completed') continue;
        const begun = runs.get(event.completion.run_id);
        const done = begun === undefined ? null : completeRun(begun, event.completion);
        if (done?.ok) runs.set(done.value.run_id, done.value);
      }
      return ok([...runs.values()]);
    },
    readEvents: async (id) => ok(disk.journal.filter((event) => event.session_id === id)),
    async adopt(id, from, at) {
      const source = from.read(id);
      if (source === undefined) {
        const here = sessions.get(id);
        return here === undefined ? err({ code: 'session-not-found', session_id: id }) : ok(here);
      }
      if (!sessions.has(id)) {
        const history = await from.readEvents(id);
        if (!history.ok) return history;
        const place = { session_id: id, revision: source.revision, at };
        const adopted = stampFacts(place, [
          { type: 'adopted', project_id, from_project_id: from.project_id },
        ]);
        const done = await store.commit([
          { session_id: id, expected_revision: 0, events: [...history.value, ...adopted] },
        ]);
        if (!done.ok) return done;
        const page = await from.readMessages(id, { cursor: null, limit: 1_000_000 });
        if (page.ok) await store.appendMessages(id, page.value.messages);
      }
      const place = { session_id: id, revision: source.revision, at };
      const left = await from.commit([
        {
          session_id: id,
          expected_revision: source.revision,
          events: stampFacts(place, [{ type: 'moved-out', project_id }]),
        },
      ]);
      const here = sessions.get(id);
      if (!left.ok) return left;
      return here === undefined ? err({ code: 'session-not-found', session_id: id }) : ok(here);
    },
    folderOf: async (id) => ok(`/memory/${id}`),
    async acquireLease(id) {
      if (disk.leases.has(id))
        return err({ code: 'locked', what: `session ${id}`, owner: { host: 'here', pid: 1 } });
      disk.leases.set(id, store);
      held.add(id);
      return ok({
        session_id: id,
        onLost: () => () => {},
        async release() {
          if (disk.leases.get(id) === store) disk.leases.delete(id);
          held.delete(id);
        },
      });
    },
    leaseOwner: async (id) => (disk.leases.has(id) ? { host: 'here', pid: 1 } : null),
    notices: () => [],
    onNotice: () => () => {},
    flush: async () => {},
    async close() {
      disk.watchers.delete(look);
      for (const id of held) disk.leases.delete(id);
    },
  };
  return store;
}
