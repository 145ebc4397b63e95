import { randomUUID } from 'node:crypto';
import type { DeviceId, ProjectId, RunId, SessionId } from '@domain/ids';
import type { Result } from '@domain/result';
import { completionOf, createRun } from '@domain/session/audit';
import { draftOf, type NewSession } from '@domain/session/create';
import { type SessionFact, stampFacts } from '@domain/session/events';
import type { Message } from '@domain/session/message';
import type { Session } from '@domain/session/record';
import type { SessionCommit, SessionStore } from '../ports/session-store';

export const testDevice = '00000000-0000-4000-b000-000000000001' as DeviceId;
export const testTime = '2026-01-19T10:00:00.000Z';
export const newSessionId = () => randomUUID() as SessionId;
export const newRunId = () => randomUUID() as RunId;

export function value<T>(result: Result<T, { code: string }>): T {
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.error)}`);
  return result.value;
}

export function createdCommit(project_id: ProjectId, facts: Partial<NewSession> = {}): SessionCommit {
  const id = facts.id ?? newSessionId();
  const session = draftOf({ id, project_id, device_id: testDevice, at: testTime, cwd: '/w', ...facts });
  const events = stampFacts({ session_id: id, revision: 0, at: testTime }, [{ type: 'created', session }]);
  return { session_id: id, expected_revision: 0, events };
}

export async function createdIn(store: SessionStore, facts: Partial<NewSession> = {}): Promise<Session> {
  const [session] = value(await store.commit([createdCommit(store.project_id, facts)]));
  if (!session) throw new Error('the session is gone');
  return session;
}

export function commitOf(session: Session, facts: readonly SessionFact[], at = testTime): SessionCommit {
  const place = { session_id: session.id, revision: session.revision, at };
  return { session_id: session.id, expected_revision: session.revision, events: stampFacts(place, facts) };
}

export async function changed(
  store: SessionStore,
  session: Session,
  facts: readonly SessionFact[],
): Promise<Session> {
  const [next] = value(await store.commit([commitOf(session, facts)]));
  if (!next) throw new Error('the session is gone');
  return next;
}

/** One whole run: requested, started, paused, completed. */
export function runFacts(session: Session, prompt = 'go'): SessionFact[] {
  const run = createRun({
    run_id: newRunId(),
    session_id: session.id,
    trigger_source: 'ad-hoc',
    prompt,
    started_at: testTime,
  });
  const end = { result: 'done', error: null, success: true, tool_calls: [] };
  return [
    { type: 'start-requested', run_id: run.run_id },
    { type: 'run-created', run },
    { type: 'started' },
    { type: 'paused', reason: 'user', active_ms: 1500 },
    { type: 'run-completed', completion: completionOf(run, end, '2026-01-19T10:00:02.000Z') },
  ];
}

export function messageOf(n: number, text = `message ${n}`): Message {
  return {
    id: `m${n}`,
    role: n % 2 === 0 ? 'user' : 'assistant',
    timestamp: testTime,
    content: [{ type: 'text', text }],
  };
}
