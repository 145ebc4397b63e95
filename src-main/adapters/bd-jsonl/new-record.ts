import type { NewBead } from '@domain/bead/change';
import type { BeadError } from '@domain/bead/errors';
import type { Bead } from '@domain/bead/record';
import { BeadId } from '@domain/ids';
import { err, ok, type Result } from '@domain/result';
import { childId, commonPrefix, newId, prefixFromFolder } from './bead-ids';
import { checkStatus, checkType, type EditContext } from './edit-context';
import { ancestorBlock, edgeRecord, isEpicUnderOther } from './edit-parent';
import { stamp } from './file-style';
import { FIELD_ORDER } from './go-json';

export type Naming = { readonly configuredPrefix: string | null; readonly folderName: string };
export type NewRecord = { readonly id: BeadId; readonly record: Record<string, unknown> };

export function newRecord(bead: NewBead, context: EditContext, naming: Naming): Result<NewRecord, BeadError> {
  const isPutOff = bead.defer_until !== undefined && Date.parse(bead.defer_until) > context.nowMs;
  const status = bead.status ?? (isPutOff ? 'deferred' : 'open');
  const known = checkStatus(status, context);
  if (!known.ok) return known;
  const type = checkType(bead.issue_type, context);
  if (!type.ok) return type;
  const missing = missingTarget(bead, context);
  if (missing !== null) return err({ code: 'bead-not-found', id: missing });
  const id = idFor(bead, context, naming);
  if (id === null) return err({ code: 'bead-invalid', field: 'parent', why: 'too deep' });
  if (bead.parent !== undefined && isEpicUnderOther(bead, bead.parent, context))
    return err({ code: 'dependency-refused', why: 'epic-under-other', id, depends_on: bead.parent });
  const now = stamp(context.nowMs, context.style);
  const edges = [
    ...(bead.parent === undefined ? [] : [edgeRecord({ id }, bead.parent, 'parent-child', context)]),
    ...[...new Set(bead.blocked_by ?? [])].map((on) => edgeRecord({ id }, on, 'blocks', context)),
  ];
  const targets = edges.map((edge) => edge.depends_on_id);
  if (new Set(targets).size < targets.length)
    return err({ code: 'dependency-refused', why: 'second-edge', id, depends_on: bead.parent ?? '' });
  const gate = ancestorBlock({ id, dependencies: edges }, context);
  if (gate !== null) return err(gate);
  const { parent: _parent, blocked_by, labels, metadata, ...plain } = bead;
  const fields: Record<string, unknown> = {
    ...plain,
    ...(context.style.hasType ? { _type: 'issue' } : {}),
    id,
    status,
    created_at: now,
    created_by: context.actor,
    updated_at: now,
    ...(status === 'closed' ? { closed_at: now, close_reason: 'Closed' } : {}),
    labels: [...new Set(labels ?? [])].sort(),
    metadata: metadata ?? {},
    dependencies: edges,
    ...(context.style.hasCounts
      ? { dependency_count: new Set(blocked_by).size, dependent_count: 0, comment_count: 0 }
      : {}),
  };
  return ok({ id, record: inFieldOrder(fields) });
}

function missingTarget(bead: NewBead, context: EditContext): string | null {
  const ids = new Set<string>(context.beads.map((one) => one.id));
  const wanted = [...(bead.parent === undefined ? [] : [bead.parent]), ...(bead.blocked_by ?? [])];
  return wanted.find((id) => !id.includes(':') && !ids.has(id)) ?? null;
}

function idFor(bead: NewBead, context: EditContext, naming: Naming): BeadId | null {
  const taken = new Set<string>(context.beads.map((one) => one.id));
  if (bead.parent !== undefined) {
    const id = childId(bead.parent, taken);
    return id === null ? null : BeadId.parse(id);
  }
  const prefix =
    naming.configuredPrefix ?? commonPrefix(context.beads) ?? prefixFromFolder(naming.folderName);
  const seed = {
    title: bead.title,
    description: bead.description ?? '',
    creator: context.actor,
    nowMs: context.nowMs,
  };
  return BeadId.parse(newId(prefix, seed, taken));
}

const ALWAYS = new Set(['priority', 'dependency_count', 'dependent_count', 'comment_count']);

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function inFieldOrder(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    FIELD_ORDER.filter((name) => ALWAYS.has(name) || !isEmpty(fields[name])).flatMap((name) =>
      fields[name] === undefined ? [] : [[name, fields[name]]],
    ),
  );
}

/** Where the new line belongs: kept in order where the file is in order, else at the end (null). */
export function placeFor(
  record: Pick<Bead, 'id' | 'priority' | 'created_at'>,
  beads: readonly Bead[],
  lines: readonly number[],
  generation: '1.x' | '0.4x',
): number | null {
  const compare = generation === '1.x' ? exportOrder : idOrder;
  const inFile = beads
    .map((bead, index) => ({ bead, line: lines[index] ?? 0 }))
    .sort((a, b) => a.line - b.line);
  const isSorted = inFile.every(({ bead }, index) => {
    const previous = inFile[index - 1];
    return previous === undefined || compare(previous.bead, bead) <= 0;
  });
  return isSorted ? (inFile.find(({ bead }) => compare(record, bead) < 0)?.line ?? null) : null;
}

type Sortable = Pick<Bead, 'id' | 'priority' | 'created_at'>;
const idOrder = (a: Sortable, b: Sortable) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
const exportOrder = (a: Sortable, b: Sortable) =>
  a.priority - b.priority || Date.parse(b.created_at) - Date.parse(a.created_at) || idOrder(a, b);
