import { BeadId, DeviceId, ProjectId, SessionId } from '@domain/ids';
import { err, ok, type Result } from '@domain/result';
import { z } from 'zod';
import type { CursorMalformed } from './errors';
import type { Session } from './record';
import { Outcome, Owner, Status, Timestamp } from './values';

export const DEFAULT_LIMIT = 20;
export const MAX_LIMIT = 500;

const Words = z.string().max(500);

/** Every field narrows; a list means any of its members, `tags` means all of them. */
export const SessionFilter = z.object({
  project_id: ProjectId.optional(),
  bead_id: BeadId.optional(),
  /** Matches the agent's address or its prompt's id. */
  agent: Words.optional(),
  rig: Words.optional(),
  chain_id: SessionId.optional(),
  status: z.array(Status).optional(),
  outcome: z.array(Outcome).optional(),
  tags: z.array(Words).optional(),
  owner: Owner.optional(),
  device_id: DeviceId.optional(),
  /** By `started_at ?? created_at`, both ends included. */
  since: Timestamp.optional(),
  until: Timestamp.optional(),
  /** Part of the title, in any case. */
  text: Words.optional(),
  trash: z.enum(['without', 'only', 'with']).optional(),
});
export type SessionFilter = z.infer<typeof SessionFilter>;

export const PageRequest = z.object({
  limit: z.int().min(1).max(MAX_LIMIT).optional(),
  offset: z.int().nonnegative().optional(),
  cursor: z.string().max(200).optional(),
});
export type PageRequest = z.infer<typeof PageRequest>;

export type SessionPage = {
  readonly sessions: readonly Session[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
};

export const SessionCounts = z.object({
  total: z.int(),
  draft: z.int(),
  active: z.int(),
  paused: z.int(),
  closed: z.int(),
});
export type SessionCounts = z.infer<typeof SessionCounts>;

export type SortKey = { readonly ms: number; readonly id: SessionId };

export function sortKey(session: Session): SortKey {
  const ms = Date.parse(session.started_at ?? session.created_at);
  return { ms: Number.isNaN(ms) ? 0 : ms, id: session.id };
}

/** Newest first; the id decides between two of the same millisecond, so that pages never repeat or skip. */
export function compareKeys(a: SortKey, b: SortKey): number {
  if (a.ms !== b.ms) return b.ms - a.ms;
  return a.id < b.id ? 1 : a.id > b.id ? -1 : 0;
}

export function writeCursor(key: SortKey): string {
  return `${key.ms.toString(36)}.${key.id}`;
}

export function readCursor(text: string): Result<SortKey, CursorMalformed> {
  const match = /^(-?[0-9a-z]{1,11})\.([0-9a-f-]{36})$/i.exec(text);
  const id = SessionId.safeParse(match?.[2]);
  const ms = Number.parseInt(match?.[1] ?? '', 36);
  if (!id.success || !Number.isSafeInteger(ms))
    return err({ code: 'cursor-malformed', cursor: text.slice(0, 200) });
  return ok({ ms, id: id.data });
}

/** `folded` is the title in lower case, made when the first search by text looks at it. */
type Ranked = { readonly key: SortKey; readonly session: Session; folded?: string };

/** A further condition that is no field: which stores and folders a project's listing takes in. */
export type Scope = (session: Session) => boolean;
const everything: Scope = () => true;

/** Tells whether a session passes, its time apart. Built once per query: nothing is parsed per session. */
function matcherOf(filter: SessionFilter, scope: Scope): (entry: Ranked) => boolean {
  const text = filter.text?.toLowerCase();
  const trash = filter.trash ?? 'without';
  const passes = (session: Session): boolean =>
    (trash === 'with' || (session.trashed_at !== undefined) === (trash === 'only')) &&
    (filter.status === undefined || filter.status.includes(session.status)) &&
    (filter.bead_id === undefined || session.bead_id === filter.bead_id) &&
    (filter.project_id === undefined || session.project_id === filter.project_id) &&
    (filter.agent === undefined || session.agent === filter.agent || session.agent_id === filter.agent) &&
    (filter.rig === undefined || session.rig === filter.rig) &&
    (filter.chain_id === undefined || session.chain_id === filter.chain_id) &&
    (filter.owner === undefined || session.owner === filter.owner) &&
    (filter.device_id === undefined || session.device_id === filter.device_id) &&
    (filter.outcome === undefined ||
      (session.outcome !== undefined && filter.outcome.includes(session.outcome))) &&
    (filter.tags === undefined || filter.tags.every((tag) => session.tags.includes(tag))) &&
    scope(session);
  if (text === undefined) return (entry) => passes(entry.session);
  return (entry) => {
    entry.folded ??= entry.session.title?.toLowerCase() ?? '';
    return entry.folded.includes(text) && passes(entry.session);
  };
}

/** Sessions kept in order. One change moves one entry; a page stops as soon as it is full. */
export type SessionList = {
  put(session: Session): void;
  /** Many at once, sorted once. */
  putAll(sessions: Iterable<Session>): void;
  remove(id: SessionId): void;
  size(): number;
  page(filter: SessionFilter, request: PageRequest, scope?: Scope): Result<SessionPage, CursorMalformed>;
  count(filter: SessionFilter, scope?: Scope): SessionCounts;
  /** Oldest first: the order in which a chain or the work on a bead went on. */
  inOrder(filter: SessionFilter, scope?: Scope): Session[];
  /** Ids that begin with these characters. */
  startingWith(prefix: string, atMost: number): SessionId[];
};

/** Sorts before every id of the same millisecond. */
const LAST_ID = 'g' as SessionId;

/** The list is kept oldest first: a new session is the newest, and joins at the end without moving the others. */
const byAge = (a: SortKey, b: SortKey): number => compareKeys(b, a);

export function createSessionList(sessions: Iterable<Session> = []): SessionList {
  const ranked: Ranked[] = [];
  const keys = new Map<SessionId, SortKey>();
  /** Where it stands, or would: before everything that is not older. */
  const placeOf = (key: SortKey): number => {
    let low = 0;
    let high = ranked.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const at = ranked[middle];
      if (at !== undefined && byAge(at.key, key) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const remove = (id: SessionId) => {
    const key = keys.get(id);
    if (key === undefined) return;
    ranked.splice(placeOf(key), 1);
    keys.delete(id);
  };

  const putAll = (many: Iterable<Session>) => {
    const fresh = new Map<SessionId, Ranked>();
    for (const session of many) fresh.set(session.id, { key: sortKey(session), session });
    for (const id of fresh.keys()) remove(id);
    for (const [id, entry] of fresh) {
      ranked.push(entry);
      keys.set(id, entry.key);
    }
    ranked.sort((a, b) => byAge(a.key, b.key));
  };
  /** The entries of a filter's time range that pass, newest first: the order makes the range two ends, not a test. */
  function* passing(filter: SessionFilter, scope: Scope, before = ranked.length): Generator<Ranked> {
    const matches = matcherOf(filter, scope);
    const sinceMs = filter.since === undefined ? Number.NEGATIVE_INFINITY : Date.parse(filter.since);
    const newest =
      filter.until === undefined ? ranked.length : placeOf({ ms: Date.parse(filter.until), id: LAST_ID });
    for (let index = Math.min(before, newest) - 1; index >= 0; index -= 1) {
      const entry = ranked[index];
      if (entry === undefined || entry.key.ms < sinceMs) return;
      if (matches(entry)) yield entry;
    }
  }
  putAll(sessions);

  return {
    remove,
    putAll,
    size: () => ranked.length,
    put(session) {
      const key = sortKey(session);
      const known = keys.get(session.id);
      if (known !== undefined && known.ms === key.ms) {
        ranked[placeOf(known)] = { key, session };
        return;
      }
      remove(session.id);
      ranked.splice(placeOf(key), 0, { key, session });
      keys.set(session.id, key);
    },
    page(filter, request, scope = everything) {
      const cursor = request.cursor === undefined ? null : readCursor(request.cursor);
      if (cursor !== null && !cursor.ok) return cursor;
      const limit = Math.min(request.limit ?? DEFAULT_LIMIT, MAX_LIMIT);
      // The entry a cursor names may be gone: what is older than it is still well defined.
      const before = cursor === null ? ranked.length : placeOf(cursor.value);
      const found: Ranked[] = [];
      let skip = request.offset ?? 0;
      for (const entry of passing(filter, scope, before)) {
        if (skip > 0) skip -= 1;
        else found.push(entry);
        if (found.length > limit) break;
      }
      const has_more = found.length > limit;
      const shown = found.slice(0, limit);
      const last = shown.at(-1);
      return ok({
        sessions: shown.map((entry) => entry.session),
        next_cursor: has_more && last !== undefined ? writeCursor(last.key) : null,
        has_more,
      });
    },
    count(filter, scope = everything) {
      const counts = { total: 0, draft: 0, active: 0, paused: 0, closed: 0 };
      for (const { session } of passing(filter, scope)) {
        counts.total += 1;
        counts[session.status] += 1;
      }
      return counts;
    },
    inOrder(filter, scope = everything) {
      return Array.from(passing(filter, scope), ({ session }) => session).sort(
        (a, b) => Date.parse(a.created_at) - Date.parse(b.created_at) || (a.id < b.id ? -1 : 1),
      );
    },
    startingWith(prefix, atMost) {
      const wanted = prefix.toLowerCase();
      const found: SessionId[] = [];
      for (const id of keys.keys()) {
        if (id.startsWith(wanted)) found.push(id);
        if (found.length >= atMost) break;
      }
      return found;
    },
  };
}
