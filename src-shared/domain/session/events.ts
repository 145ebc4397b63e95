import { BeadId, ProjectId, RunId, SessionId } from '@domain/ids';
import { z } from 'zod';
import { Attention, Session, SessionStats } from './record';
import { Run, RunCompletion } from './run';
import { Capture, Outcome, PauseReason, Status, StopStep, Timestamp } from './values';

export const EVENT_VERSION = 1;

/*
 * One event is one line of `events.jsonl`. `v` is the format, `rev` counts the events of this session from 1, `at` is
 * wall time for people; order comes from `rev` and the place in the file, never from `at`.
 * `active_ms` is what a monotonic clock measured since the last event that carried one (see `status-machine.ts`).
 */
const base = { v: z.int().positive(), session_id: SessionId, rev: z.int().positive(), at: Timestamp };
const ActiveMs = z.number().nonnegative();

function fact<T extends string, S extends z.ZodRawShape>(type: T, shape: S) {
  return z.looseObject({ ...base, type: z.literal(type), ...shape });
}

/** Facts about a session that are learnt as it goes. A null takes the field away. */
export const SessionDetails = z
  .object({
    agent_id: Session.shape.agent_id.unwrap().nullable(),
    agent: Session.shape.agent.unwrap().nullable(),
    rig: Session.shape.rig.unwrap().nullable(),
    role: Session.shape.role.unwrap().nullable(),
    tmux_session: Session.shape.tmux_session.unwrap().nullable(),
    molecule_id: Session.shape.molecule_id.unwrap().nullable(),
    step_ref: Session.shape.step_ref.unwrap().nullable(),
    cwd: Session.shape.cwd,
    branch: Session.shape.branch.unwrap().nullable(),
    worktree: Session.shape.worktree.unwrap().nullable(),
    source: Session.shape.source,
    model: Session.shape.model.unwrap().nullable(),
    git_remote: Session.shape.git_remote.unwrap().nullable(),
    transcript_path: Session.shape.transcript_path.unwrap().nullable(),
    initial_prompt: Session.shape.initial_prompt.unwrap().nullable(),
    summary: Session.shape.summary.unwrap().nullable(),
    context_pack: Session.shape.context_pack.unwrap().nullable(),
    metadata: Session.shape.metadata,
    ended_at: Session.shape.ended_at.unwrap().nullable(),
    duration_ms: Session.shape.duration_ms.unwrap().nullable(),
  })
  .partial();
export type SessionDetails = z.infer<typeof SessionDetails>;

export const SessionEvent = z.discriminatedUnion('type', [
  fact('created', { session: Session }),
  fact('start-requested', { run_id: RunId }),
  fact('resume-requested', { run_id: RunId }),
  fact('run-created', { run: Run }),
  fact('started', { model: z.string().optional(), transcript_path: z.string().optional() }),
  fact('start-failed', { error: z.string() }),
  fact('heartbeat', { active_ms: ActiveMs }),
  fact('pause-requested', { reason: PauseReason }),
  fact('paused', { reason: PauseReason, active_ms: ActiveMs }),
  fact('close-requested', { outcome: Outcome }),
  fact('closed', { outcome: Outcome.optional(), active_ms: ActiveMs }),
  fact('stop-step-taken', { step: StopStep }),
  fact('run-completed', { completion: RunCompletion }),
  fact('status-derived', { status: Status.extract(['active', 'closed']) }),

  fact('retitled', { title: z.string().nullable() }),
  fact('objective-set', { objective: z.string().nullable() }),
  fact('notes-set', { notes: z.string().nullable() }),
  fact('tags-set', { tags: z.array(z.string()) }),
  fact('bead-linked', { bead_id: BeadId }),
  fact('bead-unlinked', { bead_id: BeadId }),
  fact('files-touched', { files: z.array(z.string()) }),
  /** `replaced`: no longer in anybody's history, because an amend or a rebase made them again. */
  fact('commits-noted', { commits: z.array(z.string()), replaced: z.array(z.string()).optional() }),
  fact('details-noted', { details: SessionDetails }),
  fact('stats-counted', { stats: SessionStats }),
  fact('child-linked', { child_id: SessionId }),
  fact('focused', {}),
  fact('attention-raised', { reason: Attention.shape.reason }),
  fact('attention-settled', {}),
  fact('capture-moved', { capture: Capture }),

  fact('trashed', {}),
  fact('untrashed', {}),
  /** Its folder and every text of it are gone; the id is a tombstone for ever. */
  fact('purged', {}),
  /** It lives in another store now. Not a tombstone: the other store has its whole history. */
  fact('moved-out', { project_id: ProjectId }),
  fact('adopted', { project_id: ProjectId, from_project_id: ProjectId }),
]);
export type SessionEvent = z.infer<typeof SessionEvent>;
export type SessionEventType = SessionEvent['type'];

type Body<E> = E extends SessionEvent ? Omit<Plain<E>, 'v' | 'session_id' | 'rev' | 'at'> : never;
/** Without the index signature that keeps unknown fields, so that `Omit` sees the named ones. */
type Plain<E> = { [K in keyof E as string extends K ? never : K]: E[K] };

/** What `decide` answers: the fact alone. `stampFacts` puts it on a session's line. */
export type SessionFact = Body<SessionEvent>;

export function stampFacts(
  place: { session_id: SessionId; revision: number; at: Timestamp },
  facts: readonly SessionFact[],
): SessionEvent[] {
  return facts.map(
    (body, index) =>
      ({
        v: EVENT_VERSION,
        session_id: place.session_id,
        rev: place.revision + index + 1,
        at: place.at,
        ...body,
      }) as SessionEvent,
  );
}
