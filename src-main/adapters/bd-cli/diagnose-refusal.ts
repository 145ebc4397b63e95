import type { BeadEdge } from '@domain/bead/change';
import type { BeadError } from '@domain/bead/errors';
import { blockedBeads } from '@domain/bead/readiness';
import { type Bead, parentOf } from '@domain/bead/record';
import type { ReadyRules } from '@domain/bead/tracker-info';
import type { BeadId } from '@domain/ids';

/*
 * bd says no in words. These look at the beads as they are and name the case when the beads themselves explain it; otherwise bd's
 * own words are all there is to say.
 */

export function whyNotClosed(beads: readonly Bead[], rules: ReadyRules, id: BeadId): BeadError | null {
  const bead = beads.find((candidate) => candidate.id === id);
  if (bead === undefined) return { code: 'bead-not-found', id };
  if (bead.is_template === true) return { code: 'blocked-close', id, why: 'template', by: [] };
  const reason = blockedBeads(beads, rules).get(id);
  if (reason !== undefined) {
    const by = reason.inherited_from === null ? [...reason.blocked_by] : [reason.inherited_from];
    return { code: 'blocked-close', id, why: 'blocked', by };
  }
  const open = beads.filter((child) => parentOf(child) === id && child.status !== 'closed');
  if (open.length > 0)
    return { code: 'blocked-close', id, why: 'open-children', by: open.map((child) => child.id) };
  if (bead.pinned === true || bead.status === 'pinned')
    return { code: 'blocked-close', id, why: 'pinned', by: [] };
  return bead.issue_type === 'gate' ? { code: 'blocked-close', id, why: 'gate', by: [] } : null;
}

export function whyNoEdge(beads: readonly Bead[], edge: BeadEdge): BeadError | null {
  const { id, depends_on } = edge;
  if (id === depends_on) return { code: 'dependency-refused', why: 'itself', id, depends_on };
  const bead = beads.find((candidate) => candidate.id === id);
  if (bead === undefined) return { code: 'bead-not-found', id };
  if (bead.dependencies?.some((existing) => existing.depends_on_id === depends_on)) {
    return { code: 'dependency-refused', why: 'second-edge', id, depends_on };
  }
  const path = pathBetween(beads, depends_on, id);
  return path === null ? null : { code: 'cycle', path: [id, ...path] };
}

const CIRCULAR = new Set(['blocks', 'conditional-blocks', 'parent-child', 'waits-for']);

/** Along the edges that may not go in a circle; breadth first, so the shortest is shown. */
function pathBetween(beads: readonly Bead[], from: string, to: string): string[] | null {
  const targets = new Map(
    beads.map((bead) => [
      bead.id as string,
      (bead.dependencies ?? []).filter((edge) => CIRCULAR.has(edge.type)).map((edge) => edge.depends_on_id),
    ]),
  );
  const cameFrom = new Map<string, string | null>([[from, null]]);
  const queue = [from];
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    if (at === to) return unwind(cameFrom, to);
    for (const next of targets.get(at) ?? []) {
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, at);
      queue.push(next);
    }
  }
  return null;
}

function unwind(cameFrom: ReadonlyMap<string, string | null>, end: string): string[] {
  const path: string[] = [];
  for (let at: string | null = end; at !== null; at = cameFrom.get(at) ?? null) path.unshift(at);
  return path;
}
