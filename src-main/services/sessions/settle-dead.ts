import type { SessionId } from '@domain/ids';
import { err, ok, type Result } from '@domain/result';
import type { SessionError } from '@domain/session/errors';
import type { Session } from '@domain/session/record';
import { decideStatus } from '@domain/session/status-machine';
import type { Kernel } from './kernel';

/** Its status or its wish needs a process. What began elsewhere has a derived status and is not ours to settle. */
export function speaksOfProcess(session: Session): boolean {
  return session.owner === 'console' && (session.status === 'active' || session.pending !== undefined);
}

/**
 * Settles a session whose process died with its console. Answers whether there was something to settle, and `locked`
 * when the process lives elsewhere. Call it inside the queue, for a session without a process of ours.
 */
export async function settleDead(kernel: Kernel, id: SessionId): Promise<Result<boolean, SessionError>> {
  const found = await kernel.fresh(id);
  if (found === null) return err({ code: 'session-not-found', session_id: id });
  if (!speaksOfProcess(found.session)) return ok(false);
  // Held while it is settled: nobody can start it in between and find it paused a moment later.
  const lease = await found.store.acquireLease(id);
  if (!lease.ok) return lease;
  const moment = { at: kernel.clock.now(), activeMs: 0 };
  const settled = await kernel.change(id, (now) =>
    decideStatus(now, { type: 'recover', reason: 'crash' }, moment),
  );
  await lease.value.release();
  return settled.ok ? ok(settled.value.facts.length > 0) : settled;
}
