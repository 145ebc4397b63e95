import { type Bead, parentOf } from './record';

/** For each bead the nearest epic above it; an epic is above itself only through its own parent. */
export function epicsOf(beads: readonly Bead[]): ReadonlyMap<string, Bead> {
  const parents = new Map<string, string>();
  const byId = new Map<string, Bead>();
  for (const bead of beads) {
    byId.set(bead.id, bead);
    const parent = parentOf(bead);
    if (parent !== null) parents.set(bead.id, parent);
  }
  const found = new Map<string, Bead>();
  for (const id of parents.keys()) {
    const seen = new Set<string>();
    for (let at = parents.get(id); at !== undefined && !seen.has(at); at = parents.get(at)) {
      seen.add(at);
      const above = byId.get(at);
      if (above?.issue_type !== 'epic') continue;
      found.set(id, above);
      break;
    }
  }
  return found;
}

export type Progress = { readonly total: number; readonly closed: number };

/** Direct children only, as bd counts them. */
export function progressOf(beads: readonly Bead[]): ReadonlyMap<string, Progress> {
  const progress = new Map<string, { total: number; closed: number }>();
  for (const bead of beads) {
    const parent = bead.status === 'tombstone' ? null : parentOf(bead);
    if (parent === null) continue;
    const count = progress.get(parent) ?? { total: 0, closed: 0 };
    progress.set(parent, {
      total: count.total + 1,
      closed: count.closed + (bead.status === 'closed' ? 1 : 0),
    });
  }
  return progress;
}
