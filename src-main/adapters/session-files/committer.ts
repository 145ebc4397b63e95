import type { SessionId } from '@domain/ids';
import { err, ok, type Result } from '@domain/result';
import type { StoreError } from '@domain/session/errors';
import type { SessionEvent } from '@domain/session/events';
import { evolve } from '@domain/session/evolve';
import { SESSION_VERSION, type Session } from '@domain/session/record';
import type { SessionCommit } from '../../ports/session-store';
import { tellChanges } from './catch-up';
import { encodeCommit } from './journal-lines';
import { guardSession } from './meta-files';
import type { StoreContext } from './store-context';
import { fallBehind } from './store-context';
import { storeClosed, toStoreError } from './store-errors';

export type CommitResult = Result<readonly (Session | null)[], StoreError>;
export type Committer = {
  commit(batch: readonly SessionCommit[]): Promise<CommitResult>;
  close(): void;
};

type Waiting = { readonly batch: readonly SessionCommit[]; readonly answer: (result: CommitResult) => void };
type Judged = { waiting: Waiting; events: SessionEvent[]; sessions: (Session | null)[] };

export type CommitterHooks = {
  /** Brings memory level with the disk; called with the lock held, before anything is judged. */
  catchUp(): Promise<Result<void, StoreError>>;
  /** After the group is durable and in memory, still with the lock. */
  afterGroup(events: readonly SessionEvent[]): Promise<void>;
};

/** Commits that wait for the disk at the same time share one append and one fsync. */
export function createCommitter(context: StoreContext, hooks: CommitterHooks): Committer {
  const queue: Waiting[] = [];
  const guarded = new Set<SessionId>();
  let isRunning = false;
  let isClosed = false;

  const guard = (id: SessionId): Result<void, StoreError> => {
    if (guarded.has(id)) return ok(undefined);
    const found = guardSession(context, id);
    if (found.ok) guarded.add(id);
    return found;
  };

  const judgeOne = (
    commit: SessionCommit,
    overlay: Map<SessionId, Session | null>,
  ): Result<Session | null, StoreError> => {
    const { session_id, expected_revision, events } = commit;
    const { memory } = context;
    const met = overlay.has(session_id)
      ? (overlay.get(session_id) ?? null)
      : (memory.sessions.get(session_id) ?? null);
    const isNew = expected_revision === 0 && events[0]?.type === 'created';
    if (memory.tombstones.has(session_id)) {
      return isNew
        ? err({ code: 'session-exists', session_id })
        : err({ code: 'session-not-found', session_id });
    }
    if (met === null && !isNew) return err({ code: 'session-not-found', session_id });
    if (met !== null && isNew) return err({ code: 'session-exists', session_id });
    const found = met?.revision ?? 0;
    if (found !== expected_revision) {
      return err({ code: 'revision-conflict', session_id, expected: expected_revision, found });
    }
    const safe = guard(session_id);
    if (!safe.ok) return safe;
    let session = met;
    for (const event of events) session = evolve(session, event);
    overlay.set(session_id, session);
    return ok(session);
  };

  const judge = (group: readonly Waiting[]): Judged[] => {
    const overlay = new Map<SessionId, Session | null>();
    const accepted: Judged[] = [];
    for (const waiting of group) {
      // Several sessions in one commit stand or fall together.
      const trial = waiting.batch.length > 1 ? new Map(overlay) : overlay;
      const sessions: (Session | null)[] = [];
      let refusal: StoreError | null = null;
      for (const commit of waiting.batch) {
        const judged = judgeOne(commit, trial);
        if (judged.ok) sessions.push(judged.value);
        else {
          refusal = judged.error;
          break;
        }
      }
      if (refusal !== null) {
        waiting.answer(err(refusal));
        continue;
      }
      if (trial !== overlay) for (const [id, session] of trial) overlay.set(id, session);
      accepted.push({ waiting, events: waiting.batch.flatMap((commit) => commit.events), sessions });
    }
    return accepted;
  };

  const refuseAll = (group: readonly Waiting[], error: StoreError) => {
    for (const waiting of group) waiting.answer(err(error));
  };

  const writeGroup = async (group: readonly Waiting[]): Promise<void> => {
    const level = await hooks.catchUp();
    if (!level.ok) return refuseAll(group, level.error);
    if (context.newer !== null) {
      return refuseAll(group, { code: 'newer-version', ...context.newer, known: SESSION_VERSION });
    }
    const accepted = judge(group);
    const withEvents = accepted.filter((each) => each.events.length > 0);
    if (withEvents.length > 0) {
      const data = Buffer.from(withEvents.map((each) => encodeCommit(each.events)).join(''));
      const written = await context.journal.append(data);
      if (!written.ok)
        return refuseAll(
          accepted.map((each) => each.waiting),
          toStoreError(written.error, 'journal'),
        );
      context.journal.advance(context.journal.offset() + data.length);
      for (const { waiting, sessions } of withEvents) {
        waiting.batch.forEach(({ session_id, events }, index) => {
          context.memory.adopt(session_id, sessions[index] ?? null, events);
        });
      }
    }
    const all = withEvents.flatMap((each) => each.events);
    fallBehind(context, all);
    for (const { events } of withEvents) tellChanges(context, events, 'own');
    await hooks.afterGroup(all);
    for (const { waiting, sessions } of accepted) waiting.answer(ok(sessions));
  };

  const run = async (): Promise<void> => {
    isRunning = true;
    while (queue.length > 0) {
      let group: Waiting[] = [];
      const done = await context.lock.hold(async () => {
        group = queue.splice(0);
        await writeGroup(group);
      });
      if (!done.ok) refuseAll(queue.splice(0), toStoreError(done.error, 'journal'));
    }
    isRunning = false;
  };

  return {
    commit(batch) {
      if (isClosed) return Promise.resolve(err(storeClosed));
      return new Promise((answer) => {
        queue.push({ batch, answer });
        if (!isRunning) void run();
      });
    },
    close() {
      isClosed = true;
    },
  };
}
