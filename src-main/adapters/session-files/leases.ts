import type { SessionId } from '@domain/ids';
import { err, ok, type Result } from '@domain/result';
import type { Locked, LockOwner, StoreError } from '@domain/session/errors';
import type { Lease } from '../../ports/session-store';
import type { StoreContext } from './store-context';
import { toStoreError } from './store-errors';

/** One living process per session id, over all consoles: Claude itself does not look. */
export type Leases = {
  acquire(id: SessionId): Result<Lease, Locked | StoreError>;
  ownerOf(id: SessionId): LockOwner | null;
};

const nameOf = (id: SessionId) => `session-${id}`;

export function createLeases(context: StoreContext): Leases {
  const { keeper } = context;
  return {
    acquire(id) {
      if (!context.memory.sessions.has(id)) return err({ code: 'session-not-found', session_id: id });
      const taken = keeper.tryAcquire(nameOf(id));
      if (!taken.ok) return err(toStoreError(taken.error, `session ${id}`));
      const lock = taken.value;
      return ok({
        session_id: id,
        onLost: (ring) => lock.onLost(ring),
        release: async () => lock.release(),
      });
    },
    ownerOf: (id) => keeper.ownerOf(nameOf(id)),
  };
}
