import { findAncestorBlock } from '@domain/bead/ancestor-block';
import type { BeadEdge } from '@domain/bead/change';
import { closeObstacle } from '@domain/bead/close-obstacle';
import { findCycle } from '@domain/bead/dependency-cycle';
import type { BeadError } from '@domain/bead/errors';
import type { Bead } from '@domain/bead/record';
import type { ReadyRules } from '@domain/bead/tracker-info';
import type { BeadId } from '@domain/ids';

/*
 * bd says no in words. These look at the beads as they are and name the case when the beads themselves explain it; otherwise bd's
 * own words are all there is to say.
 */

export function whyNotClosed(beads: readonly Bead[], rules: ReadyRules, id: BeadId): BeadError | null {
  const bead = beads.find((candidate) => candidate.id === id);
  if (bead === undefined) return { code: 'bead-not-found', id };
  const obstacle = closeObstacle(beads, bead, rules);
  return obstacle === null ? null : { code: 'blocked-close', id, why: obstacle.why, by: [...obstacle.by] };
}

export function whyNoEdge(beads: readonly Bead[], rules: ReadyRules, edge: BeadEdge): BeadError | null {
  const { id, depends_on } = edge;
  const bead = beads.find((candidate) => candidate.id === id);
  if (bead === undefined) return { code: 'bead-not-found', id };
  if (bead.dependencies?.some((existing) => existing.depends_on_id === depends_on))
    return { code: 'dependency-refused', why: 'second-edge', id, depends_on };
  const path = findCycle(beads, edge, rules.family);
  if (path !== null) return { code: 'cycle', path: [...path] };
  const edges = [...(bead.dependencies ?? []), { issue_id: id, depends_on_id: depends_on, type: edge.type }];
  const would = beads.map((one) => (one === bead ? { ...bead, dependencies: edges } : one));
  const gate = rules.family === '1.x' ? findAncestorBlock(would, id) : null;
  return gate === null ? null : { code: 'dependency-refused', why: 'ancestor', ...gate };
}
