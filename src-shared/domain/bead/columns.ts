import { z } from 'zod';
import type { BeadNode } from './bead-graph';

/**
 * What a column takes: a status by name; `@ready`, `@blocked` and `@deferred` for open beads, sorted by what the rules say
 * of them; `*` for whatever no column names.
 */
export const ColumnMatch = z
  .string()
  .max(60)
  .regex(/^(@ready|@blocked|@deferred|\*|[a-z][a-z0-9_-]*)$/);

export const BoardColumn = z.looseObject({
  id: z
    .string()
    .max(60)
    .regex(/^[a-z][a-z0-9_-]*$/),
  title: z.string().min(1).max(60),
  takes: z.array(ColumnMatch).min(1),
  /** The status a card dropped here gets; `closed` closes it; null: nothing can be dropped. See `readColumns`. */
  gives: z.string().max(50).nullable().default(null),
  /** Shown only when the filter asks for it. */
  is_hidden: z.boolean().default(false),
  /** Cards finished longer ago are counted and shown on demand. */
  recent_days: z.int().positive().nullable().default(null),
});
export type BoardColumn = z.infer<typeof BoardColumn>;

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

const isGiven = (value: unknown) => typeof value === 'object' && value !== null && 'gives' in value;

/** What a column gives that does not say so: the first thing it takes, where that is a status or has one. */
function givesBy(takes: readonly string[]): string | null {
  const statusOf = (match: string) =>
    match === '*' ? null : match === '@ready' ? 'open' : match.replace('@', '');
  return takes.map(statusOf).find((status) => status !== null) ?? null;
}

/** The columns of the settings; those that make no sense are left out, and nothing may fall between them. */
export function readColumns(stored: readonly unknown[] | null): readonly BoardColumn[] {
  if (stored === null) return DEFAULT_COLUMNS;
  const ids = new Set<string>();
  const columns = stored.flatMap((value) => {
    const column = BoardColumn.safeParse(value);
    if (!column.success || ids.has(column.data.id)) return [];
    ids.add(column.data.id);
    return [{ ...column.data, gives: isGiven(value) ? column.data.gives : givesBy(column.data.takes) }];
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
