import type { Doing } from '@domain/session/doing';
import type { Session } from '@domain/session/record';
import type { SeenSession } from './session-words.logic';

let last: {
  readonly sessions: readonly Session[];
  readonly doing: readonly Doing[];
  readonly seen: readonly SeenSession[];
} | null = null;

/** Every row and card asks for the same, so it is put together once per change. */
export function withDoing(sessions: readonly Session[], doing: readonly Doing[]): readonly SeenSession[] {
  if (last?.sessions === sessions && last.doing === doing) return last.seen;
  const byId = new Map(doing.map((each) => [each.session_id, each]));
  const seen = sessions.map((session) => {
    const now = byId.get(session.id);
    return now === undefined ? session : { ...session, doing: now };
  });
  last = { sessions, doing, seen };
  return seen;
}
