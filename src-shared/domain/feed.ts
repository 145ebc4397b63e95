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
  const followers = new Set<(frame: Frame<Snapshot, Change>) => void>();
  let seq = 0;

  const missedSince = (after: Cursor | null) => {
    if (after === null || after.epoch !== epoch || after.seq > seq) return null;
    const oldestNeeded = after.seq + 1;
    if (oldestNeeded <= seq && (kept[0]?.seq ?? Number.POSITIVE_INFINITY) > oldestNeeded) return null;
    return kept.filter((entry) => entry.seq > after.seq);
  };

  return {
    publish(change) {
      seq += 1;
      kept.push({ seq, change });
      if (kept.length > keep) kept.shift();
      const frame: Frame<Snapshot, Change> = { type: 'change', cursor: { epoch, seq }, change };
      for (const deliver of [...followers]) deliver(frame);
    },
    follow(after, deliver) {
      const missed = missedSince(after);
      if (missed === null) deliver({ type: 'snapshot', cursor: { epoch, seq }, value: snapshot() });
      else
        for (const entry of missed)
          deliver({ type: 'change', cursor: { epoch, seq: entry.seq }, change: entry.change });
      followers.add(deliver);
      return () => {
        followers.delete(deliver);
      };
    },
    followers: () => followers.size,
  };
}
