import { createFeed, type Feed } from '@domain/feed';
import type { SessionId } from '@domain/ids';
import { err, ok, type Result } from '@domain/result';
import type { SessionError } from '@domain/session/errors';
import type { Session } from '@domain/session/record';
import { phaseOf, refusal } from '@domain/session/status-machine';
import type { Waiting } from '@domain/session/waiting';
import { WAITING_SINCE } from '@domain/session/waiting-since';
import type { Kernel } from './kernel';
import type { LiveSessions } from './live-sessions';
import type { createStartSession, StartRequest } from './start-session';

/*
 * draft, paused -> waiting (every place is taken) -> starting (a place is free) -> active
 *                  waiting -> draft, paused (taken back, closed, the program ended)
 * Q1  A start or resume that finds no place waits; the answer is the session as it is. Nothing that runs is ended for it.
 * Q2  First come, first served. Asking again keeps the place and takes the newer wish.
 * Q3  One that cannot start when its turn comes says why and lets the next one go.
 * Q4  The line is not written down. `waiting_since` is, so that after a restart a session says that it was waiting.
 */
export type StartQueue = {
  start(request: StartRequest): Promise<Result<Session, SessionError>>;
  resume(request: StartRequest): Promise<Result<Session, SessionError>>;
  takeBack(id: SessionId): Promise<Result<Session, SessionError>>;
  readonly feed: Feed<{ waiting: Waiting[] }, { waiting: Waiting[] }>;
  /** A place may have become free: the setting changed. */
  look(): void;
  close(): void;
};

export type StartQueueDeps = {
  readonly kernel: Kernel;
  readonly live: LiveSessions;
  readonly start: Pick<ReturnType<typeof createStartSession>, 'start' | 'resume'>;
  /** How many processes may run at once; null: as many as are asked for. */
  readonly maxActive: () => number | null;
  readonly epoch: string;
};

type Place = Waiting & { readonly type: 'start' | 'resume'; readonly request: StartRequest };

export function createStartQueue({ kernel, live, start, maxActive, epoch }: StartQueueDeps): StartQueue {
  const { book, queue, clock, log } = kernel;
  let line: readonly Place[] = [];
  let isClosed = false;
  /** Allowed to run, and not among the processes yet. */
  const beginning = new Set<SessionId>();

  const told = (): { waiting: Waiting[] } => ({
    waiting: line.map(({ session_id, since, refusal: why }) => ({ session_id, since, refusal: why })),
  });
  const feed = createFeed<{ waiting: Waiting[] }, { waiting: Waiting[] }>({ epoch, snapshot: told });
  const become = (next: readonly Place[]) => {
    line = next;
    feed.publish(told());
  };
  const without = (id: SessionId) => line.filter(({ session_id }) => session_id !== id);

  const hasPlace = () => {
    const most = maxActive();
    return most === null || new Set([...live.ids(), ...beginning]).size < most;
  };
  const mark = (id: SessionId, since: string | null): Promise<Result<Session, SessionError>> =>
    queue.inOrder(id, async () => {
      const changed = await kernel.change<SessionError>(id, ({ metadata }) => {
        const { [WAITING_SINCE]: before, ...others } = metadata;
        if ((before ?? null) === since) return ok([]);
        const next = since === null ? others : { ...others, [WAITING_SINCE]: since };
        return ok([{ type: 'details-noted', details: { metadata: next } }]);
      });
      return changed.ok ? ok(changed.value.session) : changed;
    });

  const run = async (type: 'start' | 'resume', request: StartRequest) => {
    const { id } = request;
    beginning.add(id);
    try {
      if (book.find(id)?.session.metadata[WAITING_SINCE] !== undefined) await mark(id, null);
      return await start[type](request);
    } finally {
      beginning.delete(id);
      look();
    }
  };

  const wait = async (
    type: 'start' | 'resume',
    request: StartRequest,
  ): Promise<Result<Session, SessionError>> => {
    const { id } = request;
    const session = (await kernel.fresh(id))?.session;
    if (session === undefined) return err({ code: 'session-not-found', session_id: id });
    if (phaseOf(session) !== (type === 'start' ? 'draft' : 'paused')) return start[type](request);
    const known = line.find(({ session_id, refusal: why }) => session_id === id && why === null);
    const place: Place = { session_id: id, since: known?.since ?? clock.now(), refusal: null, type, request };
    become(known === undefined ? [...without(id), place] : line.map((one) => (one === known ? place : one)));
    const marked = await mark(id, place.since);
    // Its turn may have come while that was written.
    if (!line.some(({ session_id }) => session_id === id)) return mark(id, null);
    look();
    return marked;
  };

  const ask = (type: 'start' | 'resume', request: StartRequest) => {
    const { id } = request;
    if (live.has(id) || beginning.has(id)) return start[type](request);
    const isOvertaking = line.some(({ session_id, refusal: why }) => why === null && session_id !== id);
    if (isOvertaking || !hasPlace()) return wait(type, request);
    if (line.length !== without(id).length) become(without(id));
    return run(type, request);
  };

  /** Q2, Q3 */
  const look = () => {
    while (!isClosed && hasPlace()) {
      const next = line.find(({ refusal: why }) => why === null);
      if (next === undefined) return;
      become(without(next.session_id));
      void run(next.type, next.request).then((begun) => {
        if (begun.ok) return;
        log.warn('a waiting session did not start', { session_id: next.session_id, error: begun.error });
        become([...without(next.session_id), { ...next, refusal: begun.error }]);
      });
    }
  };

  const stopEvents = live.onEvent((id, event) => {
    if (event.type === 'process-ended') void live.ended(id).then(look);
  });
  // Closed or deleted by somebody: it waits no longer.
  const stopBook = book.onChange(({ session_id }) => {
    const session = book.find(session_id)?.session;
    const isOver = session === undefined || session.status === 'closed' || session.trashed_at !== undefined;
    if (isOver && line.length !== without(session_id).length) become(without(session_id));
  });

  return {
    start: (request) => ask('start', request),
    resume: (request) => ask('resume', request),
    async takeBack(id) {
      const found = book.find(id);
      if (found === null) return err({ code: 'session-not-found', session_id: id });
      if (line.length === without(id).length && found.session.metadata[WAITING_SINCE] === undefined)
        return err(refusal(found.session, 'take-back'));
      become(without(id));
      return mark(id, null);
    },
    feed,
    look,
    close() {
      isClosed = true;
      stopEvents();
      stopBook();
    },
  };
}
