import type { Bead } from './record';

export const BOARD_SORTS = ['board', 'priority', 'updated', 'created', 'title', 'id'] as const;
export type BoardSort = (typeof BOARD_SORTS)[number];

/**
 * What the board shows. Values of one filter are alternatives, filters narrow each other. Saved per project as the text of
 * `./query-link`, which reads it by hand: the first screen carries no schema library.
 */
export type BoardQuery = {
  readonly text: string;
  readonly labels: readonly string[];
  readonly types: readonly string[];
  readonly priorities: readonly number[];
  /** The empty name stands for nobody. */
  readonly assignees: readonly string[];
  /** Ids of epics; the empty one stands for beads under none. */
  readonly epics: readonly string[];
  readonly group: 'none' | 'epic';
  readonly sort: BoardSort;
  /** Hidden columns that are shown nevertheless. */
  readonly columns: readonly string[];
  /** Columns whose older cards are shown too. */
  readonly expanded: readonly string[];
};

export const EMPTY_QUERY: BoardQuery = {
  text: '',
  labels: [],
  types: [],
  priorities: [],
  assignees: [],
  epics: [],
  group: 'none',
  sort: 'board',
  columns: [],
  expanded: [],
};

/** Whether any filter narrows the board; grouping and sorting do not. */
export function isFiltering(query: BoardQuery): boolean {
  const lists = [query.labels, query.types, query.priorities, query.assignees, query.epics];
  return query.text.trim() !== '' || lists.some((list) => list.length > 0);
}

function patternOf(word: string): RegExp {
  // A pattern that ignores case spares a lower-case copy of every description at every keystroke.
  return new RegExp(word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'iu');
}

function matchesText(bead: Bead, patterns: readonly RegExp[]): boolean {
  return patterns.every(
    (pattern) =>
      pattern.test(bead.title) ||
      pattern.test(bead.id) ||
      (bead.assignee !== undefined && pattern.test(bead.assignee)) ||
      (bead.external_ref !== undefined && pattern.test(bead.external_ref)) ||
      (bead.labels?.some((label) => pattern.test(label)) ?? false) ||
      (bead.description !== undefined && pattern.test(bead.description)),
  );
}

export type BeadFilterFn = (bead: Bead, epicId: string | null) => boolean;

export function filterOf(query: BoardQuery): BeadFilterFn {
  const patterns = query.text
    .split(/\s+/)
    .filter((word) => word !== '')
    .map(patternOf);
  const labels = new Set(query.labels);
  const types = new Set(query.types);
  const priorities = new Set(query.priorities);
  const assignees = new Set(query.assignees);
  const epics = new Set(query.epics);
  return (bead, epicId) =>
    (types.size === 0 || types.has(bead.issue_type)) &&
    (priorities.size === 0 || priorities.has(bead.priority)) &&
    (assignees.size === 0 || assignees.has(bead.assignee ?? '')) &&
    (labels.size === 0 || (bead.labels?.some((label) => labels.has(label)) ?? false)) &&
    (epics.size === 0 || epics.has(epicId ?? '') || epics.has(bead.id)) &&
    matchesText(bead, patterns);
}
