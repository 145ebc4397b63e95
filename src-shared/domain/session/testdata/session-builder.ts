import type { DeviceId, ProjectId, RunId, SessionId } from '@domain/ids';
import { ok, type Result } from '@domain/result';
import { completionOf, createRun } from '../audit';
import { draftOf, type NewSession } from '../create';
import { type SessionFact, stampFacts } from '../events';
import { replay } from '../evolve';
import type { Session } from '../record';
import type { Run } from '../run';
import type { Phase } from '../status-machine';

const hex = (n: number) => n.toString(16).padStart(12, '0');
export const sessionId = (n: number) => `00000000-0000-4000-8000-${hex(n)}` as SessionId;
export const runId = (n: number) => `00000000-0000-4000-9000-${hex(n)}` as RunId;
export const projectId = (n = 1) => `00000000-0000-4000-a000-${hex(n)}` as ProjectId;
export const deviceId = '00000000-0000-4000-b000-000000000001' as DeviceId;
export const startOfTime = Date.parse('2026-01-19T10:00:00.000Z');
export const at = (ms = 0) => new Date(startOfTime + ms).toISOString();

export function draft(facts: Partial<NewSession> = {}): Session {
  const id = facts.id ?? sessionId(1);
  return { ...draftOf({ id, project_id: projectId(), device_id: deviceId, at: at(), cwd: '/w', ...facts }), revision: 1 };
}

export function run(n = 1, ms = 0, prompt = 'do it'): Run {
  return createRun({ run_id: runId(n), session_id: sessionId(1), trigger_source: 'ad-hoc', prompt, started_at: at(ms) });
}

export function apply(session: Session, facts: readonly SessionFact[], ms = 0): Session {
  const events = stampFacts({ session_id: session.id, revision: session.revision, at: at(ms) }, facts);
  const next = replay(events, session);
  if (next === null) throw new Error('the session is gone');
  return next;
}

export function accepted<T, E>(result: Result<T, E>): T {
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.error)}`);
  return ok(result.value).value;
}

const begun: SessionFact[] = [
  { type: 'start-requested', run_id: runId(1) },
  { type: 'run-created', run: run(1) },
];
const active: SessionFact[] = [...begun, { type: 'started' }];
const finished = completionOf(run(1), { result: null, error: null, success: true, tool_calls: [] }, at(10));
const paused: SessionFact[] = [
  ...active,
  { type: 'paused', reason: 'user', active_ms: 10 },
  { type: 'run-completed', completion: finished },
];

export const factsTo: Readonly<Record<Phase, readonly SessionFact[]>> = {
  draft: [],
  starting: begun,
  active,
  pausing: [...active, { type: 'pause-requested', reason: 'user' }],
  closing: [...active, { type: 'close-requested', outcome: 'done' }],
  paused,
  resuming: [...paused, { type: 'resume-requested', run_id: runId(2) }],
  closed: [...paused, { type: 'closed', outcome: 'done', active_ms: 0 }],
};

export function sessionIn(phase: Phase, facts: Partial<NewSession> = {}): Session {
  return apply(draft(facts), factsTo[phase]);
}

export const phases = Object.keys(factsTo) as Phase[];
