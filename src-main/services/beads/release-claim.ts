import type { BeadPatch } from '@domain/bead/change';
import { CLAIM_LABEL_PREFIX, CLAIM_METADATA_KEY, claimMarkerOf } from '@domain/bead/claim';
import type { BeadError } from '@domain/bead/errors';
import type { Bead } from '@domain/bead/record';
import type { BeadId } from '@domain/ids';
import { ok, type Result } from '@domain/result';
import type { BeadTracker } from '../../ports/bead-tracker';

/** A claim, and what the bead was before it. */
export type ClaimToRelease = {
  readonly id: BeadId;
  readonly marker: string;
  readonly before: {
    readonly status: string;
    readonly assignee: string | null;
    readonly marker: string | null;
  };
};

/**
 * Puts back what a claim changed, and only while the bead still carries that claim: what somebody did with it since is theirs.
 * Null: it does not, and nothing was written.
 */
export async function releaseClaim(
  tracker: BeadTracker,
  { id, marker, before }: ClaimToRelease,
  actor: string,
): Promise<Result<Bead | null, BeadError>> {
  const now = await tracker.show(id);
  if (!now.ok) return now.error.code === 'bead-not-found' ? ok(null) : now;
  const { status, assignee, labels = [], metadata } = now.value;
  if (status !== 'in_progress' || claimMarkerOf(now.value) !== marker) return ok(null);
  const isInMetadata = metadata?.[CLAIM_METADATA_KEY] === marker;
  const others = labels.filter((label) => label !== `${CLAIM_LABEL_PREFIX}${marker}`);
  const former = before.marker === null ? [] : [`${CLAIM_LABEL_PREFIX}${before.marker}`];
  const patch: BeadPatch = {
    status: before.status,
    assignee: before.assignee,
    ...(isInMetadata
      ? { metadata: { [CLAIM_METADATA_KEY]: before.marker } }
      : { labels: [...others, ...former] }),
  };
  const expected = {
    status,
    assignee: assignee ?? null,
    ...(isInMetadata ? { metadata } : { labels }),
  };
  return tracker.update({ id, patch, expected, actor });
}
