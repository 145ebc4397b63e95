import type { BeadId, FolderPath } from '@domain/ids';
import type { Log } from '../../ports/log';
import type { Timers } from '../../ports/timers';

/** bd gives a claim five minutes; two looks may fail before somebody takes the worker for dead. */
export const RENEW_EVERY_MS = 100_000;

/** A bead that a running session works on. */
export type WorkedBead = { readonly project: FolderPath; readonly id: BeadId };

export type KeepLeases = {
  /** What runs now. A session that ended is no longer named, and its claim is left to expire. */
  readonly working: () => Promise<readonly WorkedBead[]>;
  readonly renew: (bead: WorkedBead) => Promise<void>;
  readonly timers: Timers;
  readonly log: Log;
};

/** Renews the claims of running sessions; returns the way to stop. */
export function keepLeases({ working, renew, timers, log }: KeepLeases): () => void {
  let isStopped = false;
  let cancel = () => {};
  const look = async () => {
    const worked = await working();
    const each = new Map(worked.map((bead) => [`${bead.project}\n${bead.id}`, bead]));
    for (const bead of each.values()) if (!isStopped) await renew(bead);
  };
  const again = () => {
    cancel = timers.after(RENEW_EVERY_MS, () => {
      void look()
        .catch((error: unknown) => log.error('renewing the claims failed', { error }))
        .finally(() => {
          if (!isStopped) again();
        });
    });
  };
  again();
  return () => {
    isStopped = true;
    cancel();
  };
}
