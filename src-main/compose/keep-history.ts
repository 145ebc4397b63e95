import type { Log } from '../ports/log';
import type { Timers } from '../ports/timers';
import type { SettingsService } from '../services/settings/settings-service';
import type { Lazy } from '../surfaces/lazy-routes';
import type { ComposedHistory } from './compose-history';

export type KeepHistory = {
  readonly settings: SettingsService;
  readonly history: Lazy<ComposedHistory>;
  readonly timers: Timers;
  readonly log: Log;
};

const AFTER_START_MS = 5_000;

/** Follows Claude's transcripts while the setting says so, beginning when the start is over. */
export function keepHistory({ settings, history, timers, log }: KeepHistory): () => void {
  let isKept = false;
  const follow = () => {
    const isWanted = settings.state().settings.history.ingest;
    history
      .peek()
      ?.obeyRules()
      .catch((error: unknown) => log.error('the rules of copying were not taken', { error }));
    if (isWanted === isKept) return;
    isKept = isWanted;
    history
      .get()
      .then((composed) => composed.keepUp(isWanted))
      .catch((error: unknown) => log.error('following the transcripts failed', { error }));
  };
  let stopFollowing = () => {};
  const cancel = timers.after(AFTER_START_MS, () => {
    stopFollowing = settings.feed.follow(null, follow);
  });
  return () => {
    cancel();
    stopFollowing();
  };
}
