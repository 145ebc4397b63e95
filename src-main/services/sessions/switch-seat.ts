import type { SessionId } from '@domain/ids';
import { err, ok, type Result } from '@domain/result';
import type { SessionError } from '@domain/session/errors';
import type { Session } from '@domain/session/record';
import type { Seat } from '@domain/session/values';
import type { Kernel } from './kernel';
import type { LiveSessions } from './live-sessions';
import { type createStartSession, metadataFacts } from './start-session';
import type { createStopSession } from './stop-session';
import type { Talk } from './talk';

export type SwitchSeatDeps = {
  readonly kernel: Kernel;
  readonly live: LiveSessions;
  readonly talk: Talk;
  readonly start: Pick<ReturnType<typeof createStartSession>, 'checkSeat' | 'resumeIn'>;
  readonly stop: Pick<ReturnType<typeof createStopSession>, 'pause'>;
};

/**
 * The one process is ended, the other resumes the same session: never both at once, two would split the conversation. What is
 * sure to keep the second from starting is found before the first is ended; if it does not start all the same, the session is
 * paused, as after any end, and its seat is kept.
 */
export function createSwitchSeat({ kernel, live, talk, start, stop }: SwitchSeatDeps) {
  const keep = (id: SessionId, seat: Seat): Promise<Result<Session, SessionError>> =>
    kernel.queue.inOrder(id, async () => {
      const kept = await kernel.change<never>(id, (session) => ok(metadataFacts(session, { seat })));
      return kept.ok ? ok(kept.value.session) : kept;
    });
  return async (id: SessionId, seat: Seat, interrupt = false): Promise<Result<Session, SessionError>> => {
    const process = live.process(id);
    if (process === null || process.seat === seat) return keep(id, seat);
    const clear = await start.checkSeat(id, seat);
    if (!clear.ok) return clear;
    if (!interrupt && talk.isWorking(id)) return err({ code: 'turn-running', session_id: id });
    const paused = await stop.pause(id);
    return paused.ok ? start.resumeIn(id, seat) : paused;
  };
}
