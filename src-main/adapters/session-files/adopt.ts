import type { SessionId } from '@domain/ids';
import { err, ok, type Result } from '@domain/result';
import type { StoreError } from '@domain/session/errors';
import { stampFacts } from '@domain/session/events';
import type { Session } from '@domain/session/record';
import type { SessionStore } from '../../ports/session-store';

/** Writes into a session's folder before the session exists in this store. */
export type PartsWriter = Pick<SessionStore, 'appendMessages' | 'writeContext' | 'writeSummary'>;

/*
 * Moves a session from one store to another.
 * M1  Its files are copied first, then its events are committed here in one commit, then `moved-out` is committed there.
 * M2  The commit here is the moment it moves. Killed before it: the copies are overwritten by the next try and listed by
 *     nobody. Killed after it: the session is in both journals; calling again finds it here and commits `moved-out`.
 */
export async function adoptSession(
  to: SessionStore,
  parts: PartsWriter,
  from: SessionStore,
  id: SessionId,
  at: string,
): Promise<Result<Session, StoreError>> {
  const here = to.read(id);
  if (here !== undefined) return leave(from, to, here, at);
  const there = from.read(id);
  if (there === undefined) return err({ code: 'session-not-found', session_id: id });
  const events = await from.readEvents(id);
  if (!events.ok) return events;
  const copied = await copyParts(parts, from, id);
  if (!copied.ok) return copied;
  // The journal may begin anew after an earlier move out and back: only the current life counts.
  const life = events.value.slice(events.value.findLastIndex((event) => event.type === 'created'));
  const moved = life.map((event, index) => ({ ...event, rev: index + 1 }));
  const adopted = stampFacts({ session_id: id, revision: moved.length, at }, [
    { type: 'adopted', project_id: to.project_id, from_project_id: from.project_id },
  ]);
  const committed = await to.commit([
    { session_id: id, expected_revision: 0, events: [...moved, ...adopted] },
  ]);
  if (!committed.ok) return committed;
  const session = committed.value[0];
  if (!session) return err({ code: 'session-not-found', session_id: id });
  return leave(from, to, session, at);
}

async function leave(
  from: SessionStore,
  to: SessionStore,
  session: Session,
  at: string,
): Promise<Result<Session, StoreError>> {
  const there = from.read(session.id);
  if (there === undefined) return ok(session);
  const events = stampFacts({ session_id: session.id, revision: there.revision, at }, [
    { type: 'moved-out', project_id: to.project_id },
  ]);
  const left = await from.commit([{ session_id: session.id, expected_revision: there.revision, events }]);
  return left.ok ? ok(session) : left;
}

async function copyParts(
  to: PartsWriter,
  from: SessionStore,
  id: SessionId,
): Promise<Result<null, StoreError>> {
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<SessionStore['readMessages']>> = await from.readMessages(id, {
      cursor,
      limit: 500,
    });
    if (!page.ok) return page.error.code === 'cursor-malformed' ? ok(null) : err(page.error);
    if (page.value.messages.length > 0) {
      const added = await to.appendMessages(id, page.value.messages);
      if (!added.ok) return added;
    }
    cursor = page.value.next_cursor;
  } while (cursor !== null);
  const context = await from.readContext(id);
  if (!context.ok) return context;
  if (context.value !== null) {
    const written = await to.writeContext(id, context.value);
    if (!written.ok) return written;
  }
  const summary = await from.readSummary(id);
  if (!summary.ok) return summary;
  return summary.value === null ? ok(null) : to.writeSummary(id, summary.value);
}
