import { createFeed, type Feed } from '@domain/feed';
import type { SessionId } from '@domain/ids';
import type { Doing, DoingChange } from '@domain/session/doing';
import { applyDoing, doingChange } from '@domain/session/doing-changes';
import type { LiveView } from '@domain/session/live';

/** What every session with a process does now, for badges and notices: who waits is known without following each. */
export type DoingBoard = {
  readonly feed: Feed<{ doing: Doing[] }, DoingChange>;
  look(id: SessionId, view: LiveView): void;
};

export function createDoingBoard(epoch: string, now: () => string): DoingBoard {
  let doing: readonly Doing[] = [];
  const feed = createFeed<{ doing: Doing[] }, DoingChange>({
    epoch,
    snapshot: () => ({ doing: [...doing] }),
  });
  return {
    feed,
    look(id, view) {
      const before = doing.find(({ session_id }) => session_id === id);
      const change = doingChange(id, before, view, now());
      if (change === null) return;
      doing = applyDoing(doing, change);
      feed.publish(change);
    },
  };
}
