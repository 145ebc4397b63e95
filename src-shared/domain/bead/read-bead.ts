import type { Bead, BeadComment, BeadDependency } from './record';

// The same rule as BeadId; a schema call per field would cost more than the parsing (bench/beads.mjs).
const BEAD_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/;

type Kind =
  | 'required'
  | 'priority'
  | 'string'
  | 'number'
  | 'boolean'
  | 'labels'
  | 'dependencies'
  | 'comments'
  | 'metadata';

const REQUIRED_COUNT = 6;

/** Undefined: a field we do not know, kept whatever it holds. The order is by how often a field occurs. */
function kindOf(name: string): Kind | undefined {
  switch (name) {
    case 'title':
    case 'status':
    case 'issue_type':
    case 'created_at':
    case 'updated_at':
      return 'required';
    case 'priority':
    case 'labels':
    case 'dependencies':
    case 'comments':
    case 'metadata':
      return name;
    case 'description':
    case 'owner':
    case 'created_by':
    case 'closed_at':
    case 'close_reason':
    case 'assignee':
    case 'started_at':
    case 'design':
    case 'acceptance_criteria':
    case 'notes':
    case 'closed_by_session':
    case 'due_at':
    case 'defer_until':
    case 'external_ref':
      return 'string';
    case 'dependency_count':
    case 'dependent_count':
    case 'comment_count':
    case 'estimated_minutes':
      return 'number';
    case 'ephemeral':
    case 'pinned':
    case 'is_template':
      return 'boolean';
    default:
      return undefined;
  }
}

export type RawRecord = Record<string, unknown>;

export function isRawRecord(value: unknown): value is RawRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEdge(value: unknown): value is RawRecord {
  return isRawRecord(value) && typeof value['depends_on_id'] === 'string' && value['depends_on_id'] !== '';
}

function mendEdge(edge: RawRecord, id: string): void {
  if (typeof edge['issue_id'] !== 'string') edge['issue_id'] = id;
  if (typeof edge['type'] !== 'string' || edge['type'] === '') edge['type'] = 'blocks';
  for (const name in edge) {
    if (name !== 'created_at' && name !== 'created_by' && name !== 'metadata') continue;
    if (typeof edge[name] !== 'string') delete edge[name];
  }
}

function readDependencies(value: unknown, id: string): BeadDependency[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const edges: RawRecord[] = value.every(isEdge) ? value : value.filter(isEdge);
  for (const edge of edges) mendEdge(edge, id);
  return edges as BeadDependency[];
}

function readComments(value: unknown): BeadComment[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const comments = value.filter(isRawRecord);
  comments.forEach((comment, index) => {
    const id = comment['id'];
    if (typeof id !== 'string' && (typeof id !== 'number' || !Number.isFinite(id))) comment['id'] = index + 1;
    if ('issue_id' in comment && typeof comment['issue_id'] !== 'string') delete comment['issue_id'];
    for (const name of ['author', 'text', 'created_at'])
      if (typeof comment[name] !== 'string') comment[name] = '';
  });
  return comments as BeadComment[];
}

function readList(value: unknown, kind: Kind, id: string): unknown {
  if (kind === 'dependencies') return readDependencies(value, id);
  if (kind === 'comments') return readComments(value);
  if (kind === 'metadata') return isRawRecord(value) ? value : undefined;
  if (!Array.isArray(value)) return undefined;
  return value.every((label) => typeof label === 'string')
    ? value
    : value.filter((label) => typeof label === 'string');
}

function giveDefaults(record: RawRecord): void {
  if (!record['status']) record['status'] = 'open';
  if (!record['issue_type']) record['issue_type'] = 'task';
  for (const name of ['title', 'created_at', 'updated_at'] as const) record[name] ??= '';
  record['priority'] ??= 0;
}

/**
 * A freshly parsed value as a bead, mended in place: a known field of the wrong kind is left out, a missing one gets the
 * meaning bd gives it (no status is `open`, no priority is 0, not 2). Null when it has no usable id.
 */
export function readBead(value: unknown): Bead | null {
  if (!isRawRecord(value)) return null;
  const id = value['id'];
  if (typeof id !== 'string' || !BEAD_ID.test(id)) return null;
  // Counted on the way: asking each record for each required field again is what costs on 10,000 of them.
  let complete = 0;
  for (const name in value) {
    const field = value[name];
    const kind = kindOf(name);
    if (kind === undefined) continue;
    if (kind === 'required' || kind === 'string') {
      if (typeof field !== 'string') delete value[name];
      else if (kind === 'required' && field !== '') complete += 1;
    } else if (kind === 'priority' || kind === 'number') {
      if (typeof field !== 'number') delete value[name];
      else if (kind === 'priority') complete += 1;
    } else if (kind === 'boolean') {
      if (typeof field !== 'boolean') delete value[name];
    } else {
      const mended = readList(field, kind, id);
      if (mended === undefined) delete value[name];
      else if (mended !== field) value[name] = mended;
    }
  }
  if (complete < REQUIRED_COUNT) giveDefaults(value);
  return value as Bead;
}
