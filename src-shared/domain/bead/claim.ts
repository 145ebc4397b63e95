import type { Bead } from './record';

export const CLAIM_METADATA_KEY = 'console.claim';
export const CLAIM_LABEL_PREFIX = 'console-claim:';

/** The marker of the last claim through us: a metadata key, or a label where the generation has no metadata. */
export function claimMarkerOf(bead: Bead): string | null {
  const inMetadata = bead.metadata?.[CLAIM_METADATA_KEY];
  if (typeof inMetadata === 'string') return inMetadata;
  const label = bead.labels?.find((candidate) => candidate.startsWith(CLAIM_LABEL_PREFIX));
  return label === undefined ? null : label.slice(CLAIM_LABEL_PREFIX.length);
}

/**
 * An open bead that nobody else holds; or one this very attempt already took, so that a claim whose answer was lost may be
 * sent again. The same actor with another marker is another worker and loses.
 */
export function isClaimable(bead: Bead, actor: string, marker: string): boolean {
  const holder = bead.assignee ?? '';
  if (bead.status === 'open') return holder === '' || holder === actor;
  return isClaimedBy(bead, actor, marker);
}

/** The read-back after a claim: ours only if both the holder and this attempt's marker are there. */
export function isClaimedBy(bead: Bead, actor: string, marker: string): boolean {
  return bead.status === 'in_progress' && bead.assignee === actor && claimMarkerOf(bead) === marker;
}
