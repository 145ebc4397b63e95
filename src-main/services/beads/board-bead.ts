import { commentCountOf } from '@domain/bead/comment-count';
import type { Bead } from '@domain/bead/record';

/** Only in one of bd's two ways to print a bead: a card must not change because it was read the other way. */
const ONLY_IN_SOME_OUTPUTS = ['_type', 'revision', 'parent', 'comments'] as const;

/** A bead as the board holds it: comments counted, and the same however it was read. */
export function boardBead(bead: Bead, before: Bead | undefined): Bead {
  if (isAsOnBoard(bead)) return bead;
  const kept = Object.entries(bead).filter(
    ([name]) =>
      !(ONLY_IN_SOME_OUTPUTS as readonly string[]).includes(name) &&
      !name.startsWith('epic_') &&
      name !== 'dependencies',
  );
  const comments = commentCountOf(bead);
  const dependencies = bead.dependencies?.map(
    (edge) =>
      before?.dependencies?.find(
        (known) =>
          known.depends_on_id === edge.depends_on_id &&
          known.type === edge.type &&
          edge.created_at === undefined,
      ) ?? edge,
  );
  return {
    ...(Object.fromEntries(kept) as Bead),
    ...(comments > 0 ? { comment_count: comments } : {}),
    ...(dependencies === undefined || dependencies.length === 0 ? {} : { dependencies }),
  };
}

/** Most beads of a file are; ten thousand copies at every reading would be felt. */
function isAsOnBoard(bead: Bead): boolean {
  for (const name in bead)
    if ((ONLY_IN_SOME_OUTPUTS as readonly string[]).includes(name) || name.startsWith('epic_')) return false;
  return bead.dependencies === undefined || bead.dependencies.every((edge) => edge.created_at !== undefined);
}
