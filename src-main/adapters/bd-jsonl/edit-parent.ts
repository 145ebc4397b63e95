import { findAncestorBlock } from '@domain/bead/ancestor-block';
import { findCycle } from '@domain/bead/dependency-cycle';
import type { BeadError } from '@domain/bead/errors';
import { type Bead, type BeadDependency, parentOf } from '@domain/bead/record';
import { err, ok, type Result } from '@domain/result';
import type { EditContext } from './edit-context';
import { stamp } from './file-style';
import { appendTo, inSequence, type LineEdit, removeEdges } from './line-editor';

export function edgeRecord(
  bead: Pick<Bead, 'id'>,
  dependsOn: string,
  type: string,
  context: EditContext,
): BeadDependency {
  return {
    issue_id: bead.id,
    depends_on_id: dependsOn,
    type,
    created_at: stamp(context.nowMs, context.style),
    created_by: context.actor,
    ...(context.style.generation === '1.x' ? { metadata: '{}' } : {}),
  };
}

/** Another parent is another `parent-child` edge on the child's own line; a bead has one at most. */
export function reparent(
  bead: Bead,
  parent: string | null,
  context: EditContext,
): Result<LineEdit, BeadError> {
  if (parentOf(bead) === parent) return ok((text) => text);
  const cut = removeEdges((edge) => edge.type === 'parent-child');
  if (parent === null) return ok(cut);
  if (parent === bead.id)
    return err({ code: 'dependency-refused', why: 'itself', id: bead.id, depends_on: parent });
  if (!context.beads.some((one) => one.id === parent)) return err({ code: 'bead-not-found', id: parent });
  if (isEpicUnderOther(bead, parent, context))
    return err({ code: 'dependency-refused', why: 'epic-under-other', id: bead.id, depends_on: parent });
  const others = bead.dependencies?.filter((edge) => edge.type !== 'parent-child') ?? [];
  if (others.some((edge) => edge.depends_on_id === parent))
    return err({ code: 'dependency-refused', why: 'second-edge', id: bead.id, depends_on: parent });
  const without = context.beads.map((one) => (one.id === bead.id ? { ...one, dependencies: others } : one));
  const path = findCycle(
    without,
    { id: bead.id, depends_on: parent, type: 'parent-child' },
    context.rules.family,
  );
  if (path !== null) return err({ code: 'cycle', path: [...path] });
  const record = edgeRecord(bead, parent, 'parent-child', context);
  const gate = ancestorBlock({ ...bead, dependencies: [...others, record] }, context);
  return gate === null ? ok(inSequence(cut, appendTo('dependencies', record))) : err(gate);
}

/** Why the bead cannot be as it would be, among the others as they are; a rule of 1.x. */
export function ancestorBlock(
  would: Pick<Bead, 'id' | 'dependencies'>,
  { rules, beads }: EditContext,
): BeadError | null {
  if (rules.family !== '1.x') return null;
  const others = beads.filter((bead) => bead.id !== would.id);
  const gate = findAncestorBlock([...others, would], would.id);
  return gate === null ? null : { code: 'dependency-refused', why: 'ancestor', ...gate };
}

/** 0.4x refuses an epic below anything but an epic, and its import drops such an edge. */
export function isEpicUnderOther(
  { issue_type }: Pick<Bead, 'issue_type'>,
  parent: string,
  { rules, beads }: EditContext,
): boolean {
  if (rules.family === '1.x' || issue_type !== 'epic') return false;
  return beads.some((bead) => bead.id === parent && bead.issue_type !== 'epic');
}
