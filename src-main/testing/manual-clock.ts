import type { Clock } from '../ports/clock';

export type ManualClock = Clock & {
  /** Lets time pass, on the wall and in the process. */
  turn(ms: number): void;
  /** Somebody sets the wall clock; the process does not notice. */
  setWall(iso: string): void;
};

export function createManualClock(start = '2026-01-19T10:00:00.000Z'): ManualClock {
  let wallMs = Date.parse(start);
  let monotonicMs = 1000;
  return {
    now: () => new Date(wallMs).toISOString(),
    nowMs: () => wallMs,
    monotonicMs: () => monotonicMs,
    turn(ms) {
      wallMs += ms;
      monotonicMs += ms;
    },
    setWall(iso) {
      wallMs = Date.parse(iso);
    },
  };
}
