import type { SessionId } from '@domain/ids';
import type { SessionEvent } from '@domain/session/events';
import { evolve } from '@domain/session/evolve';
import type { Session } from '@domain/session/record';

/** The replay of the journal. Nothing but `apply` changes it, so it cannot say more than the file. */
export type SessionMemory = {
  readonly sessions: Map<SessionId, Session>;
  readonly tombstones: Set<SessionId>;
  /** Purged, but their text may still be in the files. */
  readonly unfinishedPurges: Set<SessionId>;
  apply(events: readonly SessionEvent[]): SessionId[];
  /** The same for events that were evolved already, when they were judged. */
  adopt(id: SessionId, session: Session | null, events: readonly SessionEvent[]): void;
  activeSessionId(): SessionId | null;
  activeSessionIds(): SessionId[];
};

export type MemorySeed = {
  readonly sessions: readonly Session[];
  readonly tombstones: readonly SessionId[];
  readonly unfinishedPurges: readonly SessionId[];
};

export function createMemory(
  seed: MemorySeed = { sessions: [], tombstones: [], unfinishedPurges: [] },
): SessionMemory {
  const sessions = new Map<SessionId, Session>();
  for (const session of seed.sessions) sessions.set(session.id, session);
  const tombstones = new Set(seed.tombstones);
  const unfinishedPurges = new Set(seed.unfinishedPurges);

  const applyOne = (event: SessionEvent): boolean => {
    const id = event.session_id;
    if (event.type === 'purged') {
      tombstones.add(id);
      sessions.delete(id);
      if (event['blanked'] === true) unfinishedPurges.delete(id);
      else unfinishedPurges.add(id);
      return true;
    }
    if (tombstones.has(id)) return false;
    const before = sessions.get(id) ?? null;
    // Lines that came twice (a restored journal) change nothing the second time.
    if (before !== null && event.rev <= before.revision) return false;
    const after = evolve(before, event);
    if (after === null) return sessions.delete(id);
    sessions.set(id, after);
    return true;
  };
  const active = () => [...sessions.values()].filter((each) => each.status === 'active' && !each.trashed_at);
  const attended = (session: Session) =>
    Date.parse(session.focused_at ?? session.started_at ?? session.created_at);

  return {
    sessions,
    tombstones,
    unfinishedPurges,
    apply(events) {
      const touched = new Set<SessionId>();
      for (const event of events) if (applyOne(event)) touched.add(event.session_id);
      return [...touched];
    },
    adopt(id, session, events) {
      for (const event of events) if (event.type === 'purged') applyOne(event);
      if (session === null) sessions.delete(id);
      else sessions.set(id, session);
    },
    activeSessionId() {
      let last: Session | null = null;
      for (const each of active()) if (last === null || attended(each) > attended(last)) last = each;
      return last?.id ?? null;
    },
    activeSessionIds: () => active().map((each) => each.id),
  };
}
