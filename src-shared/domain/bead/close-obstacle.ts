import { blockedBeads } from './readiness';
import { type Bead, isTombstone, parentOf } from './record';
import type { ReadyRules } from './tracker-info';

export type CloseObstacle = {
  readonly why: 'blocked' | 'open-children' | 'pinned' | 'template' | 'gate';
  readonly by: readonly string[];
  /** A template is never closed. */
  readonly canForce: boolean;
};

/** Why bd would refuse to close a bead; null when nothing stands in the way. */
export function closeObstacle(beads: readonly Bead[], bead: Bead, rules: ReadyRules): CloseObstacle | null {
  if (bead.status === 'closed') return null;
  if (bead.is_template === true) return { why: 'template', by: [], canForce: false };
  if (bead.pinned === true || bead.status === 'pinned') return { why: 'pinned', by: [], canForce: true };
  const await_type = bead['await_type'];
  if (bead.issue_type === 'gate' && typeof await_type === 'string' && !['', 'human'].includes(await_type))
    return { why: 'gate', by: [await_type], canForce: true };
  const block = blockedBeads(beads, rules).get(bead.id);
  if (block !== undefined) {
    const by = block.inherited_from === null ? block.blocked_by : [block.inherited_from];
    return { why: 'blocked', by, canForce: true };
  }
  if (bead.issue_type !== 'epic') return null;
  const children = beads.filter(
    (child) => parentOf(child) === bead.id && child.status !== 'closed' && !isTombstone(child),
  );
  return children.length === 0
    ? null
    : { why: 'open-children', by: children.map((child) => child.id), canForce: true };
}
