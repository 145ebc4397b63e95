import type { BeadNode } from './bead-graph';

/**
 * Whether a column can take this: a status by name; `@ready`, `@blocked` and `@deferred` for open beads, sorted by what the
 * rules say of them; `*` for whatever no column names.
 */
export function isColumnMatch(value: unknown): boolean {
  return isTextOf(value, 60) && /^(@ready|@blocked|@deferred|\*|[a-z][a-z0-9_-]*)$/.test(value);
}

/** Fields we do not know are kept as they are. */
export type BoardColumn = {
  readonly id: string;
  readonly title: string;
  readonly takes: readonly string[];
  /** The status a card dropped here gets; `closed` closes it; null: nothing can be dropped. See `readColumns`. */
  readonly gives: string | null;
  /** Shown only when the filter asks for it. */
  readonly is_hidden: boolean;
  /** Cards finished longer ago are counted and shown on demand. */
  readonly recent_days: number | null;
  readonly [unknown: string]: unknown;
};

export const OTHER_COLUMN: BoardColumn = {
  id: 'other',
  title: 'Other',
  takes: ['*'],
  gives: null,
  is_hidden: true,
  recent_days: null,
};

const shown = { is_hidden: false, recent_days: null };

export const DEFAULT_COLUMNS: readonly BoardColumn[] = [
  { ...shown, id: 'ready', title: 'Ready', takes: ['@ready'], gives: 'open' },
  { ...shown, id: 'blocked', title: 'Blocked', takes: ['@blocked', 'blocked'], gives: 'blocked' },
  {
    ...shown,
    id: 'in_progress',
    title: 'In progress',
    takes: ['in_progress', 'hooked'],
    gives: 'in_progress',
  },
  { ...shown, id: 'in_review', title: 'In review', takes: ['in_review'], gives: 'in_review' },
  { ...shown, id: 'done', title: 'Done', takes: ['closed'], gives: 'closed', recent_days: 14 },
  {
    id: 'deferred',
    title: 'Deferred',
    takes: ['@deferred', 'deferred'],
    gives: 'deferred',
    is_hidden: true,
    recent_days: null,
  },
  OTHER_COLUMN,
];

/** What a column gives that does not say so: the first thing it takes, where that is a status or has one. */
function givesBy(takes: readonly string[]): string | null {
  const statusOf = (match: string) =>
    match === '*' ? null : match === '@ready' ? 'open' : match.replace('@', '');
  return takes.map(statusOf).find((status) => status !== null) ?? null;
}

const isTextOf = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value.length <= most;

/** Null: it makes no sense. By hand, because the first screen carries no schema library. */
function readColumn(value: unknown): BoardColumn | null {
  if (typeof value !== 'object' || value === null) return null;
  const kept = value as Readonly<Record<string, unknown>>;
  const { id, title, takes, is_hidden = false, recent_days = null } = kept;
  if (!isTextOf(id, 60) || !/^[a-z][a-z0-9_-]*$/.test(id)) return null;
  if (!isTextOf(title, 60) || title === '') return null;
  if (!Array.isArray(takes) || takes.length === 0 || !takes.every(isColumnMatch)) return null;
  const gives = kept['gives'] === undefined ? givesBy(takes) : kept['gives'];
  if (gives !== null && !isTextOf(gives, 50)) return null;
  if (typeof is_hidden !== 'boolean') return null;
  if (recent_days !== null && !isDayCount(recent_days)) return null;
  return { ...kept, id, title, takes, gives, is_hidden, recent_days };
}

const isDayCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

/** The columns of the settings; those that make no sense are left out, and nothing may fall between them. */
export function readColumns(stored: readonly unknown[] | null): readonly BoardColumn[] {
  if (stored === null) return DEFAULT_COLUMNS;
  const ids = new Set<string>();
  const columns = stored.flatMap((value) => {
    const column = readColumn(value);
    if (column === null || ids.has(column.id)) return [];
    ids.add(column.id);
    return [column];
  });
  if (columns.length === 0) return DEFAULT_COLUMNS;
  if (columns.some((column) => column.takes.includes('*'))) return columns;
  return [...columns, ids.has(OTHER_COLUMN.id) ? { ...OTHER_COLUMN, id: 'everything-else' } : OTHER_COLUMN];
}

export type Placing = (node: BeadNode) => BoardColumn | null;

export type Standings = {
  readonly isReady: (id: string) => boolean;
  readonly isBlocked: (id: string) => boolean;
  readonly isDeferred: (node: BeadNode) => boolean;
};

/** Deleted beads have no place; every other bead has exactly one. */
export function placing(columns: readonly BoardColumn[], standings: Standings): Placing {
  const byMatch = new Map<string, BoardColumn>();
  for (const column of columns)
    for (const match of column.takes) if (!byMatch.has(match)) byMatch.set(match, column);
  const rest = byMatch.get('*') ?? OTHER_COLUMN;
  /** The name that tells most about an open bead. */
  const openAs = (node: BeadNode): string => {
    if (standings.isReady(node.id)) return '@ready';
    if (standings.isBlocked(node.id)) return '@blocked';
    return standings.isDeferred(node) ? '@deferred' : 'open';
  };
  return (node) => {
    if (node.status === 'tombstone') return null;
    const told = node.status === 'open' ? byMatch.get(openAs(node)) : undefined;
    return told ?? byMatch.get(node.status) ?? rest;
  };
}
