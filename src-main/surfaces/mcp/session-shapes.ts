import type { HistorySession } from '@domain/history/record';
import type { Session } from '@domain/session/record';
import type { Run, RunGist } from '@domain/session/run';

const MOST_PROMPT = 1000;

/** An entry of a listing. Its prompt is cut: an agent that wants all of it asks for the session. */
export function listEntry(session: Session, run: RunGist | undefined) {
  return {
    id: session.id,
    trigger_source: run?.trigger_source ?? session.trigger_source,
    prompt: cut(run?.prompt ?? session.prompt),
    success: run === undefined ? (session.success ?? null) : run.success,
    duration_ms: run?.duration_ms ?? null,
    // Of the session, because that is what the listing is ordered by; the other times are the latest run's.
    started_at: session.started_at ?? run?.started_at ?? null,
    completed_at: run?.completed_at ?? null,
    title: session.title ?? null,
    status: session.status,
    outcome: session.outcome ?? null,
    bead_id: session.bead_id ?? null,
    chain_id: session.chain_id,
    branch: session.branch ?? null,
    created_at: session.created_at,
    run_count: session.run_count,
  };
}

/** The session with the fields of its latest run on top, and every run. */
export function fullRecord({ runs, ...session }: Session & { readonly runs: readonly Run[] }) {
  const latest = runs.at(-1);
  return {
    ...session,
    trigger_source: latest?.trigger_source ?? session.trigger_source,
    prompt: latest?.prompt ?? session.prompt,
    result: latest === undefined ? (session.result ?? null) : latest.result,
    tool_calls: latest?.tool_calls ?? [],
    success: latest === undefined ? (session.success ?? null) : latest.success,
    error: latest === undefined ? (session.error ?? null) : latest.error,
    duration_ms: latest?.duration_ms ?? null,
    started_at: latest?.started_at ?? session.started_at ?? null,
    completed_at: latest?.completed_at ?? null,
    runs,
  };
}

/** One that began elsewhere and is known from its transcript alone: the same fields, and one run made of them. */
export function recordFromHistory(found: HistorySession) {
  const { started_at, ended_at } = found;
  const lasted =
    started_at === null || ended_at === null ? Number.NaN : Date.parse(ended_at) - Date.parse(started_at);
  const run = {
    trigger_source: 'external',
    prompt: found.initial_prompt ?? '',
    result: null,
    tool_calls: [],
    success: null,
    error: null,
    duration_ms: lasted >= 0 ? lasted : null,
    started_at,
    completed_at: ended_at,
  };
  return { ...found, ...run, runs: [{ run_id: found.id, session_id: found.id, ...run }] };
}

function cut(text: string): string {
  return text.length <= MOST_PROMPT ? text : `${text.slice(0, MOST_PROMPT)}…`;
}
