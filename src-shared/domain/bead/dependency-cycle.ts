import type { BeadDependency } from './record';
import type { ReadyRules } from './tracker-info';

const ORDERING_EDGES: ReadonlySet<string> = new Set([
  'blocks',
  'conditional-blocks',
  'parent-child',
  'waits-for',
]);

export function isOrderingEdge(type: string): boolean {
  return ORDERING_EDGES.has(type);
}

type WithEdges = { readonly id: string; readonly dependencies?: readonly BeadDependency[] | undefined };

/**
 * The circle an edge would close, from the bead back to itself, the shortest one; null when it closes none. 0.4x counts links of
 * every type but `relates-to`, which goes both ways.
 */
export function findCycle(
  beads: readonly WithEdges[],
  edge: { readonly id: string; readonly depends_on: string; readonly type: string },
  family: ReadyRules['family'] = '1.x',
): readonly string[] | null {
  if (edge.id === edge.depends_on) return [edge.id, edge.id];
  const counts = (type: string) => (family === '1.x' ? isOrderingEdge(type) : type !== 'relates-to');
  if (!counts(edge.type)) return null;
  const byId = new Map(beads.map((bead) => [bead.id, bead]));
  const cameFrom = new Map<string, string>([[edge.depends_on, edge.id]]);
  const queue = [edge.depends_on];
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    for (const next of byId.get(at)?.dependencies ?? []) {
      if (!counts(next.type) || cameFrom.has(next.depends_on_id)) continue;
      cameFrom.set(next.depends_on_id, at);
      if (next.depends_on_id === edge.id) return pathTo(edge.id, cameFrom);
      queue.push(next.depends_on_id);
    }
  }
  return null;
}

function pathTo(id: string, cameFrom: ReadonlyMap<string, string>): readonly string[] {
  const path = [id];
  for (let at = cameFrom.get(id); at !== undefined && at !== id; at = cameFrom.get(at)) path.unshift(at);
  return [id, ...path];
}
