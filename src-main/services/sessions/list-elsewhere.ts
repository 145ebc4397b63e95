import type { HistoryFilter, HistorySession } from '@domain/history/record';
import type { DeviceId, ProjectId, SessionId } from '@domain/ids';
import { ok, type Result } from '@domain/result';
import { draftOf } from '@domain/session/create';
import type { SessionError } from '@domain/session/errors';
import {
  compareKeys,
  DEFAULT_LIMIT,
  MAX_LIMIT,
  type PageRequest,
  readCursor,
  type SessionFilter,
  type SessionPage,
  sortKey,
  writeCursor,
} from '@domain/session/query';
import type { Session } from '@domain/session/record';

/** Sessions of the history, newest first; a history that cannot be read has none. */
export type Elsewhere = (filter: HistoryFilter, limit: number) => Promise<readonly HistorySession[]>;

export type ListElsewhere = {
  /** A page of what the stores hold. */
  own(page: PageRequest): Promise<Result<SessionPage, SessionError>>;
  readonly elsewhere: Elsewhere;
  /** A record of ours counts, also one in the trash. */
  isKnown(id: SessionId): boolean;
  recordOf(found: HistorySession): Session;
};

export type ListRequest = {
  readonly folder: string | undefined;
  readonly filter: SessionFilter;
  readonly page: PageRequest;
};

/** Sessions of one millisecond may stand in another order over there: so many more are asked for. */
const SLACK = 50;

/** Our own sessions and those begun in a plain terminal, in one order and under one cursor. */
export async function listWithElsewhere(
  deps: ListElsewhere,
  { folder, filter, page }: ListRequest,
): Promise<Result<SessionPage, SessionError>> {
  const asked = historyFilterOf(folder, filter);
  if (asked === null) return deps.own(page);
  const cursor = page.cursor === undefined ? null : readCursor(page.cursor);
  if (cursor !== null && !cursor.ok) return cursor;
  const offset = page.offset ?? 0;
  const end = offset + (page.limit ?? DEFAULT_LIMIT);
  const own = await ownUpTo(deps, end + 1, page.cursor);
  if (!own.ok) return own;

  const before = cursor === null ? null : cursor.value;
  const until = [filter.until, before === null ? undefined : new Date(before.ms).toISOString()];
  const range = { ...asked, until: until.filter((each) => each !== undefined).sort(byTime)[0] };
  const found = (await deps.elsewhere(range, end + 1 + SLACK))
    .filter(({ id }) => !deps.isKnown(id))
    .map(deps.recordOf)
    .filter((session) => before === null || compareKeys(sortKey(session), before) > 0);

  const all = [...own.value, ...found].sort((a, b) => compareKeys(sortKey(a), sortKey(b)));
  const sessions = all.slice(offset, end);
  const last = sessions.at(-1);
  const has_more = all.length > end;
  return ok({
    sessions,
    has_more,
    next_cursor: has_more && last !== undefined ? writeCursor(sortKey(last)) : null,
  });
}

const byTime = (a: string, b: string) => Date.parse(a) - Date.parse(b);

async function ownUpTo(
  { own }: ListElsewhere,
  wanted: number,
  from: string | undefined,
): Promise<Result<readonly Session[], SessionError>> {
  const sessions: Session[] = [];
  let cursor = from;
  while (sessions.length < wanted) {
    const limit = Math.min(MAX_LIMIT, wanted - sessions.length);
    const page = await own({ limit, ...(cursor === undefined ? {} : { cursor }) });
    if (!page.ok) return page;
    sessions.push(...page.value.sessions);
    if (page.value.next_cursor === null) break;
    cursor = page.value.next_cursor;
  }
  return ok(sessions);
}

/** Null: asked for something that only records of ours have. */
function historyFilterOf(folder: string | undefined, filter: SessionFilter): HistoryFilter | null {
  const { rig, chain_id, device_id, project_id, text, trash, owner, ...shared } = filter;
  const isOfOurs =
    [rig, chain_id, device_id, project_id, text].some((each) => each !== undefined) ||
    trash === 'only' ||
    owner === 'console';
  if (isOfOurs) return null;
  const { bead_id: bead, ...rest } = shared;
  return {
    ...rest,
    owner: 'external',
    ...(bead === undefined ? {} : { bead }),
    ...(folder === undefined ? {} : { project: folder }),
  };
}

/** What the history knows of a session that no store has met, in the shape of a record. */
export function recordElsewhere(
  found: HistorySession,
  { project_id, device_id }: { readonly project_id: ProjectId; readonly device_id: DeviceId },
): Session {
  const {
    stats,
    started_at,
    ended_at,
    title,
    bead_id,
    agent,
    outcome,
    branch,
    initial_prompt,
    transcript_path,
  } = found;
  const at = started_at ?? found.updated_at;
  const draft = draftOf({
    id: found.id,
    project_id,
    device_id,
    at,
    cwd: found.cwd ?? '',
    owner: 'external',
    trigger_source: 'external',
    title: title ?? undefined,
    prompt: initial_prompt ?? undefined,
    branch: branch ?? undefined,
    bead_id: bead_id ?? undefined,
    model: found.models[0],
    tags: found.tags,
  });
  return {
    ...draft,
    status: found.status,
    capture: found.capture,
    started_at: at,
    updated_at: found.updated_at,
    total_duration_ms: stats.active_ms,
    total_tokens: stats.tokens_in + stats.tokens_out + stats.cache_read_tokens + stats.cache_write_tokens,
    stats,
    ...(outcome === null ? {} : { outcome }),
    ...(agent === null ? {} : { agent }),
    ...(ended_at === null ? {} : { ended_at }),
    ...(initial_prompt === null ? {} : { initial_prompt: initial_prompt.slice(0, 1000) }),
    ...(transcript_path === null ? {} : { transcript_path }),
  };
}
