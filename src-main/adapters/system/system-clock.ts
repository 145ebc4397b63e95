import type { Clock } from '../../ports/clock';

export function createSystemClock(): Clock {
  return {
    now: () => new Date().toISOString(),
    nowMs: () => Date.now(),
    monotonicMs: () => performance.now(),
  };
}
