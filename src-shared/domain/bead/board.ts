import { type BoardCard, type CardFacts, type CardInput, cardFactsOf } from './board-card';
import { compareText, sortCards } from './card-order';
import type { BoardColumn } from './columns';
import { type BoardQuery, filterOf, isFiltering } from './query';
import type { Readiness } from './readiness';
import { sameValue } from './same-value';

export type { BoardCard } from './board-card';

/*
 * The board as the window shows it, computed from all beads.
 * C1  Every bead but a deleted one stands in exactly one column.
 * C2  A card, a column and the board itself are the same object as before when nothing in them changed: one changed bead
 *     renders one card again.
 */
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
  /** All cards, whatever the filter. */
  readonly cards: ReadonlyMap<string, BoardCard>;
  readonly readiness: Readiness;
  /** How many cards stand in hidden columns, by column id. */
  readonly hiddenCounts: Readonly<Record<string, number>>;
  readonly isFiltered: boolean;
};

export type BoardInput = CardInput & { readonly query: BoardQuery };

const DAY_MS = 86_400_000;

/** Beside the board, not in it: what was found again unchanged must not make another board. */
type Behind = {
  readonly facts: CardFacts;
  readonly query: BoardQuery;
  readonly nowMs: number;
  /** The matching cards of each column before they were sorted. */
  readonly matching: ReadonlyMap<string, readonly BoardCard[]>;
};
const behindBoard = new WeakMap<Board, Behind>();
const SAME_AGE_MS = 60_000;

export function boardOf(input: BoardInput, previous: Board | null = null): Board {
  const { columns, query, nowMs } = input;
  const behind = (previous && behindBoard.get(previous)) ?? null;
  const facts = cardFactsOf(input, behind?.facts ?? null);
  const { cards, readiness } = facts;
  const matching = matchingCards(input, cards);
  const shown = columns.filter((column) => !column.is_hidden || query.columns.includes(column.id));
  const hiddenCounts = Object.fromEntries(
    columns
      .filter((column) => !shown.includes(column))
      .map((column) => [column.id, matching.get(column.id)?.length ?? 0]),
  );
  const viewing = { query, nowMs, rank: new Map(readiness.ready.map((id, index) => [id, index])) };
  const isSorted = behind !== null && hasSameOrder(behind, facts, input);
  const views = shown.map((column) => {
    const own = matching.get(column.id) ?? [];
    const before = previous?.columns.find((view) => view.column.id === column.id);
    if (before === undefined) return viewOf(column, own, viewing);
    if (isSorted && before.column === column && sameList(behind.matching.get(column.id) ?? [], own))
      return before;
    const view = viewOf(column, own, viewing);
    return sameView(before, view) ? before : view;
  });
  const board = { columns: views, cards, readiness, hiddenCounts, isFiltered: isFiltering(query) };
  const result = previous !== null && sameBoard(previous, board) ? previous : board;
  // The age of the oldest order that is kept: many small steps must not add up.
  behindBoard.set(result, { facts, query, nowMs: isSorted ? behind.nowMs : nowMs, matching });
  return result;
}

function matchingCards(
  { columns, query }: BoardInput,
  cards: ReadonlyMap<string, BoardCard>,
): ReadonlyMap<string, readonly BoardCard[]> {
  const matches = isFiltering(query) ? filterOf(query) : null;
  const byColumn = new Map<string, BoardCard[]>(columns.map((column) => [column.id, []]));
  for (const card of cards.values())
    if (matches === null || matches(card.bead, card.epic?.id ?? null))
      byColumn.get(card.columnId)?.push(card);
  return byColumn;
}

/** Whether a column with the same cards would look the same. */
function hasSameOrder(behind: Behind, facts: CardFacts, { query, nowMs }: BoardInput): boolean {
  return (
    Math.abs(nowMs - behind.nowMs) < SAME_AGE_MS &&
    sameValue(behind.query, query) &&
    (behind.facts === facts || sameList(behind.facts.readiness.ready, facts.readiness.ready))
  );
}

type Viewing = {
  readonly query: BoardQuery;
  readonly nowMs: number;
  readonly rank: ReadonlyMap<string, number>;
};

function viewOf(column: BoardColumn, all: readonly BoardCard[], viewing: Viewing): BoardColumnView {
  const { query, nowMs, rank } = viewing;
  const { recent_days } = column;
  const isRecent = ({ bead }: BoardCard) => {
    const ended = Date.parse(bead.closed_at ?? bead.updated_at);
    return Number.isNaN(ended) || ended >= nowMs - (recent_days ?? 0) * DAY_MS;
  };
  const isWhole = recent_days === null || query.expanded.includes(column.id);
  const kept = isWhole ? all : all.filter(isRecent);
  const sorted = sortCards(kept, query.sort, column, rank);
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
  const heads = (groups: readonly BoardGroup[]) => groups.map((group) => [group.epic, group.cards.length]);
  return sameValue(heads(a.groups), heads(b.groups));
}

function sameBoard(a: Board, b: Board): boolean {
  return (
    a.cards === b.cards &&
    sameList(a.columns, b.columns) &&
    a.isFiltered === b.isFiltered &&
    sameValue(a.hiddenCounts, b.hiddenCounts)
  );
}
