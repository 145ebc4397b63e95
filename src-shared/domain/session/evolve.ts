import { assertNever } from '@domain/result';
import type { SessionDetails, SessionEvent } from './events';
import type { Session } from './record';

/** Applies one stored fact. Pure and total: replay performs no effect and refuses nothing (`decide` has judged it). */
export function evolve(session: Session | null, event: SessionEvent): Session | null {
  if (event.type === 'created') return compact({ ...event.session, revision: event.rev });
  if (session === null) return null;
  const next = applyFact(session, event);
  return next === null ? null : compact({ ...next, revision: event.rev, updated_at: event.at });
}

export function replay(events: Iterable<SessionEvent>, from: Session | null = null): Session | null {
  let session = from;
  for (const event of events) session = evolve(session, event);
  return session;
}

function applyFact(session: Session, event: Exclude<SessionEvent, { type: 'created' }>): Session | null {
  switch (event.type) {
    case 'start-requested':
      return { ...session, pending: { type: 'start', run_id: event.run_id } };
    case 'resume-requested':
      return { ...session, pending: { type: 'resume', run_id: event.run_id } };
    case 'run-created':
      return {
        ...without(session, 'result', 'success', 'error'),
        trigger_source: event.run.trigger_source,
        prompt: event.run.prompt,
        initial_prompt: session.initial_prompt ?? (event.run.prompt.slice(0, 1000) || undefined),
        open_run: { run_id: event.run.run_id, started_at: event.run.started_at },
        run_count: session.run_count + 1,
      };
    case 'started':
      return {
        ...without(session, 'pending', 'pause_reason', 'paused_at', 'attention'),
        status: 'active',
        started_at: session.started_at ?? event.at,
        model: event.model ?? session.model,
        transcript_path: event.transcript_path ?? session.transcript_path,
        total_duration_ms: session.total_duration_ms ?? 0,
        counted_until: event.at,
      };
    case 'start-failed':
      return { ...without(session, 'pending'), error: event.error };
    case 'heartbeat':
      return { ...withActiveTime(session, event.active_ms), counted_until: event.at };
    case 'pause-requested':
      return { ...session, pending: { type: 'pause', reason: event.reason } };
    case 'paused':
      return {
        ...without(withActiveTime(session, event.active_ms), 'pending', 'counted_until'),
        status: 'paused',
        pause_reason: event.reason,
        paused_at: event.at,
      };
    case 'close-requested':
      return { ...session, pending: { type: 'close', outcome: event.outcome } };
    case 'closed':
      return {
        ...without(withActiveTime(session, event.active_ms), 'pending', 'attention', 'counted_until'),
        status: 'closed',
        outcome: event.outcome,
        closed_at: event.at,
      };
    case 'stop-step-taken':
      return session;
    case 'run-completed':
      return {
        ...without(session, 'open_run'),
        result: event.completion.result ?? undefined,
        success: event.completion.success,
        error: event.completion.error ?? undefined,
      };
    case 'status-derived':
      return event.status === 'active'
        ? { ...without(session, 'closed_at'), status: 'active', started_at: session.started_at ?? event.at }
        : { ...session, status: 'closed', closed_at: event.at };
    case 'retitled':
      return { ...session, title: event.title ?? undefined };
    case 'objective-set':
      return { ...session, objective: event.objective ?? undefined };
    case 'notes-set':
      return { ...session, notes: event.notes ?? undefined };
    case 'tags-set':
      return { ...session, tags: event.tags };
    case 'bead-linked':
      return { ...session, bead_id: event.bead_id };
    case 'bead-unlinked':
      return without(session, 'bead_id');
    case 'files-touched':
      return { ...session, files_touched: union(session.files_touched, event.files) };
    case 'commits-noted':
      return {
        ...session,
        commits: union(
          session.commits.filter((sha) => event.replaced?.includes(sha) !== true),
          event.commits,
        ),
      };
    case 'details-noted':
      return withDetails(session, event.details);
    case 'stats-counted': {
      const { stats } = event;
      const tokens = stats.tokens_in + stats.tokens_out + stats.cache_read_tokens + stats.cache_write_tokens;
      return { ...session, stats, total_tokens: tokens };
    }
    case 'child-linked':
      return { ...session, child_ids: union(session.child_ids, [event.child_id]) };
    case 'focused':
      return { ...session, focused_at: event.at };
    case 'attention-raised':
      return { ...session, attention: { reason: event.reason, since: event.at } };
    case 'attention-settled':
      return without(session, 'attention');
    case 'capture-moved':
      return { ...session, capture: event.capture };
    case 'trashed':
      return { ...session, trashed_at: event.at };
    case 'untrashed':
      return without(session, 'trashed_at');
    case 'adopted':
      return { ...session, project_id: event.project_id, owner: 'console' };
    case 'purged':
    case 'moved-out':
      return null;
    default:
      return assertNever(event);
  }
}

function withActiveTime(session: Session, activeMs: number): Session {
  if (session.status !== 'active') return session;
  return { ...session, total_duration_ms: (session.total_duration_ms ?? 0) + activeMs };
}

function withDetails(session: Session, details: SessionDetails): Session {
  const next: Record<string, unknown> = { ...session };
  for (const [field, value] of Object.entries(details)) next[field] = value === null ? undefined : value;
  return next as Session;
}

function union<T>(known: readonly T[], more: readonly T[]): T[] {
  return [...new Set([...known, ...more])];
}

function without(session: Session, ...fields: (keyof Session & string)[]): Session {
  const next: Record<string, unknown> = { ...session };
  for (const field of fields) next[field] = undefined;
  return next as Session;
}

/** Fields that are gone leave no key behind: a record equals the one read back from its file, key by key. */
function compact(session: Session): Session {
  const next: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(session)) if (value !== undefined) next[field] = value;
  return next as Session;
}
