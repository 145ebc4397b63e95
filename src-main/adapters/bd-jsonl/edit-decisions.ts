import type { BeadEdge } from '@domain/bead/change';
import { CLAIM_LABEL_PREFIX, CLAIM_METADATA_KEY, isClaimable, isClaimedBy } from '@domain/bead/claim';
import { closeObstacle } from '@domain/bead/close-obstacle';
import { findCycle } from '@domain/bead/dependency-cycle';
import { findConflicts } from '@domain/bead/find-conflicts';
import type { Bead } from '@domain/bead/record';
import { err, ok } from '@domain/result';
import type { BeadClaim, BeadClose, BeadUpdate } from '../../ports/bead-tracker';
import { checkStatus, checkType, type DecideEdit, type EditContext } from './edit-context';
import { ancestorBlock, edgeRecord, reparent } from './edit-parent';
import { stamp } from './file-style';
import {
  appendTo,
  inSequence,
  type LineEdit,
  mergeMetadata,
  removeEdges,
  setCountIfThere,
  setFields,
} from './line-editor';
import { statusFields } from './status-change';

const CLEARABLE = [
  'description',
  'design',
  'acceptance_criteria',
  'notes',
  'assignee',
  'estimated_minutes',
  'due_at',
  'defer_until',
  'external_ref',
] as const;
const PLAIN = ['title', 'priority', 'issue_type'] as const;

export function decideUpdate({ patch, expected }: BeadUpdate): DecideEdit {
  return (bead, context) => {
    const fields = findConflicts(bead, patch, expected);
    if (fields.length > 0) return err({ code: 'bead-conflict', id: bead.id, fields, theirs: bead });
    const edits: LineEdit[] = [];
    const changes: Record<string, unknown> = {};
    for (const name of PLAIN) if (patch[name] !== undefined) changes[name] = patch[name];
    for (const name of CLEARABLE) {
      const value = patch[name];
      if (value !== undefined) changes[name] = value === null || value === '' ? undefined : value;
    }
    if (patch.status !== undefined && patch.status !== bead.status) {
      const known = checkStatus(patch.status, context);
      if (!known.ok) return known;
      Object.assign(changes, statusFields(bead, patch.status, context.nowMs, context.style));
    }
    if (patch.issue_type !== undefined && patch.issue_type !== bead.issue_type) {
      const known = checkType(patch.issue_type, context);
      if (!known.ok) return known;
    }
    if (patch.labels !== undefined) {
      const labels = [...new Set(patch.labels)].sort();
      changes['labels'] = labels.length === 0 ? undefined : labels;
    }
    edits.push(setFields(changes));
    if (patch.metadata !== undefined) edits.push(mergeMetadata(patch.metadata));
    if (patch.parent !== undefined) {
      const moved = reparent(bead, patch.parent, context);
      if (!moved.ok) return moved;
      edits.push(moved.value);
    }
    return ok(inSequence(...edits));
  };
}

export function decideClose({ reason, session, force }: BeadClose): DecideEdit {
  return (bead, context) => {
    if (bead.status === 'closed') return ok(null);
    const obstacle = closeObstacle(context.beads, bead, context.rules);
    if (obstacle !== null && !(force && obstacle.canForce))
      return err({ code: 'blocked-close', id: bead.id, why: obstacle.why, by: [...obstacle.by] });
    return ok(
      setFields({
        ...statusFields(bead, 'closed', context.nowMs, context.style),
        close_reason: reason === null || reason === '' ? 'Closed' : reason,
        ...(session === null || session === '' ? {} : { closed_by_session: session }),
      }),
    );
  };
}

export const decideReopen: DecideEdit = (bead, context) =>
  ok(bead.status === 'closed' ? setFields(statusFields(bead, 'open', context.nowMs, context.style)) : null);

export function decideClaim({ actor, marker }: BeadClaim): DecideEdit {
  return (bead, context) => {
    if (!isClaimable(bead, actor, marker))
      return err({
        code: 'claim-lost',
        id: bead.id,
        holder: bead.assignee === undefined || bead.assignee === '' ? null : bead.assignee,
        status: bead.status,
      });
    if (isClaimedBy(bead, actor, marker)) return ok(null);
    const taken = setFields({
      ...statusFields(bead, 'in_progress', context.nowMs, context.style),
      assignee: actor,
    });
    if (context.hasMetadata) return ok(inSequence(taken, mergeMetadata({ [CLAIM_METADATA_KEY]: marker })));
    const others = (bead.labels ?? []).filter((label) => !label.startsWith(CLAIM_LABEL_PREFIX));
    return ok(inSequence(taken, setFields({ labels: [...others, `${CLAIM_LABEL_PREFIX}${marker}`].sort() })));
  };
}

const blocksCount = (edges: readonly { readonly type: string }[]) =>
  edges.filter((edge) => edge.type === 'blocks').length;

export function decideAddEdge(edge: BeadEdge): DecideEdit {
  return (bead, context) => {
    const refused = (why: 'itself' | 'second-edge') =>
      err({ code: 'dependency-refused' as const, why, id: edge.id, depends_on: edge.depends_on });
    if (edge.id === edge.depends_on) return refused('itself');
    const edges = bead.dependencies ?? [];
    const present = edges.find((one) => one.depends_on_id === edge.depends_on);
    if (present !== undefined) return present.type === edge.type ? ok(null) : refused('second-edge');
    if (edge.type === 'parent-child') return reparent(bead, edge.depends_on, context);
    if (!edge.depends_on.includes(':') && !isKnown(edge.depends_on, context))
      return err({ code: 'bead-not-found', id: edge.depends_on });
    const path = findCycle(context.beads, edge, context.rules.family);
    if (path !== null) return err({ code: 'cycle', path: [...path] });
    const record = edgeRecord(bead, edge.depends_on, edge.type, context);
    const gate = ancestorBlock({ ...bead, dependencies: [...edges, record] }, context);
    if (gate !== null) return err(gate);
    return ok(
      inSequence(
        appendTo('dependencies', record),
        setCountIfThere('dependency_count', blocksCount([...edges, edge])),
      ),
    );
  };
}

const isKnown = (id: string, context: EditContext) => context.beads.some((bead) => bead.id === id);

export function decideRemoveEdge(dependsOn: string): DecideEdit {
  return (bead) => {
    const edges = bead.dependencies ?? [];
    if (!edges.some((edge) => edge.depends_on_id === dependsOn))
      return err({ code: 'dependency-refused', why: 'no-such-edge', id: bead.id, depends_on: dependsOn });
    const left = edges.filter((edge) => edge.depends_on_id !== dependsOn);
    return ok(
      inSequence(
        removeEdges((edge) => edge.depends_on_id === dependsOn),
        setCountIfThere('dependency_count', blocksCount(left)),
      ),
    );
  };
}

/** A number in files of the 0.4x style, unique over the whole file there; else a UUID. */
export function decideComment(text: string, freshId: () => string): DecideEdit {
  return (bead, context) => {
    const comment = {
      id: context.style.generation === '1.x' ? freshId() : highestCommentId(context.beads) + 1,
      issue_id: bead.id,
      author: context.actor,
      text,
      created_at: stamp(context.nowMs, context.style),
    };
    const count = (bead.comments?.length ?? 0) + 1;
    return ok(inSequence(appendTo('comments', comment), setCountIfThere('comment_count', count)));
  };
}

function highestCommentId(beads: readonly Bead[]): number {
  let highest = 0;
  for (const bead of beads)
    for (const comment of bead.comments ?? [])
      if (typeof comment.id === 'number' && comment.id > highest) highest = Math.floor(comment.id);
  return highest;
}
