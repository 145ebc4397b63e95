import { sep } from 'node:path';
import { createFeed, type Feed } from '@domain/feed';
import type { SessionId } from '@domain/ids';
import { err, ok, type Result } from '@domain/result';
import type { SessionAmbiguous, SessionNotFound } from '@domain/session/errors';
import { createSessionList, type Scope, type SessionList } from '@domain/session/query';
import type { Session } from '@domain/session/record';
import type { PolicyBook, PolicyProblem } from '../../ports/policy-book';
import type { SessionStore, StoreChange, StoreNotice } from '../../ports/session-store';
import type { SessionStores, StorePlace } from './session-stores';

export type SessionsChange =
  | { readonly type: 'changed'; readonly session: Session }
  | { readonly type: 'gone'; readonly session_id: SessionId };

/** Of thousands at once nobody is told one by one: who follows every project gets a fresh snapshot instead. */
export type StoreOpened = { readonly type: 'store-opened' };

/** Nothing: what a window shows is asked for page by page, and a change tells it what to look at again. */
export type SessionsSnapshot = { readonly open_stores: number };

export type Notice = StoreNotice | PolicyProblem;

export type Found = { readonly session: Session; readonly store: SessionStore };

/** Everything the open stores hold, in one order, told on one feed. */
export type SessionBook = {
  readonly list: SessionList;
  readonly feed: Feed<SessionsSnapshot, SessionsChange | StoreOpened>;
  /** What a store had to repair or restore, also of one that is opened later; and privacy files that are broken. */
  readonly notices: Feed<readonly Notice[], Notice>;
  find(id: SessionId): Found | null;
  /** A whole id, or the beginning of one that only one session has. */
  resolve(ref: string): Result<SessionId, SessionNotFound | SessionAmbiguous>;
  /** A project's listing: its own store, and what user-data holds of sessions inside its folder. */
  scopeOf(place: StorePlace): Scope;
  onChange(tell: (change: StoreChange, store: SessionStore) => void): () => void;
  close(): void;
};

const SHORTEST_REF = 4;

/** Whose tools a session of this store used. */
export const policyFolderOf = ({ session, store }: Found): string =>
  store.kind === 'project' ? store.root : session.cwd;

export function createSessionBook(stores: SessionStores, epoch: string, privacy: PolicyBook): SessionBook {
  const list = createSessionList(stores.all().flatMap((store) => [...store.all().values()]));
  const listeners = new Set<(change: StoreChange, store: SessionStore) => void>();
  const feed = createFeed<SessionsSnapshot, SessionsChange | StoreOpened>({
    epoch,
    snapshot: () => ({ open_stores: stores.all().length }),
  });

  const notices = createFeed<readonly Notice[], Notice>({
    epoch,
    snapshot: () => [...stores.all().flatMap((store) => store.notices()), ...privacy.problems()],
  });

  /** After an interrupted adoption a session is in two stores: the project's is the one that counts. */
  const find = (id: SessionId): Found | null => {
    let found: Found | null = null;
    for (const store of stores.all()) {
      const session = store.read(id);
      if (session !== undefined && (found === null || store.kind === 'project')) found = { session, store };
    }
    return found;
  };

  const show = (id: SessionId) => {
    const found = find(id);
    if (found === null) list.remove(id);
    else list.put(found.session);
    feed.publish(
      found === null ? { type: 'gone', session_id: id } : { type: 'changed', session: found.session },
    );
  };

  const follow = (store: SessionStore) => [
    store.onNotice((notice) => notices.publish(notice)),
    store.onChange((change) => {
      show(change.session_id);
      for (const tell of [...listeners]) tell(change, store);
    }),
  ];
  const stops = stores.all().flatMap(follow);
  stops.push(privacy.onProblem((problem) => notices.publish(problem)));
  stops.push(
    stores.onOpened((store) => {
      list.putAll([...store.all().keys()].flatMap((id) => find(id)?.session ?? []));
      feed.publish({ type: 'store-opened' });
      for (const notice of store.notices()) notices.publish(notice);
      stops.push(...follow(store));
    }),
  );

  return {
    list,
    feed,
    notices,
    find,
    resolve(ref) {
      const wanted = ref.trim().toLowerCase();
      if (find(wanted as SessionId) !== null) return ok(wanted as SessionId);
      if (wanted.length < SHORTEST_REF)
        return err({ code: 'session-not-found', session_id: ref.slice(0, 100) });
      const matches = list.startingWith(wanted, 10);
      const [only] = matches;
      if (only === undefined) return err({ code: 'session-not-found', session_id: ref.slice(0, 100) });
      return matches.length === 1 ? ok(only) : err({ code: 'session-ambiguous', session_id: ref, matches });
    },
    scopeOf({ store, root }) {
      const inside = root.endsWith(sep) ? root : root + sep;
      const user = stores.user.project_id;
      return ({ project_id, cwd }) =>
        (project_id === store.project_id && store.kind === 'project') ||
        (project_id === user && (cwd === root || cwd.startsWith(inside)));
    },
    onChange(tell) {
      listeners.add(tell);
      return () => {
        listeners.delete(tell);
      };
    },
    close() {
      for (const stop of stops.splice(0)) stop();
    },
  };
}
