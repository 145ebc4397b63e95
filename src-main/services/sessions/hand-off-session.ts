import type { SessionId } from '@domain/ids';
import { err, ok, type Result } from '@domain/result';
import { type ChildOf, childOf } from '@domain/session/create';
import type { SessionError } from '@domain/session/errors';
import { type SessionFact, stampFacts } from '@domain/session/events';
import type { Session } from '@domain/session/record';
import { decideStatus, type Phase, phaseOf, refusal } from '@domain/session/status-machine';
import type { SessionCommit } from '../../ports/session-store';
import type { Changed, Kernel } from './kernel';
import type { LiveSessions } from './live-sessions';
import type { createStopSession } from './stop-session';

export type HandOffRequest = {
  readonly id: SessionId;
  /** What the next session is told first. */
  readonly seed: string;
  readonly title?: string | undefined;
} & Pick<ChildOf, 'agent_id' | 'checkout'>;
const handable: ReadonlySet<Phase> = new Set(['active', 'paused', 'closed']);

export type HandedOff = { readonly parent: Session; readonly child: Session };

/** Parent and child change in one commit: there is never a child without its parent's word, nor the other way round. */
export function createHandOffSession(
  kernel: Kernel,
  live: LiveSessions,
  stop: ReturnType<typeof createStopSession>,
) {
  const { queue, clean, clock, book } = kernel;
  return async (request: HandOffRequest): Promise<Result<HandedOff, SessionError>> => {
    const { id } = request;
    const seed = clean.text('prompt', request.seed);
    if (!seed.ok) return seed;
    const title = clean.optional('title', request.title);
    if (!title.ok) return title;
    const childId = kernel.newId() as SessionId;

    const changed = await queue.inOrder(id, async (): Promise<Result<Changed, SessionError>> => {
      const process = await stop.settleForeign(id);
      if (!process.ok) return process;
      const decide = (parent: Session): Result<SessionFact[], SessionError> => {
        const phase = phaseOf(parent);
        // What runs in a terminal is not ours to end.
        const isOpenElsewhere = parent.owner === 'external' && phase !== 'closed';
        if (!handable.has(phase) || isOpenElsewhere || parent.trashed_at !== undefined)
          return err(refusal(parent, 'hand-off'));
        const link: SessionFact = { type: 'child-linked', child_id: childId };
        if (phase === 'closed') return ok([link]);
        const command = { type: 'close', outcome: 'handoff', hasProcess: process.value === 'ours' } as const;
        const closing = decideStatus(parent, command, { at: clock.now(), activeMs: live.activeMs(id) });
        return closing.ok ? ok([link, ...closing.value]) : closing;
      };
      const child = (parent: Session): SessionCommit[] => {
        const facts = {
          id: childId,
          device_id: kernel.deviceId,
          at: clock.now(),
          prompt: seed.value,
          title: title.value,
          agent_id: request.agent_id,
          checkout: request.checkout,
        };
        // A closed parent's history is continued under the new id; an open one is summed up in the seed.
        const isContinued = parent.status === 'closed';
        const session = childOf(
          parent,
          isContinued ? { ...facts, source: 'fork', trigger_source: 'resume' } : facts,
        );
        const place = { session_id: childId, revision: 0, at: facts.at };
        return [
          {
            session_id: childId,
            expected_revision: 0,
            events: stampFacts(place, [{ type: 'created', session }]),
          },
        ];
      };
      return kernel.change(id, decide, child);
    });
    if (!changed.ok) return changed;
    const parent = await stop.finish(id, changed.value);
    if (!parent.ok) return parent;
    const child = book.find(childId);
    return child === null
      ? err({ code: 'session-not-found', session_id: childId })
      : ok({ parent: parent.value, child: child.session });
  };
}
