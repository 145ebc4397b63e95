import { compareText, orderOf } from './card-order';
import { type BoardColumn, placing } from './columns';
import { epicsOf, type Progress, progressOf } from './epics';
import { type BoardQuery, filterOf, isFiltering } from './query';
import { type Readiness, readinessOf } from './readiness';
import { type Bead, commentCountOf } from './record';
import { sameValue } from './same-value';
import type { ReadyRules } from './tracker-info';

/*
 * The board as the window shows it, computed from all beads.
 * C1  Every bead but a deleted one stands in exactly one column.
 * C2  A card, a column and the board itself are the same object as before when nothing in them changed: one changed bead
 *     renders one card again.
 */
export type BoardCard = {
  readonly bead: Bead;
  readonly columnId: string;
  readonly isReady: boolean;
  /** What holds it; empty with `inheritedFrom` set when only its parent is held. */
  readonly blockedBy: readonly string[];
  readonly inheritedFrom: string | null;
  readonly epic: { readonly id: string; readonly title: string } | null;
  readonly commentCount: number;
  readonly progress: Progress | null;
};

export type BoardGroup = {
  readonly epic: { readonly id: string; readonly title: string } | null;
  readonly cards: readonly BoardCard[];
};

export type BoardColumnView = {
  readonly column: BoardColumn;
  /** In order; grouped: group after group. */
  readonly cards: readonly BoardCard[];
  readonly groups: readonly BoardGroup[] | null;
  /** Cards left out because they are not recent. */
  readonly olderCount: number;
};

export type Board = {
  /** Only the columns that are shown. */
  readonly columns: readonly BoardColumnView[];
  readonly cards: ReadonlyMap<string, BoardCard>;
  readonly readiness: Readiness;
  /** How many cards stand in hidden columns, by column id. */
  readonly hiddenCounts: Readonly<Record<string, number>>;
  readonly isFiltered: boolean;
};

export type BoardInput = {
  readonly beads: readonly Bead[];
  readonly rules: ReadyRules;
  readonly columns: readonly BoardColumn[];
  readonly query: BoardQuery;
  readonly nowMs: number;
};

const DAY_MS = 86_400_000;
const NOBODY: readonly string[] = [];

export function boardOf(input: BoardInput, previous: Board | null = null): Board {
  const { beads, rules, columns, query, nowMs } = input;
  const readiness = readinessOf(beads, rules, nowMs);
  const cards = cardsOf(input, readiness, previous);
  const matches = filterOf(query);
  const byColumn = new Map<string, BoardCard[]>(columns.map((column) => [column.id, []]));
  for (const card of cards.values()) {
    if (!matches(card.bead, card.epic?.id ?? null)) continue;
    byColumn.get(card.columnId)?.push(card);
  }
  const rank = new Map(readiness.ready.map((id, index) => [id, index]));
  const shown = columns.filter((column) => !column.is_hidden || query.columns.includes(column.id));
  const hiddenCounts = Object.fromEntries(
    columns
      .filter((column) => !shown.includes(column))
      .map((column) => [column.id, byColumn.get(column.id)?.length ?? 0]),
  );
  const views = shown.map((column) => {
    const before = previous?.columns.find((view) => view.column.id === column.id);
    const view = viewOf(column, byColumn.get(column.id) ?? [], { query, nowMs, rank });
    return before !== undefined && sameView(before, view) ? before : view;
  });
  const board = { columns: views, cards, readiness, hiddenCounts, isFiltered: isFiltering(query) };
  return previous !== null && sameBoard(previous, board) ? previous : board;
}

function cardsOf(
  input: BoardInput,
  readiness: Readiness,
  previous: Board | null,
): ReadonlyMap<string, BoardCard> {
  const { beads, columns, nowMs } = input;
  const isLater = (instant: string | undefined) => instant !== undefined && Date.parse(instant) > nowMs;
  const putOff = new Set(beads.filter((bead) => isLater(bead.defer_until)).map((bead) => bead.id as string));
  const place = placing(
    columns,
    readiness,
    (bead) =>
      putOff.has(bead.id) ||
      (bead.dependencies?.some((edge) => edge.type === 'parent-child' && putOff.has(edge.depends_on_id)) ??
        false),
  );
  const ready = new Set(readiness.ready);
  const epics = epicsOf(beads);
  const progress = progressOf(beads);
  const cards = new Map<string, BoardCard>();
  let isSame = previous !== null;
  for (const bead of beads) {
    const column = place(bead);
    if (column === null) continue;
    const epic = epics.get(bead.id);
    const block = readiness.blocked.get(bead.id);
    const fresh: BoardCard = {
      bead,
      columnId: column.id,
      isReady: ready.has(bead.id),
      blockedBy: block?.blocked_by ?? NOBODY,
      inheritedFrom: block?.inherited_from ?? null,
      epic: epic === undefined ? null : { id: epic.id, title: epic.title },
      commentCount: commentCountOf(bead),
      progress: progress.get(bead.id) ?? null,
    };
    const before = previous?.cards.get(bead.id);
    const card = before !== undefined && sameValue(before, fresh) ? before : fresh;
    isSame &&= card === before;
    cards.set(bead.id, card);
  }
  return isSame && previous !== null && previous.cards.size === cards.size ? previous.cards : cards;
}

type Viewing = {
  readonly query: BoardQuery;
  readonly nowMs: number;
  readonly rank: ReadonlyMap<string, number>;
};

function viewOf(column: BoardColumn, all: readonly BoardCard[], viewing: Viewing): BoardColumnView {
  const { query, nowMs } = viewing;
  const isRecent = (card: BoardCard) => {
    const ended = Date.parse(card.bead.closed_at ?? card.bead.updated_at);
    return column.recent_days === null || Number.isNaN(ended) || ended >= nowMs - column.recent_days * DAY_MS;
  };
  const kept = query.expanded.includes(column.id) ? all : all.filter(isRecent);
  const sorted = kept.toSorted(orderOf(query.sort, column, viewing.rank));
  const groups = query.group === 'epic' ? groupByEpic(sorted) : null;
  return {
    column,
    cards: groups === null ? sorted : groups.flatMap((group) => group.cards),
    groups,
    olderCount: all.length - kept.length,
  };
}

/** Epics by title; what stands under none comes last. */
function groupByEpic(cards: readonly BoardCard[]): readonly BoardGroup[] {
  const groups = new Map<string, { epic: BoardGroup['epic']; cards: BoardCard[] }>();
  for (const card of cards) {
    // An epic heads its own group.
    const epic = card.bead.issue_type === 'epic' ? { id: card.bead.id, title: card.bead.title } : card.epic;
    const group = groups.get(epic?.id ?? '');
    if (group === undefined) groups.set(epic?.id ?? '', { epic, cards: [card] });
    else group.cards.push(card);
  }
  return [...groups.values()].sort((a, b) => {
    if (a.epic === null || b.epic === null) return a.epic === b.epic ? 0 : a.epic === null ? 1 : -1;
    return compareText(a.epic.title, b.epic.title) || compareText(a.epic.id, b.epic.id);
  });
}

function sameList<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

function sameView(a: BoardColumnView, b: BoardColumnView): boolean {
  if (!sameList(a.cards, b.cards) || a.olderCount !== b.olderCount || !sameValue(a.column, b.column))
    return false;
  if (a.groups === null || b.groups === null) return a.groups === b.groups;
  return sameValue(
    a.groups.map((group) => [group.epic, group.cards.length]),
    b.groups.map((group) => [group.epic, group.cards.length]),
  );
}

function sameBoard(a: Board, b: Board): boolean {
  return (
    a.cards === b.cards &&
    sameList(a.columns, b.columns) &&
    a.isFiltered === b.isFiltered &&
    sameValue(a.hiddenCounts, b.hiddenCounts)
  );
}
