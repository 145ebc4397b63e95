import { daysFrom, NONE } from '@domain/history/billed-days';
import { type FilterKey, filterText, withFilter } from '@domain/history/history-query';

/** The filter of a row; null is the row of what has none of it. */
export const partOf = (key: FilterKey, value: string | null): string =>
  filterText(key, value === null || value === '' ? NONE : value);

/** The beads that have no row of their own. */
export const otherBeads = (shown: readonly (string | null)[]): string =>
  ['has:bead', ...shown.map((bead) => `-bead:${bead}`)].join(' ');

/** What finds the sessions that a figure was added up from; null: of every time, of every project. */
export function searchFor(part: string | null, firstDay: string | null, project: string | null): string {
  return within([part, `billed:${daysFrom(firstDay)}`].filter(Boolean).join(' '), project);
}

/** Null: what was billed at a time that nobody wrote down. */
export function searchForDay(day: string | null, project: string | null): string {
  return within(`billed:${day ?? 'undated'}`, project);
}

const within = (text: string, project: string | null) =>
  project === null ? text : withFilter(text, 'project', project);
