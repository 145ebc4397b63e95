import type { Timers } from '../ports/timers';

/** Time stands still until the test turns it. */
export type ManualTimers = Timers & {
  /** Lets `ms` pass; whatever becomes due meanwhile runs in order of its time. */
  turn(ms: number): void;
  waiting(): number;
};

export function createManualTimers(): ManualTimers {
  const due: { at: number; order: number; run: () => void }[] = [];
  let now = 0;
  let made = 0;
  return {
    after(ms, run) {
      const entry = { at: now + ms, order: made, run };
      made += 1;
      due.push(entry);
      return () => {
        const index = due.indexOf(entry);
        if (index >= 0) due.splice(index, 1);
      };
    },
    turn(ms) {
      const until = now + ms;
      for (;;) {
        const next = due.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at || a.order - b.order)[0];
        if (next === undefined) break;
        due.splice(due.indexOf(next), 1);
        now = next.at;
        next.run();
      }
      now = until;
    },
    waiting: () => due.length,
  };
}
