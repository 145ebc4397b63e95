import { agoWords, clockWords, durationWords, momentWords } from '../../../app/time-words';
import { limitReset, type SeenSession, usageWords } from '../session-words.logic';

const PAUSED = {
  user: 'Paused by you',
  inactivity: 'Paused because it was idle',
  process_exit: 'Paused when Claude left',
  crash: 'Claude exited',
  app_quit: 'Paused when the app was closed',
  usage_limit: 'Paused at the usage limit',
} as const;

const DAY_MS = 86_400_000;

/** "Paused by you Sat 16:42, 2 days ago · 52m of work · $2.18" */
export function pausedLine(session: SeenSession, nowMs: number): string {
  const { pause_reason, paused_at, total_duration_ms } = session;
  const why = pause_reason === undefined ? 'Paused' : PAUSED[pause_reason];
  const isOld = paused_at !== undefined && nowMs - Date.parse(paused_at) > DAY_MS;
  const when =
    paused_at === undefined
      ? ''
      : isOld
        ? ` ${momentWords(paused_at, nowMs)}, ${agoWords(paused_at, nowMs)}`
        : ` ${agoWords(paused_at, nowMs)}`;
  const reset = limitReset(session);
  const [cost] = usageWords(session);
  return [
    `${why}${when}`,
    reset === null ? null : `resets ${clockWords(reset, nowMs)}`,
    total_duration_ms === undefined ? null : `${durationWords(total_duration_ms)} of work`,
    cost ?? null,
  ]
    .filter((word) => word !== null)
    .join(' · ');
}
