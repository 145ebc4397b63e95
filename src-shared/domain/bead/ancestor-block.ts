import { type Bead, parentOf } from './record';

type Family = Pick<Bead, 'id' | 'dependencies'>;

const GATES: ReadonlySet<string> = new Set(['blocks', 'conditional-blocks']);

/**
 * An edge that would never clear: a bead that waits for its own ancestor, which cannot close before it. Looked for on the bead and
 * everything below it, in the beads as they would be. bd 1.3 refuses such an edge and leaves it out of an import.
 */
export function findAncestorBlock(
  beads: readonly Family[],
  id: string,
): { readonly id: string; readonly depends_on: string } | null {
  const byId = new Map<string, Family>(beads.map((bead) => [bead.id, bead]));
  const above = (start: string): ReadonlySet<string> => {
    const seen = new Set<string>();
    for (let at = parentIn(byId, start); at !== null && !seen.has(at); at = parentIn(byId, at)) seen.add(at);
    return seen;
  };
  for (const bead of beads) {
    const gates = bead.dependencies?.filter((edge) => GATES.has(edge.type)) ?? [];
    if (gates.length === 0) continue;
    const ancestors = above(bead.id);
    if (bead.id !== id && !ancestors.has(id)) continue;
    const gate = gates.find((edge) => ancestors.has(edge.depends_on_id));
    if (gate !== undefined) return { id: bead.id, depends_on: gate.depends_on_id };
  }
  return null;
}

function parentIn(byId: ReadonlyMap<string, Family>, id: string): string | null {
  const bead = byId.get(id);
  return bead === undefined ? null : parentOf(bead);
}
