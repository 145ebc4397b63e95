import type { IngestStatus, ReportRow } from '@domain/history/record';
import { byteWords } from '../../app/byte-words';

const DAY_MS = 86_400_000;
const SHOWN_DAYS = 30;
const WEEK = 7;
/** What an ordinary computer reads in a second; known better once it has begun. */
const USUAL_RATE = 25_000_000;

export type HistoryDay = { readonly day: string; readonly sessions: number; readonly age: number };

/** What is asked for; `historyDays` draws them. */
export const SHOWN_PERIOD = `${SHOWN_DAYS}d`;

/** The last thirty days to `today`, those without work too; the oldest first. */
export function historyDays(
  rows: readonly Pick<ReportRow, 'key' | 'sessions'>[],
  today: string,
): HistoryDay[] {
  const todayMs = Date.parse(`${today}T00:00:00Z`);
  const known = new Map(rows.map(({ key, sessions }) => [key, sessions]));
  return Array.from({ length: SHOWN_DAYS }, (_, index) => {
    const age = SHOWN_DAYS - 1 - index;
    const day = new Date(todayMs - age * DAY_MS).toISOString().slice(0, 10);
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
