import type { BeadError } from '@domain/bead/errors';
import type { Result } from '@domain/result';
import type { TrackerHealth } from '@domain/tracker-state';
import type { Clock } from '../../ports/clock';
import type { Timers } from '../../ports/timers';

/** Longer than a healthy bd ever takes, shorter than a person's patience. */
export const SLOW_AFTER_MS = 4_000;

export type HealthWatch = {
  now(): TrackerHealth;
  /** Every call to the tracker goes through here; `reads` when it is the board that is read. */
  observe<T>(
    call: () => Promise<Result<T, BeadError>>,
    kind: 'reads' | 'asks',
  ): Promise<Result<T, BeadError>>;
  close(): void;
};

export type HealthWatchDeps = {
  readonly clock: Clock;
  readonly timers: Timers;
  readonly onChange: (health: TrackerHealth) => void;
};

export function createHealthWatch({ clock, timers, onChange }: HealthWatchDeps): HealthWatch {
  let health: TrackerHealth = { state: 'ok', since: clock.now(), error: null, last_read_at: null };
  const waits = new Set<() => void>();

  const become = (state: TrackerHealth['state'], error: BeadError | null, isRead: boolean) => {
    const now = clock.now();
    const since = state === health.state ? health.since : now;
    const isFirstRead = isRead && health.last_read_at === null;
    const isNews =
      isFirstRead || state !== health.state || JSON.stringify(error) !== JSON.stringify(health.error);
    health = { state, since, error, last_read_at: isRead ? now : health.last_read_at };
    if (isNews) onChange(health);
  };

  return {
    now: () => health,
    async observe(call, kind) {
      const cancel = timers.after(SLOW_AFTER_MS, () => {
        waits.delete(cancel);
        if (health.state === 'ok') become('slow', null, false);
      });
      waits.add(cancel);
      try {
        const result = await call();
        if (result.ok) become('ok', null, kind === 'reads');
        else {
          const state = stateFor(result.error, kind);
          become(state, state === 'ok' ? null : result.error, false);
        }
        return result;
      } finally {
        cancel();
        waits.delete(cancel);
      }
    },
    close() {
      for (const cancel of waits) cancel();
      waits.clear();
    },
  };
}

const TROUBLE: ReadonlySet<BeadError['code']> = new Set([
  'tracker-missing',
  'tracker-too-old',
  'tracker-timed-out',
  'tracker-bad-output',
  'tracker-unreadable',
  'no-beads-folder',
]);

/** A refused change is an answer: the tracker works. A refused reading of the board is trouble. */
function stateFor(error: BeadError, kind: 'reads' | 'asks'): TrackerHealth['state'] {
  if (error.code === 'tracker-locked') return 'locked';
  return TROUBLE.has(error.code) || kind === 'reads' ? 'failing' : 'ok';
}
