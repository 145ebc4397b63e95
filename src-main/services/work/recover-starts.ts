import type { SessionId } from '@domain/ids';
import type { Session } from '@domain/session/record';
import { isUnfinishedStart, startRecordOf } from '@domain/work/start-record';
import type { SessionsService } from '../sessions/sessions-service';
import type { StartWorld } from './start-world';
import { forgetStart, undoClaim, undoDraft, undoMade } from './undo-start';

/*
 * A session that never began gives back what its start took: the bead, the branch, the worktree.
 *   its program died in the middle of the start     found when the store is opened
 *   it waited for its place and was closed instead  told by the book
 * R1  One that is being started, here or in another console, is left alone: it is under way here, or its lease is held.
 * R2  Everything is put back as far as it is still as the start left it (`undo-start`); then the record goes, and only then.
 * R3  What could not be put back keeps the record: it is tried again when the store is opened next.
 */
export type RecoverStarts = {
  look(sessions: readonly Session[]): void;
  /** Resolves when nothing is under way. */
  drain(): Promise<void>;
  close(): Promise<void>;
};

export type RecoverStartsDeps = {
  readonly world: StartWorld;
  readonly isStarting: (id: SessionId) => boolean;
};

export function createRecoverStarts({ world, isStarting }: RecoverStartsDeps): RecoverStarts {
  let queue: Promise<void> = Promise.resolve();
  let stopBook: (() => void) | null = null;
  let isClosed = false;

  const settle = async (service: SessionsService, id: SessionId): Promise<void> => {
    const found = book(service, id);
    if (found === null || isStarting(id)) return;
    const { store } = found;
    // R1. Held while it is undone, so that nobody starts it meanwhile; closing it needs it free.
    const lease = await store.acquireLease(id);
    if (!lease.ok) return;
    const session = book(service, id)?.session;
    const record = session === undefined ? null : startRecordOf(session.metadata);
    const left: unknown[] = [];
    if (session !== undefined && record !== null) {
      const { made, claim } = record;
      // Without knowing where it began nothing of it is removed.
      if (made !== null && made.head !== '') left.push(await undoMade(world, service, made));
      if (claim !== null) left.push(await undoClaim(world, session, claim));
    }
    await lease.value.release();
    if (session === undefined) return;
    const closed = session.status === 'draft' ? await undoDraft(service, session) : null;
    const kept = [...left, closed].filter((one) => one !== null);
    world.log.warn('a start that was not finished was undone', { session_id: id, left: kept });
    if (kept.length > 0) return;
    await forgetStart(service, id);
  };

  const inTurn = (ids: readonly SessionId[]) => {
    queue = queue.then(async () => {
      const opened = await world.sessions();
      if (!opened.ok || isClosed) return;
      listen(opened.value);
      for (const id of ids)
        await settle(opened.value, id).catch((error: unknown) =>
          world.log.error('an unfinished start could not be undone', { session_id: id, error }),
        );
    });
  };

  const listen = (service: SessionsService) => {
    stopBook ??= service.book.onChange(({ session_id, session }) => {
      if (session === null || session.status !== 'closed' || !isUnfinishedStart(session)) return;
      if (!isStarting(session_id)) inTurn([session_id]);
    });
  };

  return {
    look(sessions) {
      inTurn(sessions.map(({ id }) => id));
    },
    async drain() {
      await queue;
    },
    async close() {
      isClosed = true;
      stopBook?.();
      await queue;
    },
  };
}

function book(service: SessionsService, id: SessionId) {
  const found = service.book.find(id);
  return found !== null && isUnfinishedStart(found.session) ? found : null;
}
