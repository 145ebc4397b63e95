const FIRST_MS = 250;
const LONGEST_MS = 10_000;

/** Quick at first (a server that restarts is back within a second), then ever calmer. `attempt` counts from 0. */
export function retryDelayMs(attempt: number): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt, 20));
}
