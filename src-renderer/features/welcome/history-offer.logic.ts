import type { IngestStatus, ReportRow } from '@domain/history/record';
import { byteWords } from '../../app/byte-words';

const DAY_MS = 86_400_000;
const SHOWN_DAYS = 30;
const WEEK = 7;
/** What an ordinary computer reads in a second; known better once it has begun. */
const USUAL_RATE = 25_000_000;

export type HistoryDay = { readonly day: string; readonly sessions: number; readonly age: number };

const dayOf = (ms: number) => {
  const at = new Date(ms);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
};

/** The first of the days that are drawn. */
export function sinceDays(nowMs: number): string {
  return new Date(nowMs - (SHOWN_DAYS - 1) * DAY_MS).toISOString();
}

/** The last thirty days, those without work too; the oldest first. */
export function historyDays(
  rows: readonly Pick<ReportRow, 'key' | 'sessions'>[],
  nowMs: number,
): HistoryDay[] {
  const known = new Map(rows.map(({ key, sessions }) => [key, sessions]));
  return Array.from({ length: SHOWN_DAYS }, (_, index) => {
    const age = SHOWN_DAYS - 1 - index;
    const day = dayOf(nowMs - age * DAY_MS);
    return { day, sessions: known.get(day) ?? 0, age };
  });
}

/** Days whose transcripts Claude deletes within a week. */
export const isGoing = ({ age }: Pick<HistoryDay, 'age'>, keepsDays: number) => age >= keepsDays - WEEK;

export function goingSoon(days: readonly HistoryDay[], keepsDays: number): number {
  return days.reduce((sum, day) => sum + (isGoing(day, keepsDays) ? day.sessions : 0), 0);
}

/** 240 MB, about 10 seconds. It stays on this computer. */
export function estimateWords(bytes: number, rate: number): string {
  const seconds = bytes / (rate > 0 ? rate : USUAL_RATE);
  const time =
    seconds < 2
      ? 'a moment'
      : seconds < 90
        ? `about ${Math.ceil(seconds)} s`
        : `about ${Math.ceil(seconds / 60)} min`;
  return `${byteWords(bytes)}, ${time}; stays on this computer`;
}

export function progressWords({ state, sessions_done, sessions_total, left_ms }: IngestStatus): string {
  if (state === 'looking') return 'Looking for transcripts…';
  const left = left_ms === null ? '' : `, ${Math.max(1, Math.ceil(left_ms / 1000))} s left`;
  return `Reading ${sessions_done.toLocaleString('en')} of ${sessions_total.toLocaleString('en')}${left}`;
}
