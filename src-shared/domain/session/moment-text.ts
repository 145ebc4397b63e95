import { err, ok, type Result } from '@domain/result';
import type { TimeMalformed } from './errors';

const unitMs: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/**
 * `90m`, `1h`, `24h`, `7d`, `2w` before now; an ISO date in the local time zone, meaning its first or last millisecond;
 * an ISO date and time.
 */
export function readMoment(
  text: string,
  nowMs: number,
  edge: 'start' | 'end',
): Result<string, TimeMalformed> {
  const ago = /^(\d{1,6})([smhdw])$/.exec(text.trim());
  if (ago !== null) return moment(nowMs - Number(ago[1]) * (unitMs[ago[2] ?? ''] ?? 0), text);
  const day = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text.trim());
  if (day !== null) {
    const [year, month, date] = [Number(day[1]), Number(day[2]), Number(day[3])];
    const start = new Date(year, month - 1, date);
    if (start.getMonth() !== month - 1 || start.getDate() !== date) return malformed(text);
    return moment(
      edge === 'start' ? start.getTime() : new Date(year, month - 1, date + 1).getTime() - 1,
      text,
    );
  }
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text.trim())) return malformed(text);
  return moment(Date.parse(text.trim()), text);
}

/** The first millisecond of the local day. */
export function startOfDay(nowMs: number): string {
  const now = new Date(nowMs);
  return new Date(now.getFullYear(), now.getMonth(), now.getDate()).toISOString();
}

function moment(ms: number, text: string): Result<string, TimeMalformed> {
  return Number.isNaN(ms) || Math.abs(ms) > 8.64e15 ? malformed(text) : ok(new Date(ms).toISOString());
}

function malformed(text: string): Result<never, TimeMalformed> {
  return err({ code: 'time-malformed', text: text.slice(0, 200) });
}
