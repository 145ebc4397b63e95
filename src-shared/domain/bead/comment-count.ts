import type { Bead } from './record';

/** Lists carry a count where they leave the comments out. */
export function commentCountOf(bead: Bead): number {
  return bead.comments?.length ?? bead.comment_count ?? 0;
}
