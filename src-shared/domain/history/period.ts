import { z } from 'zod';

/**
 * Whole days of the machine the history is on, today the last of them: so many (`30d`), or those of this month. Whoever asks
 * may sit in another time zone, so it names no moment.
 */
export const Period = z.string().regex(/^([1-9]\d{0,4}d|month)$/, 'so many days such as 30d, or month');
export type Period = z.infer<typeof Period>;

const DAY_MS = 86_400_000;

/** The first day of the period; days are written 2026-03-30. */
export function firstDayOf(period: Period, today: string): string {
  if (period === 'month') return `${today.slice(0, 7)}-01`;
  const first = Date.parse(`${today}T00:00:00Z`) - (Number.parseInt(period, 10) - 1) * DAY_MS;
  return new Date(first).toISOString().slice(0, 10);
}
