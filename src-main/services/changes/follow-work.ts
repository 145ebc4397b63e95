import type { SessionId } from '@domain/ids';
import type { Result } from '@domain/result';
import { checkoutOf, within } from '@domain/session/checkout';
import type { SessionError } from '@domain/session/errors';
import type { Message } from '@domain/session/message';
import { withoutTracker } from '@domain/session/since-pause';
import { fileWrittenBy, START_MARK, startMarkOf, type WorkMark } from '@domain/session/work-mark';
import type { DriverEvent } from '../../ports/claude-driver';
import type { Clock } from '../../ports/clock';
import type { Git, Snapshot } from '../../ports/git';
import type { Log } from '../../ports/log';
import type { Timers } from '../../ports/timers';
import type { WorkFollower } from '../sessions/kernel';
import type { SessionsService } from '../sessions/sessions-service';
import {
  type FollowedCheckout,
  type FollowedSession,
  isAtWork,
  newFollowed,
  openSpan,
} from './followed-checkout';
import { type CommitNews, lookAtCommits } from './look-at-commits';

/*
 * begun -> turn <-> between turns -> ended
 * F1  What the checkout was is remembered before Claude begins, so that "since the start" misses nothing.
 * F2  Files: those that tools wrote, and those that git sees changed over a turn; what git sees counts for nobody while
 *     several sessions work in one checkout.
 * F3  Commits: each time HEAD of the checkout moves, when a turn ends, and once more when the process has ended.
 * F4  A git that does not answer keeps no session from starting, working or ending.
 */
export type FollowWork = WorkFollower & {
  /** The checkout before the turn that runs, or ran last; null: nobody knows any more. */
  turnOf(id: SessionId): (Snapshot & { readonly at: string }) | null;
  close(): void;
};

export type FollowWorkDeps = {
  readonly sessions: () => Promise<Result<SessionsService, SessionError>>;
  readonly git: () => Promise<Git>;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly log: Log;
  /** A note on every commit that says which session made it, for which bead. */
  readonly writesNotes: () => boolean;
};

const PATIENCE_MS = 3_000;
const MOST_FILES = 500;
const NOTES = 'beads-console';

export function createFollowWork(deps: FollowWorkDeps): FollowWork {
  const { clock, timers, log } = deps;
  const checkouts = new Map<string, FollowedCheckout>();
  const places = new Map<SessionId, FollowedCheckout>();
  const turns = new Map<SessionId, Snapshot & { readonly at: string }>();
  let service: SessionsService | null = null;
  let stopEvents = () => {};

  const find = (id: SessionId) => places.get(id)?.sessions.get(id) ?? null;
  const sessionOf = (id: SessionId) => service?.book.find(id)?.session ?? null;
  const inOrder = (checkout: FollowedCheckout, work: () => Promise<unknown>) => {
    checkout.tail = checkout.tail.then(work).catch((error: unknown) => {
      log.warn('a checkout was not looked at', { folder: checkout.root, error });
    });
    return checkout.tail;
  };

  const noteNews = async (git: Git, { root }: FollowedCheckout, { id, commits, replaced }: CommitNews) => {
    const noted = await service?.noteCommits(
      id,
      commits.map(({ sha }) => sha),
      'capture',
      replaced,
    );
    if (noted?.ok === false) log.warn('commits were not noted', { session_id: id, error: noted.error });
    if (!deps.writesNotes()) return;
    const bead = sessionOf(id)?.bead_id;
    const text = `${bead === undefined ? '' : `Bead: ${bead}\n`}Session: ${id}`;
    for (const { sha } of commits) await git.addNote(root, { commit: sha, name: NOTES, text });
  };
  const lookOnce = async (checkout: FollowedCheckout, isLast = false) => {
    const git = await deps.git();
    for (const news of await lookAtCommits(git, checkout, sessionOf, isLast))
      await noteNews(git, checkout, news);
  };

  const touch = (followed: FollowedSession, path: string) => {
    followed.files.add(within(followed.root, path));
    followed.fresh.add(within(followed.folder, path));
  };
  const settleTurn = async (checkout: FollowedCheckout, followed: FollowedSession, isLast: boolean) => {
    await lookOnce(checkout, isLast);
    if (followed.turn !== null && !followed.isShared) {
      const changed = await (await deps.git()).changesBetween(followed.root, followed.turn, null);
      if (changed.ok)
        for (const { path } of withoutTracker(changed.value.files).slice(0, MOST_FILES))
          touch(followed, `${followed.root}/${path}`);
    }
    const files = [...followed.fresh].slice(0, MOST_FILES);
    followed.fresh.clear();
    if (files.length === 0) return;
    const noted = await service?.noteFiles(followed.id, files, 'capture');
    if (noted?.ok === false)
      log.warn('files were not noted', { session_id: followed.id, error: noted.error });
  };

  const beginTurn = (checkout: FollowedCheckout, followed: FollowedSession) => {
    if (!isAtWork(followed)) openSpan(followed.turns, clock.nowMs());
    const others = [...checkout.sessions.values()].filter((other) => other !== followed && isAtWork(other));
    followed.isShared = others.length > 0;
    for (const other of others) other.isShared = true;
  };
  const endTurn = ({ turns: spans }: FollowedSession) => {
    const open = spans.at(-1);
    if (open !== undefined && open.to === null) open.to = clock.nowMs();
  };
  const markTurn = async (followed: FollowedSession) => {
    const seen = await (await deps.git()).snapshot(followed.folder, { brief: true });
    if (!seen.ok) return;
    followed.turn = seen.value;
    turns.set(followed.id, { ...seen.value, at: clock.now() });
  };

  const leave = (checkout: FollowedCheckout, id: SessionId) => {
    checkout.sessions.delete(id);
    if (places.get(id) === checkout) places.delete(id);
    if (checkout.sessions.size > 0 || checkouts.get(checkout.root) !== checkout) return;
    checkout.stopWatch();
    checkouts.delete(checkout.root);
  };
  const hear = (id: SessionId, event: DriverEvent) => {
    const checkout = places.get(id);
    const followed = find(id);
    if (checkout === undefined || followed === null) return;
    if (event.type === 'recorded') for (const path of writtenIn(event.messages)) touch(followed, path);
    if (event.type === 'tool-started' && /\bgit\b/.test(String(event.input['command'] ?? '')))
      followed.openShells.set(event.id, openSpan(followed.shells, clock.nowMs()));
    if (event.type === 'tool-finished') {
      const span = followed.openShells.get(event.call.id);
      if (span !== undefined) span.to = clock.nowMs();
      followed.openShells.delete(event.call.id);
    }
    if (event.type === 'prompt-sent') {
      beginTurn(checkout, followed);
      void inOrder(checkout, () => markTurn(followed));
    }
    if (event.type === 'status' && event.status !== 'idle') beginTurn(checkout, followed);
    if (event.type === 'turn-ended') {
      endTurn(followed);
      void inOrder(checkout, () => settleTurn(checkout, followed, false));
    }
    if (event.type === 'process-ended' || event.type === 'session-replaced') {
      endTurn(followed);
      void inOrder(checkout, async () => {
        await settleTurn(checkout, followed, true);
        // Resumed before that was done, it is followed anew.
        if (checkout.sessions.get(id) === followed) leave(checkout, id);
      });
    }
    if (event.type === 'session-replaced') void goOnAs(checkout, followed, event.session_id);
  };

  const watch = async (checkout: FollowedCheckout) => {
    const watching = await (await deps.git()).watch(checkout.root, () => {
      void inOrder(checkout, () => lookOnce(checkout));
    });
    if (!watching.ok) return;
    if (checkouts.get(checkout.root) === checkout) checkout.stopWatch = watching.value.stop;
    else watching.value.stop();
  };
  const follow = (id: SessionId, folder: string, root: string, start: WorkMark): FollowedSession => {
    const before = places.get(id);
    // Resumed before its end was looked at, it goes on from where it was: the commits of that moment are its own.
    const last = before?.root === root ? before.sessions.get(id) : undefined;
    if (before !== undefined && last === undefined) leave(before, id);
    const known = checkouts.get(root);
    const checkout: FollowedCheckout = known ?? {
      root,
      start,
      sessions: new Map(),
      judged: new Set(),
      seen: '',
      tail: Promise.resolve(),
      stopWatch: () => {},
    };
    const followed = newFollowed({ id, folder, root, start: last?.start ?? start });
    checkout.sessions.set(id, followed);
    places.set(id, checkout);
    if (known === undefined) {
      checkouts.set(root, checkout);
      void inOrder(checkout, () => watch(checkout));
    }
    return followed;
  };
  /** `/clear`: the same process, the same checkout, another session. */
  const goOnAs = async (checkout: FollowedCheckout, from: FollowedSession, id: SessionId) => {
    const start = { ...from.start, at: clock.now() };
    const followed = follow(id, from.folder, from.root, start);
    await inOrder(checkout, async () => {
      const seen = await (await deps.git()).snapshot(from.folder);
      if (!seen.ok) return;
      const { head, branch, tree } = seen.value;
      followed.turn = seen.value;
      const entries = { [START_MARK]: { at: start.at, head, branch, tree } };
      await service?.edit(id, { type: 'note-metadata', entries }, 'capture');
    });
  };

  const soon = <T>(work: Promise<T>): Promise<T | null> =>
    new Promise((resolve) => {
      const cancel = timers.after(PATIENCE_MS, () => resolve(null));
      void work
        .catch((error: unknown) => {
          log.warn('a checkout was not looked at', { error });
          return null;
        })
        .then((value) => {
          cancel();
          resolve(value);
        });
    });

  return {
    async lookFirst(session) {
      if (service === null) {
        const opened = await deps.sessions();
        if (!opened.ok) return {};
        if (service === null) stopEvents = opened.value.live.onEvent(hear);
        service = opened.value;
      }
      const folder = checkoutOf(session);
      const isFirst = startMarkOf(session.metadata) === null;
      const at = clock.now();
      const seen = await soon(deps.git().then((git) => git.snapshot(folder, { brief: !isFirst })));
      if (seen === null || !seen.ok) return {};
      const { head, branch, tree, root } = seen.value;
      const start: WorkMark = { at, head, branch, tree };
      const followed = follow(session.id, folder, root, start);
      followed.turn = seen.value;
      turns.set(session.id, { ...seen.value, at });
      return isFirst ? { [START_MARK]: start } : {};
    },
    forget(id) {
      const checkout = places.get(id);
      if (checkout !== undefined) leave(checkout, id);
    },
    turnOf: (id) => turns.get(id) ?? null,
    async drain() {
      await Promise.all([...checkouts.values()].map(({ tail }) => tail));
    },
    close() {
      stopEvents();
      for (const { stopWatch } of checkouts.values()) stopWatch();
      checkouts.clear();
      places.clear();
    },
  };
}

/** A resumed session tells its whole transcript again: what is noted already is not noted twice. */
function writtenIn(messages: readonly Message[]): readonly string[] {
  return messages.flatMap(({ tool_calls, is_pruned }) =>
    is_pruned === true ? [] : (tool_calls ?? []).flatMap((call) => fileWrittenBy(call) ?? []),
  );
}
