import type { BeadGraph, BeadNode } from './bead-graph';
import type { Bead } from './record';

export type Progress = { readonly total: number; readonly closed: number };

/** More levels than anybody nests; parents that go in a circle end here too. */
const MAX_LEVELS = 50;

/** The nearest epic above a bead; an epic is above itself only through its own parent. */
export function epicAbove(node: BeadNode, graph: BeadGraph): Bead | null {
  let above = node.parent === null ? undefined : graph.byId.get(node.parent);
  for (let level = 0; above !== undefined && level < MAX_LEVELS; level += 1) {
    if (above.bead.issue_type === 'epic') return above.bead;
    above = above.parent === null ? undefined : graph.byId.get(above.parent);
  }
  return null;
}

/** Direct children only, as bd counts them; null without any. */
export function progressOf(node: BeadNode, graph: BeadGraph): Progress | null {
  const children = graph.children.get(node.id);
  if (children === undefined) return null;
  let total = 0;
  let closed = 0;
  for (const { status } of children) {
    if (status !== 'tombstone') total += 1;
    if (status === 'closed') closed += 1;
  }
  return total === 0 ? null : { total, closed };
}
