import type { SessionId } from '@domain/ids';
import { err, ok, type Result } from '@domain/result';
import type { SessionError } from '@domain/session/errors';
import type { Session } from '@domain/session/record';
import { decideStatus, effectsOf, refusal, type StatusCommand } from '@domain/session/status-machine';
import type { Outcome, PauseReason } from '@domain/session/values';
import type { Changed, Kernel } from './kernel';
import type { LiveSessions } from './live-sessions';
import { settleDead } from './settle-dead';

/** Pause and close: the wish on disk, then the process is asked to leave; paused or closed once it is gone. */
export function createStopSession(kernel: Kernel, live: LiveSessions) {
  const { queue, clock, book } = kernel;

  /** A status may speak of a process that is not ours: another console's, or nobody's any more. */
  const settleForeign = async (id: SessionId): Promise<Result<'none' | 'ours', SessionError>> => {
    if (live.has(id)) return ok('ours');
    const settled = await settleDead(kernel, id);
    return settled.ok ? ok('none') : settled;
  };

  const decide = (id: SessionId, command: StatusCommand) =>
    kernel.change(id, (session) =>
      decideStatus(session, command, { at: clock.now(), activeMs: live.activeMs(id) }),
    );

  /** Outside the queue: the end of the process comes back through it. */
  const finish = async (id: SessionId, changed: Changed): Promise<Result<Session, SessionError>> => {
    const effects = effectsOf(changed.facts);
    if (!live.has(id)) return ok(changed.session);
    const isWaiting = changed.session.pending?.type === 'pause' || changed.session.pending?.type === 'close';
    if (effects.length === 0 && !isWaiting) return ok(changed.session);
    const ended = live.ended(id);
    void live.perform(id, effects);
    return ended;
  };

  const pause = async (
    id: SessionId,
    reason: PauseReason = 'user',
  ): Promise<Result<Session, SessionError>> => {
    const changed = await queue.inOrder(id, async (): Promise<Result<Changed, SessionError>> => {
      const process = await settleForeign(id);
      return process.ok ? decide(id, { type: 'pause', reason }) : process;
    });
    return changed.ok ? finish(id, changed.value) : changed;
  };

  const close = async (id: SessionId, outcome?: Outcome): Promise<Result<Session, SessionError>> => {
    const changed = await queue.inOrder(id, async (): Promise<Result<Changed, SessionError>> => {
      const before = book.find(id)?.session.status;
      const process = await settleForeign(id);
      if (!process.ok) return process;
      const session = book.find(id)?.session;
      if (session?.owner === 'external') return err(refusal(session, 'close'));
      // The console that was closing it is gone, and settling it has just done what is asked here.
      if (session?.status === 'closed' && before !== 'closed') return ok({ session, facts: [] });
      return decide(id, { type: 'close', outcome, hasProcess: process.value === 'ours' });
    });
    return changed.ok ? finish(id, changed.value) : changed;
  };

  return { pause, close, settleForeign, finish };
}
