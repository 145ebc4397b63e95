import type { Cursor } from '@domain/feed';
import { ok, type Result } from '@domain/result';
import type { SessionError } from '@domain/session/errors';
import type { Scope, SessionFilter } from '@domain/session/query';
import type { Status } from '@domain/session/values';
import type { SessionBook } from './session-book';
import type { SessionStores } from './session-stores';
import type { SessionsService, Watched, WatchSnapshot, Where } from './sessions-service';

/** Enough for every open session and the latest closed ones; the rest is asked for page by page. */
const WATCHED_SESSIONS = 200;
const UNCLOSED: Status[] = ['draft', 'active', 'paused'];

/**
 * Follows the sessions of a place. A folder may become a project while it is watched (a tracker is set up in it): from
 * then on its sessions are those of the project's own store, and whoever follows gets a snapshot of them.
 */
export function createWatchSessions({
  book,
  stores,
  scopeOf,
}: {
  readonly book: SessionBook;
  readonly stores: SessionStores;
  readonly scopeOf: (where: Where) => Promise<Result<Scope, SessionError>>;
}): SessionsService['watch'] {
  return async (where: Watched, after, deliver) => {
    const first = where === 'unclosed' ? ok(() => true) : await scopeOf(where);
    if (!first.ok) return first;
    const filter: SessionFilter = where === 'unclosed' ? { status: UNCLOSED } : {};
    let scope = first.value;
    let latest: Cursor | null = null;
    let isOver = false;
    const snapshot = (): WatchSnapshot => {
      const page = book.list.page(filter, { limit: WATCHED_SESSIONS }, scope);
      return { sessions: page.ok ? page.value.sessions : [], counts: book.list.count(filter, scope) };
    };
    const lookAgain = async () => {
      const place = typeof where === 'string' ? null : await stores.forFolder(where.folder);
      if (isOver || latest === null || (place !== null && !place.ok)) return;
      if (place !== null) scope = book.scopeOf(place.value);
      deliver({ type: 'snapshot', cursor: latest, value: snapshot() });
    };
    const stopFollowing = book.feed.follow(after, (frame) => {
      latest = frame.cursor;
      if (frame.type === 'snapshot') return deliver({ ...frame, value: snapshot() });
      const { cursor, change } = frame;
      if (change.type === 'store-opened') void lookAgain();
      else if (change.type === 'gone' || scope(change.session)) deliver({ type: 'change', cursor, change });
    });
    return ok(() => {
      isOver = true;
      stopFollowing();
    });
  };
}
