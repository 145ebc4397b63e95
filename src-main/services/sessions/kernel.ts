import type { PriceFinder } from '@domain/history/report';
import type { DeviceId, SessionId } from '@domain/ids';
import { err, ok, type Result } from '@domain/result';
import type { SessionNotFound, StoreError } from '@domain/session/errors';
import { type SessionFact, stampFacts } from '@domain/session/events';
import type { Session } from '@domain/session/record';
import type { Seat } from '@domain/session/values';
import type { ClaudeDriver } from '../../ports/claude-driver';
import type { Clock } from '../../ports/clock';
import type { Log } from '../../ports/log';
import type { PolicyBook } from '../../ports/policy-book';
import type { SessionCommit, SessionStore } from '../../ports/session-store';
import type { Timers } from '../../ports/timers';
import { type Clean, createClean } from './clean';
import { createSessionBook, type Found, type SessionBook } from './session-book';
import { createSessionQueue, type SessionQueue } from './session-queue';
import type { SessionStores } from './session-stores';

export type SessionDeps = {
  readonly stores: SessionStores;
  readonly driver: ClaudeDriver;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly log: Log;
  readonly deviceId: DeviceId;
  readonly newId: () => string;
  readonly epoch: string;
  readonly privacy: PolicyBook;
  /** Of a session that has none of its own. */
  readonly defaultSeat?: () => Seat;
  /** What tokens cost; nobody said: the list we ship. */
  readonly price?: PriceFinder;
  /** Of a start that says neither. */
  readonly startDefaults?: () => { readonly permission_mode: string; readonly model: string | null };
  readonly work?: WorkFollower;
};

/** Looks at what Claude does to the folder it works in. */
export type WorkFollower = {
  /** Before a process begins; answers what its session's metadata should hold. */
  lookFirst(session: Session): Promise<Readonly<Record<string, unknown>>>;
  /** The process did not come about. */
  forget(id: SessionId): void;
  /** Resolves when everything seen so far is saved. */
  drain(): Promise<void>;
};

export type Changed = { readonly session: Session; readonly facts: readonly SessionFact[] };
export type ChangeError = SessionNotFound | StoreError;

/** What every use case stands on: the book, one queue per session, and the one way to change something. */
export type Kernel = Omit<SessionDeps, 'epoch'> & {
  readonly book: SessionBook;
  readonly queue: SessionQueue;
  readonly clean: Clean;
  /** The session as it is on disk now. */
  fresh(id: SessionId): Promise<Found | null>;
  /** Save first, publish second (the store tells the book); the caller acts last. Call it inside the queue. */
  change<E>(
    id: SessionId,
    decide: (session: Session, store: SessionStore) => Result<readonly SessionFact[], E>,
    also?: (session: Session) => readonly SessionCommit[],
  ): Promise<Result<Changed, E | ChangeError>>;
};

/** Another process may write between reading and saving; it cannot do so for ever. */
const MOST_ROUNDS = 8;

export function createKernel(deps: SessionDeps): Kernel {
  const { stores, clock } = deps;
  const book = createSessionBook(stores, deps.epoch, deps.privacy);

  const kernel: Kernel = {
    ...deps,
    book,
    queue: createSessionQueue(),
    clean: createClean(),
    async fresh(id) {
      const known = book.find(id);
      if (known === null) await Promise.all(stores.all().map((store) => store.refresh()));
      else await known.store.refresh();
      return book.find(id);
    },
    async change(id, decide, also) {
      let last: ChangeError = { code: 'session-not-found', session_id: id };
      for (let round = 0; round < MOST_ROUNDS; round += 1) {
        // A refusal must not rest on what another console has changed since.
        const found = await kernel.fresh(id);
        if (found === null) return err({ code: 'session-not-found', session_id: id });
        const { session, store } = found;
        const decision = decide(session, store);
        if (!decision.ok) return decision;
        const others = also?.(session) ?? [];
        if (decision.value.length === 0 && others.length === 0) return ok({ session, facts: [] });
        const place = { session_id: id, revision: session.revision, at: clock.now() };
        const commit = {
          session_id: id,
          expected_revision: session.revision,
          events: stampFacts(place, decision.value),
        };
        const saved = await store.commit(decision.value.length === 0 ? others : [...others, commit]);
        if (saved.ok) return ok({ session: book.find(id)?.session ?? session, facts: decision.value });
        last = saved.error;
        if (saved.error.code !== 'revision-conflict') return saved;
      }
      return err(last);
    },
  };
  return kernel;
}
