import type { SessionId } from '@domain/ids';
import { ok } from '@domain/result';
import type { DriverEvent } from '../../ports/claude-driver';
import type { Kernel } from './kernel';
import type { createStopSession } from './stop-session';

/**
 * A session whose usage limit is reached is paused: nothing it is told would be answered. When the limit ends, as far as
 * Claude says so, is kept in its metadata.
 */
export function createLimitPause(kernel: Kernel, stop: ReturnType<typeof createStopSession>) {
  const { queue, log } = kernel;
  return (id: SessionId, event: DriverEvent): void => {
    if (event.type !== 'turn-ended' || event.limit === undefined) return;
    const { resets_at } = event.limit;
    const noted = queue.inOrder(id, () =>
      kernel.change(id, ({ metadata: { limit_resets_at: _, ...others } }) => {
        const metadata = resets_at === null ? others : { ...others, limit_resets_at: resets_at };
        return ok([{ type: 'details-noted', details: { metadata } }]);
      }),
    );
    void noted
      .then(() => stop.pause(id, 'usage_limit'))
      .then((paused) => {
        if (!paused.ok) log.warn('a limited session was not paused', { session_id: id, error: paused.error });
      })
      .catch((error: unknown) => log.error('a limited session was not paused', { session_id: id, error }));
  };
}
