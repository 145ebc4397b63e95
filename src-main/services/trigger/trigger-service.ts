import type { BeadId, SessionId } from '@domain/ids';
import { err, type Result } from '@domain/result';
import type { SessionError } from '@domain/session/errors';
import type { Session } from '@domain/session/record';
import { judgeTrigger, type TriggerLimits, type TriggerRefusal } from '@domain/trigger/trigger';
import type { Log } from '../../ports/log';
import type { SessionsService } from '../sessions/sessions-service';

/*
 * A session that an agent asks for.
 * T1  Only when a person turned it on, in a project that a person trusts, and while the console runs.
 * T2  Never for a session that was triggered itself, nor for one that goes on from such a session.
 * T3  No more at once, a day and for money than the settings say; requests are judged one after the other.
 * T4  It is driven in the stream seat, asks a person for every permission, and its process ends with its first turn.
 */
export type TriggerRequest = {
  readonly folder: string;
  readonly prompt: string;
  readonly bead_id?: BeadId | undefined;
  /** The sessions that the caller says it lives in. */
  readonly callers: readonly string[];
};
export type TriggerError = TriggerRefusal | SessionError | { code: 'bead-not-found'; bead_id: string };

export type TriggerService = {
  start(request: TriggerRequest): Promise<Result<Session, TriggerError>>;
  close(): void;
};

export type TriggerDeps = {
  readonly sessions: SessionsService;
  readonly limits: () => TriggerLimits;
  readonly isTrusted: (folder: string) => boolean;
  readonly hasBead: (folder: string, bead: BeadId) => Promise<boolean>;
  /** When the day of this machine began. */
  readonly dayStart: () => string;
  readonly log: Log;
};

export function createTriggerService(deps: TriggerDeps): TriggerService {
  const { sessions, limits, log } = deps;
  const firstTurns = new Set<SessionId>();
  let last: Promise<unknown> = Promise.resolve();

  const stop = sessions.live.onEvent((id, event) => {
    if (event.type !== 'turn-ended' || !firstTurns.delete(id)) return;
    void sessions.pause(id, 'inactivity').then((paused) => {
      if (!paused.ok) log.warn('a triggered session was not paused', { session_id: id, error: paused.error });
    });
  });

  const triggeredAmong = async (callers: readonly string[]): Promise<SessionId | null> => {
    for (const caller of callers) {
      const chain = await sessions.chain('everywhere', caller);
      const triggered = chain.ok
        ? chain.value.find(({ trigger_source }) => trigger_source === 'trigger')
        : undefined;
      if (triggered !== undefined) return triggered.id;
    }
    return null;
  };

  const begin = async (request: TriggerRequest): Promise<Result<Session, TriggerError>> => {
    const { folder, prompt, bead_id, callers } = request;
    if (!limits().enabled) return err({ code: 'trigger-off' });
    const within = await triggeredAmong(callers);
    if (within !== null) return err({ code: 'trigger-inside-trigger', session_id: within });
    if (!deps.isTrusted(folder)) return err({ code: 'project-untrusted', project: folder });
    if (bead_id !== undefined && !(await deps.hasBead(folder, bead_id)))
      return err({ code: 'bead-not-found', bead_id });
    const budget = judgeTrigger(limits(), await allTriggered(sessions), deps.dayStart());
    if (!budget.ok) return budget;
    const created = await sessions.create({
      folder,
      prompt,
      bead_id,
      trigger_source: 'trigger',
      max_budget_usd: budget.value,
    });
    if (!created.ok) return created;
    const { id } = created.value;
    firstTurns.add(id);
    const started = await sessions.start({ id, seat: 'stream', prompt, permission_mode: 'default' });
    if (!started.ok) {
      firstTurns.delete(id);
      // A draft that nobody asked a second time for would hold a place for ever.
      await sessions.close(id, 'abandoned');
    }
    return started;
  };

  return {
    start(request) {
      const next = last.then(() => begin(request));
      last = next.catch(() => {});
      return next;
    },
    close: stop,
  };
}

async function allTriggered(sessions: SessionsService): Promise<readonly Session[]> {
  const all: Session[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await sessions.list(
      'everywhere',
      { trash: 'with' },
      { limit: 500, ...(cursor === undefined ? {} : { cursor }) },
    );
    if (!page.ok) return all;
    all.push(...page.value.sessions.filter(({ trigger_source }) => trigger_source === 'trigger'));
    if (page.value.next_cursor === null) return all;
    cursor = page.value.next_cursor;
  }
}
