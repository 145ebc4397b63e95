import { type Cursor, createFeed, type Feed, type Frame } from '@domain/feed';
import type { SessionId } from '@domain/ids';
import { err, ok, type Result } from '@domain/result';
import { checkoutOf } from '@domain/session/checkout';
import type { SessionError } from '@domain/session/errors';
import type { Git } from '../../ports/git';
import type { Timers } from '../../ports/timers';
import type { SessionsService } from '../sessions/sessions-service';

type Moved = { count: number };
type Watched = { readonly feed: Feed<Moved, Moved>; viewers: number; stop: () => void };

export type WatchChangesDeps = {
  readonly sessions: () => Promise<Result<SessionsService, SessionError>>;
  readonly git: () => Promise<Git>;
  readonly timers: Timers;
  readonly epoch: string;
};

/** Several tools in a row are one reason to look. */
const SETTLE_MS = 400;

/**
 * Says that the checkout of a session may look different now: HEAD or the index moved, a tool has finished, a turn has ended.
 * Watched only while somebody looks. What a person edits meanwhile is seen with the next of these, or when they ask.
 */
export function createWatchChanges({ sessions, git: load, timers, epoch }: WatchChangesDeps) {
  const watched = new Map<SessionId, Watched>();
  let made = 0;

  const begin = (service: SessionsService, id: SessionId, folder: string): Watched => {
    made += 1;
    let count = 0;
    let cancel: (() => void) | null = null;
    let isOver = false;
    const feed = createFeed<Moved, Moved>({
      epoch: `${epoch}-${made}`,
      snapshot: () => ({ count }),
      keep: 10,
    });
    const soon = () => {
      cancel ??= timers.after(SETTLE_MS, () => {
        cancel = null;
        count += 1;
        feed.publish({ count });
      });
    };
    const stops = [
      () => cancel?.(),
      service.live.onEvent((of, { type }) => {
        if (of === id && (type === 'tool-finished' || type === 'turn-ended' || type === 'process-ended'))
          soon();
      }),
    ];
    void load()
      .then((git) => git.watch(folder, soon))
      .then((watching) => {
        if (!watching.ok) return;
        if (isOver) watching.value.stop();
        else stops.push(watching.value.stop);
      });
    return {
      feed,
      viewers: 0,
      stop() {
        isOver = true;
        for (const stop of stops) stop();
      },
    };
  };

  return {
    async follow(
      one: { readonly project?: string | undefined; readonly id: string },
      after: Cursor | null,
      deliver: (frame: Frame<Moved, Moved>) => void,
    ): Promise<Result<() => void, SessionError>> {
      const opened = await sessions();
      if (!opened.ok) return opened;
      const located = await opened.value.locate(one.project, one.id);
      if (!located.ok) return located;
      const found = opened.value.book.find(located.value);
      if (found === null) return err({ code: 'session-not-found', session_id: one.id });
      const { id } = found.session;
      const watch = watched.get(id) ?? begin(opened.value, id, checkoutOf(found.session));
      watched.set(id, watch);
      watch.viewers += 1;
      const stop = watch.feed.follow(after, deliver);
      let isLooking = true;
      return ok(() => {
        if (!isLooking) return;
        isLooking = false;
        stop();
        watch.viewers -= 1;
        if (watch.viewers > 0) return;
        watch.stop();
        watched.delete(id);
      });
    },
    close() {
      for (const { stop } of watched.values()) stop();
      watched.clear();
    },
  };
}
