import { type FoundHistory, isOffered } from '@domain/history/offered';
import type { Log } from '../ports/log';
import type { Timers } from '../ports/timers';
import type { SettingsService } from '../services/settings/settings-service';
import type { Lazy } from '../surfaces/lazy-routes';
import type { ComposedHistory } from './compose-history';

/** Whether transcripts are read as they change; `unasked`: nobody has said so yet. */
export type Reading = 'off' | 'unasked' | 'asked';

/** A small history is read by itself; a large one waits for a person's word. */
export async function mayRead(
  wanted: Exclude<Reading, 'off'>,
  preview: () => Promise<FoundHistory>,
): Promise<boolean> {
  return wanted === 'asked' || !isOffered(await preview());
}

export type KeepHistory = {
  readonly settings: SettingsService;
  readonly history: Pick<Lazy<Pick<ComposedHistory, 'keepUp' | 'obeyRules'>>, 'get' | 'peek'>;
  readonly timers: Timers;
  readonly log: Log;
};

const AFTER_START_MS = 5_000;

/** Follows Claude's transcripts while the setting says so, beginning when the start is over. */
export function keepHistory({ settings, history, timers, log }: KeepHistory): () => void {
  let kept: Reading = 'off';
  const follow = () => {
    const { ingest, is_asked } = settings.state().settings.history;
    const wanted: Reading = !ingest ? 'off' : is_asked ? 'asked' : 'unasked';
    history
      .peek()
      ?.obeyRules()
      .catch((error: unknown) => log.error('the rules of copying were not taken', { error }));
    if (wanted === kept) return;
    kept = wanted;
    history
      .get()
      .then((composed) => composed.keepUp(wanted))
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
