import { assertNever, err, ok, type Result } from '@domain/result';
import { completionOf, type RunEnd } from './audit';
import type { BadTransition, SessionAction } from './errors';
import type { SessionFact } from './events';
import type { Session } from './record';
import type { Run } from './run';
import type { Outcome, PauseReason, Timestamp } from './values';

/*
 *            start          started              pause             ended
 *   draft ----------> starting ------> active ----------> pausing --------> paused
 *                                        ^    started              resume    |
 *                                        +----------- resuming <------------+
 *   any phase -> closing (a process is alive) -> closed, or straight to closed (none is)
 *
 * The status people see is draft, active, paused or closed; the phases in between are a wish inside a status.
 *
 * S1  A closed session is read-only: no command leaves `closed`; only tags, title, notes and deletion are left.
 * S2  Every phase but `closed` itself can be closed.
 * S3  A session is linked to at most one bead.
 * S4  `total_duration_ms` is the sum of what a monotonic clock measured while active: pauses, restarts, a wall clock
 *     that jumps and the time after the last heartbeat of a killed program add nothing; it never shrinks.
 * S5  Replaying the stored facts yields the same session and performs no effect.
 * S6  A refused command changes nothing and names the state it met and what is allowed from it.
 * S7  `active` is entered only when the process reported that it began, `paused` and `closed` only when it is gone.
 */
export type Phase =
  | 'draft'
  | 'starting'
  | 'active'
  | 'pausing'
  | 'closing'
  | 'paused'
  | 'resuming'
  | 'closed';

export type StatusCommand =
  | { readonly type: 'start'; readonly run: Run }
  | { readonly type: 'resume'; readonly run: Run }
  | { readonly type: 'pause'; readonly reason: PauseReason }
  | { readonly type: 'close'; readonly outcome?: Outcome | undefined; readonly hasProcess: boolean }
  | { readonly type: 'report-started'; readonly model?: string; readonly transcript_path?: string }
  | { readonly type: 'report-ended'; readonly how: 'asked' | 'exited' | 'died'; readonly end: RunEnd }
  | { readonly type: 'beat' }
  | { readonly type: 'recover'; readonly reason: PauseReason };

/** Wall time for people, and what the monotonic clock measured since the last fact that carried active time. */
export type Moment = { readonly at: Timestamp; readonly activeMs: number };

type Verdict = 'go' | 'done-already' | 'refuse';
const go = 'go';
const done = 'done-already';
const no = 'refuse';

/** Every phase against every command. Reports of a process are facts: one that comes too late is dropped, not refused. */
export const statusTable: Readonly<Record<StatusCommand['type'], Readonly<Record<Phase, Verdict>>>> = {
  // biome-ignore format: a table is read in columns
  start:            { draft: go,   starting: done, active: no,   pausing: no,   closing: no,   paused: no,   resuming: no,   closed: no },
  // biome-ignore format: as above
  resume:           { draft: no,   starting: no,   active: no,   pausing: no,   closing: no,   paused: go,   resuming: done, closed: no },
  // biome-ignore format: as above
  pause:            { draft: no,   starting: no,   active: go,   pausing: done, closing: no,   paused: done, resuming: no,   closed: no },
  // biome-ignore format: as above
  close:            { draft: go,   starting: go,   active: go,   pausing: go,   closing: go,   paused: go,   resuming: go,   closed: no },
  // biome-ignore format: as above
  'report-started': { draft: done, starting: go,   active: done, pausing: done, closing: done, paused: done, resuming: go,   closed: done },
  // biome-ignore format: as above
  'report-ended':   { draft: done, starting: go,   active: go,   pausing: go,   closing: go,   paused: done, resuming: go,   closed: done },
  // biome-ignore format: as above
  beat:             { draft: done, starting: done, active: go,   pausing: go,   closing: go,   paused: done, resuming: done, closed: done },
  // biome-ignore format: as above
  recover:          { draft: done, starting: go,   active: go,   pausing: go,   closing: go,   paused: done, resuming: go,   closed: done },
};

const allowedIn: Readonly<Record<Phase, readonly SessionAction[]>> = {
  draft: ['start', 'close', 'edit', 'annotate'],
  starting: ['close', 'edit', 'annotate'],
  active: ['pause', 'close', 'hand-off', 'edit', 'annotate'],
  pausing: ['close', 'edit', 'annotate'],
  closing: ['close', 'edit', 'annotate'],
  paused: ['resume', 'close', 'hand-off', 'edit', 'annotate'],
  resuming: ['close', 'edit', 'annotate'],
  closed: ['hand-off', 'annotate', 'trash'],
};

export function phaseOf(session: Session): Phase {
  if (session.status === 'closed') return 'closed';
  switch (session.pending?.type) {
    case 'close':
      return 'closing';
    case 'start':
      return 'starting';
    case 'resume':
      return 'resuming';
    case 'pause':
      return 'pausing';
    case undefined:
      return session.status;
    default:
      return assertNever(session.pending);
  }
}

export function allowedActions(session: Session): SessionAction[] {
  if (session.trashed_at !== undefined) return ['untrash', 'purge'];
  if (session.owner === 'external')
    return session.status === 'closed'
      ? ['edit', 'annotate', 'adopt', 'hand-off', 'trash']
      : ['edit', 'annotate'];
  return [...allowedIn[phaseOf(session)]];
}

export function refusal(session: Session, action: string): BadTransition {
  return {
    code: 'bad-transition',
    session_id: session.id,
    action,
    state: session.status,
    ...(session.pending === undefined ? {} : { pending: session.pending.type }),
    ...(session.trashed_at === undefined ? {} : { trashed: true }),
    allowed: allowedActions(session),
  };
}

export function decideStatus(
  session: Session,
  command: StatusCommand,
  moment: Moment,
): Result<SessionFact[], BadTransition> {
  const phase = phaseOf(session);
  const verdict = statusTable[command.type][phase];
  // What begins elsewhere is not ours to drive, and nothing in the trash is driven at all.
  const isOurs = session.owner === 'console' && session.trashed_at === undefined;
  if (verdict === 'refuse' || (verdict === 'go' && !isOurs && command.type !== 'report-ended'))
    return command.type === 'recover' ? ok([]) : err(refusal(session, command.type));
  if (verdict === 'done-already')
    return ok(command.type === 'report-ended' ? lateCompletion(session, command.end, moment) : []);
  return ok(factsOf(session, phase, command, moment));
}

function factsOf(session: Session, phase: Phase, command: StatusCommand, moment: Moment): SessionFact[] {
  switch (command.type) {
    case 'start':
      return [
        { type: 'start-requested', run_id: command.run.run_id },
        { type: 'run-created', run: command.run },
      ];
    case 'resume':
      return [
        { type: 'resume-requested', run_id: command.run.run_id },
        { type: 'run-created', run: command.run },
      ];
    case 'pause':
      return [{ type: 'pause-requested', reason: command.reason }];
    case 'close':
      return closeFacts(session, command, moment);
    case 'report-started':
      return [{ type: 'started', model: command.model, transcript_path: command.transcript_path }];
    case 'report-ended': {
      const reason = ({ asked: 'user', exited: 'process_exit', died: 'crash' } as const)[command.how];
      return [
        ...endFacts(session, phase, reason, command.end, moment),
        ...lateCompletion(session, command.end, moment),
      ];
    }
    case 'beat':
      return [{ type: 'heartbeat', active_ms: measured(moment) }];
    case 'recover': {
      const end: RunEnd = {
        result: null,
        error: 'The process was gone when the console looked.',
        success: false,
        tool_calls: [],
      };
      return [
        ...endFacts(session, phase, command.reason, end, moment),
        ...lateCompletion(session, end, moment),
      ];
    }
    default:
      return assertNever(command);
  }
}

function closeFacts(
  session: Session,
  command: Extract<StatusCommand, { type: 'close' }>,
  moment: Moment,
): SessionFact[] {
  const outcome = command.outcome ?? naturalOutcome(session);
  if (command.hasProcess) {
    const wished = session.pending?.type === 'close' ? session.pending.outcome : null;
    // A second close changes nothing, unless it is the harsher one.
    if (wished !== null && (outcome !== 'killed' || wished === 'killed')) return [];
    return [{ type: 'close-requested', outcome }];
  }
  const end: RunEnd = { result: null, error: 'Closed without a process.', success: false, tool_calls: [] };
  return [{ type: 'closed', outcome, active_ms: measured(moment) }, ...lateCompletion(session, end, moment)];
}

function endFacts(
  session: Session,
  phase: Phase,
  reason: PauseReason,
  end: RunEnd,
  moment: Moment,
): SessionFact[] {
  const active_ms = measured(moment);
  if (session.pending?.type === 'close')
    return [{ type: 'closed', outcome: session.pending.outcome, active_ms }];
  if (phase === 'starting' || phase === 'resuming')
    return [{ type: 'start-failed', error: end.error ?? 'The process ended before the session began.' }];
  return [
    {
      type: 'paused',
      reason: session.pending?.type === 'pause' ? session.pending.reason : reason,
      active_ms,
    },
  ];
}

/** The run is completed with whatever ends it, once: `open_run` is gone afterwards. */
function lateCompletion(session: Session, end: RunEnd, moment: Moment): SessionFact[] {
  if (session.open_run === undefined) return [];
  return [{ type: 'run-completed', completion: completionOf(session.open_run, end, moment.at) }];
}

function naturalOutcome(session: Session): Outcome {
  if (session.status === 'draft') return 'abandoned';
  if (session.status === 'paused' && session.pause_reason === 'crash') return 'crash';
  return 'done';
}

function measured(moment: Moment): number {
  return Number.isFinite(moment.activeMs) ? Math.max(0, Math.round(moment.activeMs)) : 0;
}

export type StatusEffect = 'launch' | 'end-process' | 'kill-process';

/** What must be done once these facts are saved and told. Replay never asks. */
export function effectsOf(facts: readonly SessionFact[]): StatusEffect[] {
  return facts.flatMap((fact): StatusEffect[] => {
    if (fact.type === 'start-requested' || fact.type === 'resume-requested') return ['launch'];
    if (fact.type === 'pause-requested') return ['end-process'];
    if (fact.type === 'close-requested') return [fact.outcome === 'killed' ? 'kill-process' : 'end-process'];
    return [];
  });
}
