import type { RunId, SessionId } from '@domain/ids';
import { err, ok, type Result } from '@domain/result';
import { createRun, type RunEnd } from '@domain/session/audit';
import { childOf } from '@domain/session/create';
import type { SessionError } from '@domain/session/errors';
import { type SessionEvent, type SessionFact, stampFacts } from '@domain/session/events';
import { replay } from '@domain/session/evolve';
import type { Session } from '@domain/session/record';
import { decideStatus, type Moment, type StatusCommand } from '@domain/session/status-machine';
import type { SessionCommit } from '../../ports/session-store';
import type { Kernel } from './kernel';

export type Replacement = {
  readonly from: SessionId;
  readonly to: SessionId;
  /** Of the old session, since the last fact that carried active time. */
  readonly activeMs: number;
  readonly end: RunEnd;
  /** What the record of the old session does not say yet. */
  readonly figures: (session: Session) => readonly SessionFact[];
  readonly model?: string | undefined;
};

/**
 * `/clear`: Claude goes on under another id. In one commit the old session is closed as handed off and its child is active:
 * there is never a moment when the process belongs to nobody. Call it inside the old session's queue.
 */
export async function replaceSession(
  kernel: Kernel,
  { from, to, activeMs, end, figures }: Replacement,
): Promise<Result<Session, SessionError>> {
  const { clock, book } = kernel;
  const at = clock.now();
  const decide = (parent: Session): Result<readonly SessionFact[], SessionError> => {
    const moment = { at, activeMs };
    const closing = inTurn(parent, moment, [
      { type: 'close', outcome: 'handoff', hasProcess: true },
      { type: 'report-ended', how: 'asked', end },
    ]);
    const link: SessionFact = { type: 'child-linked', child_id: to };
    return closing.ok ? ok([...figures(parent), link, ...closing.value]) : closing;
  };
  const child = (parent: Session): SessionCommit[] => {
    const session = childOf(parent, {
      id: to,
      device_id: kernel.deviceId,
      at,
      prompt: '',
      source: 'clear',
    });
    const run = createRun({
      run_id: kernel.newId() as RunId,
      session_id: to,
      trigger_source: session.trigger_source,
      prompt: '',
      started_at: at,
    });
    const begun = inTurn(session, { at, activeMs: 0 }, [
      { type: 'start', run },
      { type: 'report-started', ...(parent.model === undefined ? {} : { model: parent.model }) },
    ]);
    const created: SessionFact = { type: 'created', session };
    const events = stamped(to, 0, at, [created, ...(begun.ok ? begun.value : [])]);
    return [{ session_id: to, expected_revision: 0, events }];
  };
  const changed = await kernel.change(from, decide, child);
  if (!changed.ok) return changed;
  const made = book.find(to);
  return made === null ? err({ code: 'session-not-found', session_id: to }) : ok(made.session);
}

/** One command after the other, each judged on what the ones before it made. */
function inTurn(
  session: Session,
  moment: Moment,
  commands: readonly StatusCommand[],
): Result<SessionFact[], SessionError> {
  const facts: SessionFact[] = [];
  let now = session;
  for (const command of commands) {
    const decided = decideStatus(now, command, moment);
    if (!decided.ok) return decided;
    facts.push(...decided.value);
    now = replay(stamped(session.id, now.revision, moment.at, decided.value), now) ?? now;
  }
  return ok(facts);
}

function stamped(
  session_id: SessionId,
  revision: number,
  at: string,
  facts: readonly SessionFact[],
): SessionEvent[] {
  return stampFacts({ session_id, revision, at }, facts);
}
