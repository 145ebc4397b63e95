import { type Bead, isTombstone, parentOf } from '@domain/bead/record';

/** The filters of `bd list`; several values of one are alternatives. */
export type ListFilter = {
  readonly status?: readonly string[] | undefined;
  readonly type?: readonly string[] | undefined;
  readonly priority?: readonly number[] | undefined;
  readonly assignee?: string | undefined;
  readonly no_assignee?: boolean | undefined;
  readonly label?: readonly string[] | undefined;
  readonly label_any?: readonly string[] | undefined;
  readonly parent?: string | undefined;
  readonly id?: readonly string[] | undefined;
  readonly text?: string | undefined;
};
export type ListSort = 'priority' | 'created' | 'updated' | 'id' | 'title' | 'status' | 'type';

export function matches(bead: Bead, filter: ListFilter): boolean {
  const { status, type, priority, assignee, label, label_any, parent, id } = filter;
  const labels = bead.labels ?? [];
  return (
    isOneOf(status, bead.status) &&
    isOneOf(type, bead.issue_type) &&
    isOneOf(priority, bead.priority) &&
    (assignee === undefined || bead.assignee === assignee) &&
    (filter.no_assignee !== true || !bead.assignee) &&
    (label ?? []).every((wanted) => labels.includes(wanted)) &&
    (label_any === undefined || label_any.length === 0 || label_any.some((any) => labels.includes(any))) &&
    // bd takes a dotted id for a child too.
    (parent === undefined || parentOf(bead) === parent || bead.id.startsWith(`${parent}.`)) &&
    isOneOf(id, bead.id) &&
    hasText(bead, filter.text)
  );
}

function isOneOf<T>(wanted: readonly T[] | undefined, value: T): boolean {
  return wanted === undefined || wanted.length === 0 || wanted.includes(value);
}

function hasText(bead: Bead, text: string | undefined): boolean {
  if (text === undefined || text === '') return true;
  const wanted = text.toLowerCase();
  return [bead.id, bead.title, bead.description ?? ''].some((field) => field.toLowerCase().includes(wanted));
}

const HIDDEN_STATUSES = new Set(['closed', 'pinned']);
/** What machines leave for each other, rather than work. */
const HIDDEN_TYPES = new Set(['gate', 'message', 'agent', 'role', 'rig']);

/** As `bd list`: what is done, pinned or no work of anybody's is left out unless everything, or just that, is asked for. */
export function selectBeads(beads: readonly Bead[], filter: ListFilter, all: boolean): Bead[] {
  const isShown = (bead: Bead) =>
    filter.id?.includes(bead.id) === true ||
    ((filter.status?.includes(bead.status) === true || !HIDDEN_STATUSES.has(bead.status)) &&
      (filter.type?.includes(bead.issue_type) === true || !HIDDEN_TYPES.has(bead.issue_type)) &&
      bead.is_template !== true &&
      bead.ephemeral !== true);
  return beads.filter((bead) => !isTombstone(bead) && (all || isShown(bead)) && matches(bead, filter));
}

const text = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const newest = (a: string, b: string) => (Date.parse(b) || 0) - (Date.parse(a) || 0);

const COMPARE: Readonly<Record<ListSort, (a: Bead, b: Bead) => number>> = {
  priority: (a, b) => a.priority - b.priority || newest(a.created_at, b.created_at),
  created: (a, b) => newest(a.created_at, b.created_at),
  updated: (a, b) => newest(a.updated_at, b.updated_at),
  id: (a, b) => text(a.id, b.id),
  title: (a, b) => text(a.title.toLowerCase(), b.title.toLowerCase()),
  status: (a, b) => text(a.status, b.status),
  type: (a, b) => text(a.issue_type, b.issue_type),
};

export function sortBeads(beads: readonly Bead[], sort: ListSort, isReversed: boolean): Bead[] {
  const sorted = beads.toSorted((a, b) => COMPARE[sort](a, b) || text(a.id, b.id));
  return isReversed ? sorted.toReversed() : sorted;
}

export function cut<T>(items: readonly T[], limit: number | undefined): T[] {
  return limit === undefined ? [...items] : items.slice(0, limit);
}
