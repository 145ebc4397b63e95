import { createElsewhereNotes } from '../adapters/elsewhere-hooks/note-folder';
import { idleTimers } from '../adapters/system/node-timers';
import type { Log } from '../ports/log';
import type { Lazy } from '../surfaces/lazy-routes';
import type { ComposedHistory } from './compose-history';

export type FollowElsewhere = {
  readonly folder: string;
  readonly history: Lazy<ComposedHistory>;
  readonly log: Log;
  readonly nowMs: () => number;
};

const AFTER_START_MS = 5_000;

/**
 * Sessions begun elsewhere, as their hooks tell of them: live, or what has gathered since the last time. A note says no more than
 * where to look; what is true stands in the transcript, so a note that is late, doubled or wrong does no harm.
 */
export function followElsewhere({ folder, history, log, nowMs }: FollowElsewhere): () => void {
  let stop = () => {};
  const cancel = idleTimers.after(AFTER_START_MS, () => {
    const notes = createElsewhereNotes({ folder, timers: idleTimers, log, nowMs });
    ({ stop } = notes.follow(async ({ transcript_path }) => (await history.get()).look(transcript_path)));
  });
  return () => {
    cancel();
    stop();
  };
}
