import type { Doing } from '@domain/session/doing';
import type { Session } from '@domain/session/record';
import { WAITING_SINCE } from '@domain/session/waiting-since';
import { agoWords, clockWords, durationWords, momentWords } from '../../app/time-words';
import { costWords, countWords } from '../../app/usage-words';
import { MARK_ORDER, type MarkState } from '../../ui/Mark';

/** A session, and what its process does now when it has one in this program. */
export type SeenSession = Session & {
  readonly doing?: Doing;
  /** Its place in the line of those that wait to run, from 1 on. */
  readonly placeInLine?: number;
};

export const isAsking = ({ doing }: Pick<SeenSession, 'doing'>): boolean =>
  doing !== undefined && doing.asks.length > 0;

/** It has not begun yet: Claude asks something first. */
const isHeldUp = (session: Pick<SeenSession, 'doing' | 'pending'>): boolean =>
  isAsking(session) && (session.pending?.type === 'start' || session.pending?.type === 'resume');

/** Inside a turn; of a session that runs elsewhere only its status is known. */
export function isBusy({ status, doing }: SeenSession): boolean {
  return doing === undefined ? status === 'active' : doing.status !== 'idle';
}

/** The design's four statuses have seven faces; this is where a record gets its own, in every view. */
export function markOf(
  session: Pick<SeenSession, 'status' | 'pause_reason' | 'pending' | 'doing'>,
): MarkState {
  if (isHeldUp(session)) return 'waiting';
  switch (session.status) {
    case 'draft':
      return 'draft';
    case 'active':
      return isAsking(session) ? 'waiting' : 'active';
    case 'closed':
      return 'closed';
    case 'paused':
      if (session.pause_reason === 'crash') return 'crashed';
      return session.pause_reason === 'usage_limit' ? 'limit' : 'paused';
  }
}

const PENDING = { start: 'starting', resume: 'resuming', pause: 'pausing', close: 'ending' } as const;
const PAUSED = {
  user: 'paused by you',
  inactivity: 'paused: idle',
  process_exit: 'paused: Claude left',
  crash: 'Claude exited',
  app_quit: 'paused: app was closed',
  usage_limit: 'usage limit',
} as const;
const CLOSED = {
  done: 'done',
  handoff: 'handed off',
  abandoned: 'abandoned',
  crash: 'closed after a crash',
  killed: 'ended by force',
} as const;

export function statusWords(session: SeenSession): string {
  if (isHeldUp(session)) return 'needs an answer';
  if (session.pending !== undefined) return PENDING[session.pending.type];
  if (session.placeInLine !== undefined) return `waiting, ${ordinal(session.placeInLine)} in line`;
  if (wasWaiting(session)) return `${stillWords(session)}, was waiting for a place`;
  return stillWords(session);
}

/** It stood in line when the program ended: the line is not kept, so it has to be started again. */
export function wasWaiting({ status, metadata, placeInLine }: SeenSession): boolean {
  const isStill = status === 'draft' || status === 'paused';
  return isStill && placeInLine === undefined && metadata?.[WAITING_SINCE] !== undefined;
}

/** When Claude said that the usage limit ends; null: it did not say, or that is not why it rests. */
export function limitReset({ status, pause_reason, metadata }: Session): string | null {
  const at = metadata?.['limit_resets_at'];
  return status === 'paused' && pause_reason === 'usage_limit' && typeof at === 'string' ? at : null;
}

function stillWords(session: SeenSession): string {
  switch (session.status) {
    case 'draft':
      return 'draft';
    case 'active':
      return isAsking(session) ? 'needs an answer' : isBusy(session) ? 'working' : 'idle';
    case 'paused':
      return session.pause_reason === undefined ? 'paused' : pausedWords(session, session.pause_reason);
    case 'closed':
      return session.outcome === undefined ? 'closed' : CLOSED[session.outcome];
  }
}

function pausedWords(session: SeenSession, reason: keyof typeof PAUSED): string {
  const at = limitReset(session);
  return at === null ? PAUSED[reason] : `${PAUSED[reason]}, resets ${clockWords(at)}`;
}

/** A session without a title is called by its bead, and by its id when it has neither. */
export function titleOf(session: Session, beadTitle: string | null = null): string {
  // Begun in a terminal it is known by what was asked there, not by the bead it was linked to later.
  const asked = session.trigger_source === 'external' ? session.prompt.trim().split('\n')[0] : '';
  return session.title ?? (asked || beadTitle || session.bead_id || `Session ${session.id.slice(0, 8)}`);
}

/**
 * Active time. The record carries it up to its last heartbeat; what a running session gained since then is counted from
 * there, and stands still when it does not run.
 */
export function activeMs(session: Session, nowMs: number): number {
  const known = session.total_duration_ms ?? 0;
  if (session.status !== 'active') return known;
  return known + Math.max(0, nowMs - Date.parse(session.counted_until ?? session.updated_at));
}

export function timeWords(session: Session, nowMs: number): string | null {
  return session.started_at === undefined ? null : durationWords(activeMs(session, nowMs));
}

/** What stands under the title, with the words a person would use. */
export function metaWords(session: SeenSession, nowMs: number): readonly string[] {
  const since =
    session.status === 'paused'
      ? session.paused_at
      : session.status === 'draft'
        ? session.created_at
        : undefined;
  const parts = [
    timeWords(session, nowMs),
    since === undefined ? null : agoWords(since, nowMs),
    statusWords(session),
  ];
  return parts.filter((part) => part !== null);
}

/**
 * Its state in the sidebar, where there is room for a word or two: what rests says since when, a limit until when, and the
 * mark beside it says the rest.
 */
export function rowWord(session: SeenSession, nowMs: number): string {
  const reset = limitReset(session);
  const { status, pause_reason, paused_at, pending, placeInLine } = session;
  if (isHeldUp(session)) return 'asks';
  if (pending !== undefined) return PENDING[pending.type];
  if (placeInLine !== undefined) return `${ordinal(placeInLine)} in line`;
  if (isAsking(session)) return 'asks';
  const ago = paused_at === undefined ? null : agoWords(paused_at, nowMs);
  if (session.attention?.reason === 'bead-moved-on') return 'its bead moved on';
  if (session.attention !== undefined) return `${ago?.replace(/ ago$/, '') ?? 'paused'}, resume or close?`;
  if (reset !== null) return `till ${clockWords(reset, nowMs)}`;
  if (status === 'paused' && pause_reason === 'crash') return 'crashed';
  if (status === 'paused' && pause_reason !== 'usage_limit') return ago ?? 'paused';
  return status === 'paused' ? 'usage limit' : stillWords(session);
}

/** What it has used so far, as far as it is known. */
export function usageWords(session: Session): readonly string[] {
  const { stats, total_tokens } = session;
  const cost = stats?.cost_micro_usd;
  const hasTokens = total_tokens !== undefined && total_tokens > 0;
  return [
    ...(cost === undefined ? (hasTokens ? ['cost unknown'] : []) : [costWords(cost)]),
    ...(hasTokens ? [`${countWords(total_tokens)} tokens`] : []),
  ];
}

/** The second line of the bar: time, what was used, and what it does now. */
export function barWords(session: SeenSession, nowMs: number): readonly string[] {
  const [first, ...rest] = metaWords(session, nowMs);
  if (first === undefined || session.started_at === undefined) return metaWords(session, nowMs);
  return [first, ...usageWords(session), ...rest];
}

/** A draft has nothing to hand on, and what runs in a terminal is not ours to end. */
export function canHandOff({ status, owner, trashed_at }: SeenSession): boolean {
  return status !== 'draft' && trashed_at === undefined && (owner !== 'external' || status === 'closed');
}

/** What runs in a terminal of its own is ended there. */
export function canEnd({ status, owner, trashed_at }: SeenSession): boolean {
  return status !== 'closed' && owner !== 'external' && trashed_at === undefined;
}

const ORDINALS: Readonly<Record<number, string>> = { 1: '1st', 2: '2nd', 3: '3rd' };
export const ordinal = (n: number) => ORDINALS[n] ?? `${n}th`;

/** "2nd of 3": its place among the sessions that continue one another; null when it stands alone. */
export function chainWords(session: SeenSession, sessions: readonly SeenSession[]): string | null {
  const chain = sessions
    .filter(({ chain_id, trashed_at }) => chain_id === session.chain_id && trashed_at === undefined)
    .sort((a, b) => a.created_at.localeCompare(b.created_at));
  const place = chain.findIndex(({ id }) => id === session.id) + 1;
  return chain.length < 2 || place === 0 ? null : `${ordinal(place)} of ${chain.length}`;
}

export function needsYou(session: SeenSession): boolean {
  const state = markOf(session);
  return state === 'waiting' || state === 'crashed' || session.attention !== undefined;
}

export type SessionGroup = {
  readonly id: 'needs-you' | 'open' | 'closed';
  readonly name: string;
  readonly sessions: readonly SeenSession[];
};

const newestFirst = (a: SeenSession, b: SeenSession) =>
  (b.started_at ?? b.created_at).localeCompare(a.started_at ?? a.created_at) || b.id.localeCompare(a.id);

/** Those that need a person, the one that asks first. */
export const needingOf = (sessions: readonly SeenSession[]): readonly SeenSession[] =>
  groupsOf(sessions, 0).find(({ id }) => id === 'needs-you')?.sessions ?? [];

/** What needs a person on top, then what is open by state, then what is closed; the trash is elsewhere. */
export function groupsOf(sessions: readonly SeenSession[], closedShown: number): readonly SessionGroup[] {
  const kept = sessions.filter((session) => session.trashed_at === undefined);
  const byState = (a: SeenSession, b: SeenSession) =>
    MARK_ORDER.indexOf(markOf(a)) - MARK_ORDER.indexOf(markOf(b)) || newestFirst(a, b);
  const open = kept.filter((session) => session.status !== 'closed');
  const groups: SessionGroup[] = [
    { id: 'needs-you', name: 'Needs you', sessions: open.filter(needsYou).sort(byState) },
    { id: 'open', name: 'Sessions', sessions: open.filter((session) => !needsYou(session)).sort(byState) },
    {
      id: 'closed',
      name: 'Closed',
      sessions: kept
        .filter((session) => session.status === 'closed')
        .sort(newestFirst)
        .slice(0, closedShown),
    },
  ];
  return groups.filter((group) => group.sessions.length > 0);
}

/**
 * Sessions with one title, each with what tells it apart: its place in the chain, or when it began. A hand-off and a
 * `/clear` keep the title on purpose, so this is no rare case.
 */
export function distinctions(sessions: readonly SeenSession[], nowMs: number): ReadonlyMap<string, string> {
  const kept = sessions.filter(({ trashed_at }) => trashed_at === undefined);
  const counts = new Map<string, number>();
  for (const session of kept) counts.set(titleOf(session), (counts.get(titleOf(session)) ?? 0) + 1);
  return new Map(
    kept
      .filter((session) => (counts.get(titleOf(session)) ?? 0) > 1)
      .map((session) => [
        session.id,
        chainWords(session, sessions) ?? momentWords(session.started_at ?? session.created_at, nowMs),
      ]),
  );
}
