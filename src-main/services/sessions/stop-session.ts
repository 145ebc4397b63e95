import type { SessionId } from '@domain/ids';
import { err, ok, type Result } from '@domain/result';
import type { SessionError } from '@domain/session/errors';
import type { Session } from '@domain/session/record';
import {
  decideStatus,
  effectsOf,
  phaseOf,
  refusal,
  type StatusCommand,
} from '@domain/session/status-machine';
import type { Outcome, PauseReason } from '@domain/session/values';
import type { Changed, Kernel } from './kernel';
import type { LiveSessions } from './live-sessions';

/** Pause and close: the wish on disk, then the process is asked to leave; paused or closed once it is gone. */
export function createStopSession(kernel: Kernel, live: LiveSessions) {
  const { queue, clock, book } = kernel;

  /** A status that speaks of a process which is not ours: another console's, or nobody's any more. */
  const settleForeign = async (id: SessionId): Promise<Result<'none' | 'ours', SessionError>> => {
    if (live.has(id)) return ok('ours');
    const found = await kernel.fresh(id);
    if (found === null) return err({ code: 'session-not-found', session_id: id });
    const phase = phaseOf(found.session);
    if (phase === 'draft' || phase === 'paused' || phase === 'closed' || found.session.owner === 'external')
      return ok('none');
    const owner = await found.store.leaseOwner(id);
    return owner === null ? ok('none') : err({ code: 'locked', what: `session ${id}`, owner });
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
      if (!process.ok) return process;
      // The process died with its console: what is left of the pause is to say so.
      if (process.value === 'none') {
        const found = book.find(id);
        if (found !== null && phaseOf(found.session) === 'active')
          return decide(id, { type: 'recover', reason: 'crash' });
      }
      return decide(id, { type: 'pause', reason });
    });
    return changed.ok ? finish(id, changed.value) : changed;
  };

  const close = async (id: SessionId, outcome?: Outcome): Promise<Result<Session, SessionError>> => {
    const changed = await queue.inOrder(id, async (): Promise<Result<Changed, SessionError>> => {
      const process = await settleForeign(id);
      if (!process.ok) return process;
      const found = book.find(id);
      if (found?.session.owner === 'external') return err(refusal(found.session, 'close'));
      return decide(id, { type: 'close', outcome, hasProcess: process.value === 'ours' });
    });
    return changed.ok ? finish(id, changed.value) : changed;
  };

  return { pause, close, settleForeign, finish };
}
