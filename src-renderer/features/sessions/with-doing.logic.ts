import type { Doing } from '@domain/session/doing';
import type { Session } from '@domain/session/record';
import type { Waiting } from '@domain/session/waiting';
import type { SeenSession } from './session-words.logic';

let last: {
  readonly sessions: readonly Session[];
  readonly doing: readonly Doing[];
  readonly waiting: readonly Waiting[];
  readonly seen: readonly SeenSession[];
} | null = null;

/** Every row and card asks for the same, so it is put together once per change. */
export function withDoing(
  sessions: readonly Session[],
  doing: readonly Doing[],
  waiting: readonly Waiting[],
): readonly SeenSession[] {
  if (last?.sessions === sessions && last.doing === doing && last.waiting === waiting) return last.seen;
  const line = waiting.flatMap(({ session_id, refusal }) => (refusal === null ? [session_id] : []));
  const byId = new Map(doing.map((each) => [each.session_id, each]));
  const seen = sessions.map((session) => {
    const now = byId.get(session.id);
    const place = line.indexOf(session.id) + 1;
    if (now === undefined && place === 0) return session;
    return {
      ...session,
      ...(now === undefined ? {} : { doing: now }),
      ...(place === 0 ? {} : { placeInLine: place }),
    };
  });
  last = { sessions, doing, waiting, seen };
  return seen;
}
