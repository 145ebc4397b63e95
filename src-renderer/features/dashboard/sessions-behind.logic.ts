import { withFilter } from '@domain/history/history-query';
import { dayOf } from './dashboard.logic';

/** What finds the sessions that a figure was added up from; null: of every time, of every project. */
export function searchFor(part: string | null, since: string | null, project: string | null): string {
  const when = since === null ? null : `since:${dayOf(new Date(since))}`;
  return within([part, when].filter(Boolean).join(' '), project);
}

export function searchForDay(day: string, project: string | null): string {
  return within(`since:${day} until:${day}`, project);
}

const within = (text: string, project: string | null) =>
  project === null ? text : withFilter(text, 'project', project);
