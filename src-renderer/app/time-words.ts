const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** 12s, 38m, 1h 4m, 2d 3h: two parts at most, never rounded up. */
export function durationWords(ms: number): string {
  const whole = Math.max(0, ms);
  if (whole < MINUTE) return `${Math.floor(whole / SECOND)}s`;
  if (whole < HOUR) return `${Math.floor(whole / MINUTE)}m`;
  if (whole < DAY) return twoParts(whole, HOUR, 'h', MINUTE, 'm');
  return twoParts(whole, DAY, 'd', HOUR, 'h');
}

function twoParts(ms: number, big: number, bigUnit: string, small: number, smallUnit: string): string {
  const rest = Math.floor((ms % big) / small);
  const first = `${Math.floor(ms / big)}${bigUnit}`;
  return rest === 0 ? first : `${first} ${rest}${smallUnit}`;
}

/** 10:02 today, Sat 16:42 this week, 12 Oct this year, 12 Oct 2025 before; order and clock as the system says. */
export function momentWords(iso: string, nowMs: number): string {
  const moment = new Date(iso);
  const ms = moment.getTime();
  if (Number.isNaN(ms)) return iso;
  const now = new Date(nowMs);
  const time: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' };
  if (moment.toDateString() === now.toDateString()) return moment.toLocaleTimeString(undefined, time);
  if (ms <= nowMs && nowMs - ms < 6 * DAY)
    return moment.toLocaleString(undefined, { weekday: 'short', ...time });
  const year = moment.getFullYear() === now.getFullYear() ? undefined : 'numeric';
  return moment.toLocaleDateString(undefined, { day: 'numeric', month: 'short', year });
}

/** 12 Oct 2026, of a day like 2026-10-12. */
export function dateWords(day: string): string {
  const noon = new Date(`${day}T12:00:00`);
  return Number.isNaN(noon.getTime())
    ? day
    : noon.toLocaleDateString(undefined, { day: 'numeric', month: 'short', year: 'numeric' });
}

/** The whole moment with its zone, for a tooltip. */
export function exactMoment(iso: string): string {
  const moment = new Date(iso);
  return Number.isNaN(moment.getTime())
    ? iso
    : moment.toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'long' });
}

/** 18m ago, 5h ago, 9 days ago. */
export function agoWords(iso: string, nowMs: number): string {
  const past = nowMs - Date.parse(iso);
  if (Number.isNaN(past)) return iso;
  if (past < MINUTE) return 'just now';
  if (past < DAY) return `${past < HOUR ? durationWords(past) : `${Math.floor(past / HOUR)}h`} ago`;
  const days = Math.floor(past / DAY);
  return days === 1 ? '1 day ago' : `${days} days ago`;
}

/** now, 18m, 5h, 9d: where there is room for a word or none. */
export function shortAgo(iso: string, nowMs: number): string {
  const past = nowMs - Date.parse(iso);
  if (Number.isNaN(past)) return iso;
  if (past < MINUTE) return 'now';
  if (past < HOUR) return `${Math.floor(past / MINUTE)}m`;
  return past < DAY ? `${Math.floor(past / HOUR)}h` : `${Math.floor(past / DAY)}d`;
}

/** A moment that is still to come: 15:00 within a day, Sat 15:00 later. */
export function clockWords(iso: string, nowMs = Date.now()): string {
  const moment = new Date(iso);
  if (Number.isNaN(moment.getTime())) return iso;
  const time: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' };
  return moment.getTime() - nowMs < DAY
    ? moment.toLocaleTimeString(undefined, time)
    : moment.toLocaleString(undefined, { weekday: 'short', ...time });
}
