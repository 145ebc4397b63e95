import type { SessionId } from '@domain/ids';
import type { DriverEvent } from '../../ports/claude-driver';
import type { Kernel } from './kernel';
import type { LiveSessions } from './live-sessions';

/*
 * working <-> idle -> paused with `inactivity`
 * I1  Idle is the time between turns: from a start or the end of a turn to the next prompt. A turn that runs or waits for an
 *     answer is not idle, however long it takes; nor is a session with something at work in the background.
 * I2  Zero minutes means never. A longer time counts at once, a shorter one from the end of the next turn.
 * I3  A pause that does not come about is tried again after another stretch of idleness.
 */
export type PauseIdle = {
  readonly live: LiveSessions;
  readonly idleMinutes: () => number;
  readonly pause: (id: SessionId) => Promise<{ readonly ok: boolean }>;
};

const MINUTE_MS = 60_000;

/** Gives the way to stop. */
export function createPauseIdle(
  { clock, timers, log }: Pick<Kernel, 'clock' | 'timers' | 'log'>,
  { live, idleMinutes, pause }: PauseIdle,
): () => void {
  const idle = new Map<SessionId, () => void>();
  const betweenTurns = new Set<SessionId>();
  const inBackground = new Set<SessionId>();

  const forget = (id: SessionId) => {
    idle.get(id)?.();
    idle.delete(id);
  };
  const wait = (id: SessionId, sinceMs: number) => {
    const leftMs = () => idleMinutes() * MINUTE_MS - (clock.monotonicMs() - sinceMs);
    if (idleMinutes() === 0) return;
    idle.set(
      id,
      timers.after(Math.max(1, leftMs()), () => {
        idle.delete(id);
        if (idleMinutes() === 0) return;
        if (leftMs() > 0) wait(id, sinceMs);
        else void ring(id);
      }),
    );
  };
  const ring = async (id: SessionId) => {
    const paused = await pause(id);
    if (paused.ok || !live.has(id)) return;
    log.warn('an idle session could not be paused', { session_id: id });
    if (!idle.has(id)) wait(id, clock.monotonicMs());
  };

  const stop = live.onEvent((id, event) => {
    const change = meaningOf(event);
    if (change === 'idle') betweenTurns.add(id);
    if (change === 'working' || change === 'gone') betweenTurns.delete(id);
    if (change === 'at-work') inBackground.add(id);
    if (change === 'all-done' || change === 'gone') inBackground.delete(id);
    const isIdle = (change === 'idle' || change === 'all-done') && betweenTurns.has(id);
    if (isIdle && !idle.has(id) && !inBackground.has(id)) wait(id, clock.monotonicMs());
    if (change === 'working' || change === 'at-work' || change === 'gone') forget(id);
  });
  return () => {
    stop();
    for (const id of [...idle.keys()]) forget(id);
  };
}

function meaningOf(event: DriverEvent): 'idle' | 'working' | 'at-work' | 'all-done' | 'gone' | 'nothing' {
  switch (event.type) {
    case 'started':
    case 'turn-ended':
      return 'idle';
    case 'status':
      return event.status === 'idle' ? 'idle' : 'working';
    case 'prompt-sent':
    case 'text':
    case 'thinking':
    case 'tool-started':
    case 'permission-asked':
      return 'working';
    case 'tasks':
      return event.tasks.length > 0 ? 'at-work' : 'all-done';
    case 'process-ended':
      return 'gone';
    default:
      return 'nothing';
  }
}
