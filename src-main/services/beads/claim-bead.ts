import { claimMarkerOf, isClaimedBy } from '@domain/bead/claim';
import type { BeadError } from '@domain/bead/errors';
import type { Bead } from '@domain/bead/record';
import type { BeadId } from '@domain/ids';
import { err, ok, type Result } from '@domain/result';
import type { BeadTracker } from '../../ports/bead-tracker';
import type { ProjectLock } from '../../ports/project-lock';
import type { OpenTracker } from './project-beads';
import { type ClaimToRelease, releaseClaim } from './release-claim';

type Answer<T> = Promise<Result<T, BeadError>>;
export type Claimed = { readonly bead: Bead; readonly marker: string };

/*
 * asked -> won | lost                    the tracker answered
 * asked -> (no answer) -> looked -> won | lost | not taken
 *                      -> (no answer) -> unresolved -> looked, before anything else is written
 * L1  Of any number of claims of one bead, by any names, one wins; the others are told who holds it.
 * L2  The project lock is held over the claim, its marker and the reading back: bd lets one actor win twice.
 * L3  A claim without an answer is never sent again blindly: the bead is looked at first.
 * L4  While a claim is unresolved nothing else is written to the project.
 * L5  Only a claim made through us is renewed, in the name of its holder.
 */
export type ClaimDesk = {
  /** Under the caller's own marker, or a new one. */
  claim(open: OpenTracker, id: BeadId, actor: string, marker?: string): Answer<Claimed>;
  /** Null: the bead does not carry this claim any more. */
  release(open: OpenTracker, claim: ClaimToRelease, actor: string): Answer<Bead | null>;
  /** For as long as the work goes on; a claim that is not ours, or does not expire, is left alone. */
  renew(open: OpenTracker, id: BeadId): Answer<null>;
  /** Ok when nothing is left open; otherwise why it cannot be told. */
  settle(open: OpenTracker): Answer<null>;
};

export type ClaimDeskDeps = { readonly lock: ProjectLock; readonly newMarker: () => string };

type Open = { readonly actor: string; readonly marker: string; readonly isSettled: boolean };

export function createClaimDesk({ lock, newMarker }: ClaimDeskDeps): ClaimDesk {
  /** Claims whose answer was lost; a settled one is kept until it is asked for again, so that the asker gets it. */
  const lost = new Map<BeadId, Open>();

  const look = async (tracker: BeadTracker, id: BeadId, { actor, marker }: Open): Answer<Claimed | null> => {
    const now = await tracker.show(id);
    if (!now.ok) return now.error.code === 'bead-not-found' ? ok(null) : now;
    return ok(isClaimedBy(now.value, actor, marker) ? { bead: now.value, marker } : null);
  };

  const settle: ClaimDesk['settle'] = async ({ tracker }) => {
    for (const [id, open] of lost) {
      if (open.isSettled) continue;
      const seen = await look(tracker, id, open);
      if (!seen.ok) return err({ code: 'claim-unresolved', id, actor: open.actor });
      if (seen.value === null) lost.delete(id);
      else lost.set(id, { ...open, isSettled: true });
    }
    return ok(null);
  };

  const attempt = async (tracker: BeadTracker, id: BeadId, open: Open): Answer<Claimed> => {
    const claimed = await tracker.claim({ id, actor: open.actor, marker: open.marker });
    if (claimed.ok) {
      lost.delete(id);
      return ok({ bead: claimed.value, marker: open.marker });
    }
    if (!isWithoutAnswer(claimed.error)) {
      lost.delete(id);
      return claimed;
    }
    lost.set(id, open);
    const seen = await look(tracker, id, open);
    if (!seen.ok) return err({ code: 'claim-unresolved', id, actor: open.actor });
    lost.delete(id);
    return seen.value === null ? claimed : ok(seen.value);
  };

  return {
    settle,
    async renew({ tracker }, id) {
      if (tracker.renewClaim === undefined) return ok(null);
      const now = await tracker.show(id);
      if (!now.ok) return now;
      const { status, assignee } = now.value;
      if (status !== 'in_progress' || assignee === undefined || claimMarkerOf(now.value) === null)
        return ok(null);
      return tracker.renewClaim(id, assignee);
    },
    release: (open, claim, actor) =>
      lock.hold(open.beadsDir, 'claim', () => releaseClaim(open.tracker, claim, actor)),
    claim: (open, id, actor, marker = newMarker()) =>
      lock.hold(open.beadsDir, 'claim', async () => {
        const known = lost.get(id);
        // The same attempt under the same marker: if it went through, this finds it won.
        const mine = known?.actor === actor ? known : { actor, marker, isSettled: false };
        return attempt(open.tracker, id, mine);
      }),
  };
}

function isWithoutAnswer(error: BeadError): boolean {
  return error.code === 'tracker-timed-out' || error.code === 'tracker-bad-output';
}
