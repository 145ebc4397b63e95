import type { Bead } from './record';
import { sameValue } from './same-value';

/** The new list with the old objects wherever nothing changed, so that whoever compares by identity sees only changes. */
export function reuseBeads(previous: readonly Bead[], next: readonly Bead[]): readonly Bead[] {
  const byId = new Map(previous.map((bead) => [bead.id, bead]));
  let isSame = previous.length === next.length;
  const beads = next.map((bead, index) => {
    const before = byId.get(bead.id);
    const kept = before !== undefined && sameValue(before, bead) ? before : bead;
    isSame &&= kept === previous[index];
    return kept;
  });
  return isSame ? previous : beads;
}
