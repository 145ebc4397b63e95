import { z } from 'zod';

/*
 * A feed is how a reader follows something that changes: one snapshot, then numbered changes.
 * F1  A reader that comes back with the cursor of its last frame gets exactly the changes it missed, in order.
 * F2  When they are no longer kept, or the feed began anew (another epoch), it gets a fresh snapshot instead.
 * F3  A change is never delivered twice and none is skipped without a snapshot in its place.
 */
export const Cursor = z.object({ epoch: z.string().min(1).max(100), seq: z.int().nonnegative() });
export type Cursor = z.infer<typeof Cursor>;

export type Frame<Snapshot, Change> =
  | { readonly type: 'snapshot'; readonly cursor: Cursor; readonly value: Snapshot }
  | { readonly type: 'change'; readonly cursor: Cursor; readonly change: Change };

export type Feed<Snapshot, Change> = {
  publish(change: Change): void;
  /** Delivers the missed frames at once, then each change as it is published. Returns the way to stop. */
  follow(after: Cursor | null, deliver: (frame: Frame<Snapshot, Change>) => void): () => void;
  followers(): number;
};

export type FeedOptions<Snapshot> = {
  /** Differs for every feed ever made: a restarted program must not continue an old count. */
  readonly epoch: string;
  readonly snapshot: () => Snapshot;
  readonly keep?: number;
};

export function createFeed<Snapshot, Change>(options: FeedOptions<Snapshot>): Feed<Snapshot, Change> {
  const { epoch, snapshot, keep = 1000 } = options;
  const kept: { seq: number; change: Change }[] = [];
  const followers = new Set<Follower<Snapshot, Change>>();
  let seq = 0;

  const snapshotNow = (): Frame<Snapshot, Change> => ({
    type: 'snapshot',
    cursor: { epoch, seq },
    value: snapshot(),
  });

  /** The frame after `at`: the change when it is still kept, else a snapshot in place of all that was missed. */
  const frameAfter = (at: number): Frame<Snapshot, Change> => {
    const entry = kept[at + 1 - (kept[0]?.seq ?? 0)];
    if (entry === undefined || entry.seq !== at + 1) return snapshotNow();
    return { type: 'change', cursor: { epoch, seq: entry.seq }, change: entry.change };
  };

  // Each follower has a place of its own and is served to the end before it is served again: one that publishes while
  // it is told something neither overtakes itself nor makes another hear things in the wrong order.
  const serve = (follower: Follower<Snapshot, Change>) => {
    if (follower.isBusy) return;
    follower.isBusy = true;
    try {
      while (followers.has(follower) && (follower.at === null || follower.at < seq)) {
        const frame = follower.at === null ? snapshotNow() : frameAfter(follower.at);
        follower.at = frame.cursor.seq;
        follower.deliver(frame);
      }
    } finally {
      follower.isBusy = false;
    }
  };

  return {
    publish(change) {
      seq += 1;
      kept.push({ seq, change });
      if (kept.length > keep) kept.shift();
      for (const follower of [...followers]) serve(follower);
    },
    follow(after, deliver) {
      const isKnown = after !== null && after.epoch === epoch && after.seq <= seq;
      const follower: Follower<Snapshot, Change> = { deliver, at: isKnown ? after.seq : null, isBusy: false };
      followers.add(follower);
      try {
        serve(follower);
      } catch (error) {
        // Whoever could not take its first frames has no way to stop the rest.
        followers.delete(follower);
        throw error;
      }
      return () => {
        followers.delete(follower);
      };
    },
    followers: () => followers.size,
  };
}

type Follower<Snapshot, Change> = {
  readonly deliver: (frame: Frame<Snapshot, Change>) => void;
  /** The count of its last frame; null before its first snapshot. */
  at: number | null;
  isBusy: boolean;
};
