import type { Clock } from '../ports/clock';

export type ManualClock = Clock & { turn(ms: number): void };

export function createManualClock(start = '2026-03-01T10:00:00.000Z'): ManualClock {
  let nowMs = Date.parse(start);
  return {
    now: () => new Date(nowMs).toISOString(),
    nowMs: () => nowMs,
    monotonicMs: () => nowMs,
    turn(ms) {
      nowMs += ms;
    },
  };
}
