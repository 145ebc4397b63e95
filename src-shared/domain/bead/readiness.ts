import { type BeadGraph, type BeadNode, graphOf } from './bead-graph';
import {
  blocksUnder1x,
  blocksUnder04x,
  conditionHolds04x,
  gateOf,
  isWaiting1x,
  isWaiting04x,
} from './blocking-edges';
import type { Bead, BeadDependency } from './record';
import type { ReadyRules } from './tracker-info';

const HIDDEN_TYPES: ReadonlySet<string> = new Set([
  'merge-request',
  'gate',
  'molecule',
  'message',
  'agent',
  'role',
  'rig',
]);
const HYBRID_RECENT_MS = 48 * 3_600_000;
const INHERITANCE_DEPTH_04X = 50;
const NONE: readonly never[] = [];

export type BlockReason = {
  /** Targets of its own edges that hold it. */
  readonly blocked_by: readonly string[];
  /** The parent whose block it shares; only when it has none of its own. */
  readonly inherited_from: string | null;
};

export type Readiness = {
  /** In the order of `bd ready`. */
  readonly ready: readonly string[];
  /** Closed beads are never in it under 1.x; under 0.4x they may be, as bd keeps them. */
  readonly blocked: ReadonlyMap<string, BlockReason>;
};

function directBlockers(
  edges: readonly BeadDependency[],
  graph: BeadGraph,
  isNew: boolean,
): readonly string[] {
  const found: string[] = [];
  for (const edge of edges) {
    if (edge.type !== 'blocks' && edge.type !== 'conditional-blocks' && edge.type !== 'waits-for') continue;
    if (edge.type === 'waits-for') {
      const gate = gateOf(edge);
      const spawner = isNew ? edge.depends_on_id : (gate.spawner ?? edge.depends_on_id);
      const children = graph.children.get(spawner) ?? NONE;
      if (isNew ? isWaiting1x(children, gate) : isWaiting04x(children, gate)) found.push(edge.depends_on_id);
      continue;
    }
    const target = graph.byId.get(edge.depends_on_id);
    if (target === undefined) continue;
    const holds = isNew
      ? blocksUnder1x(target)
      : edge.type === 'blocks'
        ? blocksUnder04x(target)
        : conditionHolds04x(target);
    if (holds) found.push(target.id);
  }
  return found.length > 1 ? [...new Set(found)] : found;
}

export function blockedBeads(beads: readonly Bead[], rules: ReadyRules): ReadonlyMap<string, BlockReason> {
  return blockedIn(graphOf(beads), rules.family === '1.x');
}

function blockedIn(graph: BeadGraph, isNew: boolean): Map<string, BlockReason> {
  const blocked = new Map<string, BlockReason>();
  for (const node of graph.nodes) {
    if (node.edges.length === 0 || (isNew && !blocksUnder1x(node))) continue;
    const blocked_by = directBlockers(node.edges, graph, isNew);
    if (blocked_by.length > 0) blocked.set(node.id, { blocked_by, inherited_from: null });
  }
  let parents: readonly string[] = [...blocked.keys()];
  for (let depth = 0; parents.length > 0 && (isNew || depth < INHERITANCE_DEPTH_04X); depth += 1) {
    const heirs: string[] = [];
    for (const parent of parents) {
      for (const child of graph.children.get(parent) ?? NONE) {
        if (blocked.has(child.id) || (isNew && !blocksUnder1x(child))) continue;
        blocked.set(child.id, { blocked_by: NONE, inherited_from: parent });
        heirs.push(child.id);
      }
    }
    parents = heirs;
  }
  return blocked;
}

function isLater(instant: string | undefined, nowMs: number): boolean {
  return instant !== undefined && instant !== '' && Date.parse(instant) > nowMs;
}

function isOffered({ id, status, bead }: BeadNode, rules: ReadyRules, nowMs: number): boolean {
  if (status !== 'open' && !(rules.in_progress_is_ready && status === 'in_progress')) return false;
  if (bead.pinned === true || bead.ephemeral === true || bead.is_template === true) return false;
  if (HIDDEN_TYPES.has(bead.issue_type) || isLater(bead.defer_until, nowMs)) return false;
  return rules.family === '1.x' || !(id.includes('-mol-') || id.includes('-wisp-'));
}

function hasDeferredParent(node: BeadNode, graph: BeadGraph, nowMs: number): boolean {
  return node.edges.some(
    (edge) =>
      edge.type === 'parent-child' && isLater(graph.byId.get(edge.depends_on_id)?.bead.defer_until, nowMs),
  );
}

type Dated = { readonly id: string; readonly priority: number; readonly born: number };

const byIdOrder = (a: Dated, b: Dated) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

function inOrder(nodes: readonly BeadNode[], rules: ReadyRules, nowMs: number): string[] {
  const dated = nodes.map(({ id, bead }) => ({
    id,
    priority: bead.priority,
    born: Date.parse(bead.created_at) || 0,
  }));
  const isRecent = (entry: Dated) => entry.born >= nowMs - HYBRID_RECENT_MS;
  const compare =
    rules.sort === 'priority'
      ? (a: Dated, b: Dated) => a.priority - b.priority || b.born - a.born || byIdOrder(a, b)
      : (a: Dated, b: Dated) =>
          Number(isRecent(b)) - Number(isRecent(a)) ||
          (isRecent(a) ? a.priority - b.priority : 0) ||
          a.born - b.born ||
          byIdOrder(a, b);
  return dated.sort(compare).map((entry) => entry.id);
}

/** Which beads can be worked on and which are held, exactly as the project's own generation answers. */
export function readinessOf(beads: readonly Bead[], rules: ReadyRules, nowMs: number): Readiness {
  return readinessIn(graphOf(beads), rules, nowMs);
}

export function readinessIn(graph: BeadGraph, rules: ReadyRules, nowMs: number): Readiness {
  const isNew = rules.family === '1.x';
  const blocked = blockedIn(graph, isNew);
  const ready = graph.nodes.filter(
    (node) =>
      isOffered(node, rules, nowMs) &&
      !blocked.has(node.id) &&
      !(isNew && hasDeferredParent(node, graph, nowMs)),
  );
  return { ready: inOrder(ready, rules, nowMs), blocked };
}

/** From a bead that inherits its block up to the parent that is held itself, and what holds that one. */
export function blockChain(
  blocked: ReadonlyMap<string, BlockReason>,
  id: string,
): { readonly through: readonly string[]; readonly blocked_by: readonly string[] } {
  const through: string[] = [];
  const seen = new Set<string>();
  let reason = blocked.get(id);
  while (reason?.inherited_from != null && !seen.has(reason.inherited_from)) {
    seen.add(reason.inherited_from);
    through.push(reason.inherited_from);
    reason = blocked.get(reason.inherited_from);
  }
  return { through, blocked_by: reason?.blocked_by ?? NONE };
}
