import type { SessionId } from '@domain/ids';
import type { SessionTally } from '@domain/transcript/session-tally';
import type { ClaudeRecord, ClaudeRecords } from '../../ports/claude-records';
import type { Kernel } from './kernel';
import type { LiveSessions } from './live-sessions';
import type { RecordMessages } from './record-messages';
import type { Found } from './session-book';
import type { SessionFigures } from './session-figures';
import type { Talk } from './talk';

/*
 * Turns made in a plain terminal on a session we know.
 * E1  Read while somebody looks at the session, once when it is exported, and never otherwise: the whole record first, then
 *     what it grows by.
 * E2  Not while a process runs for it, ours or another console's: that one tells everything itself. After it the record is
 *     read anew, for others may have stored what we had not seen.
 * E3  Only what is new is stored, through the same filter; the figures follow once it grows no more. The status stays.
 * E4  A record that is not there changes nothing.
 */
export type TurnsElsewhere = {
  /** Somebody looks; call the answer when they look away. */
  watch(id: SessionId): () => void;
  /** One look: resolves when what is there by now is stored. */
  look(id: SessionId): Promise<void>;
  /** Resolves when nothing is read or saved any more. */
  close(): Promise<void>;
};

export type TurnsElsewhereDeps = {
  readonly kernel: Kernel;
  readonly claudeRecords: ClaudeRecords;
  readonly live: Pick<LiveSessions, 'has'>;
  readonly talk: Pick<Talk, 'record'>;
  readonly records: Pick<RecordMessages, 'forget'>;
  readonly figures: Pick<SessionFigures, 'count'>;
};

type Watch = {
  readonly id: SessionId;
  viewers: number;
  record: ClaudeRecord | null;
  /** Of what was stored since the figures were saved. */
  uncounted: SessionTally | null;
  round: Promise<void>;
  cancel: () => void;
};

export const LOOK_AGAIN_MS = 2000;
/** So many are told in one piece: a whole record would be too large a message for a window. */
const BATCH = 200;

export function createTurnsElsewhere(deps: TurnsElsewhereDeps): TurnsElsewhere {
  const { claudeRecords, live, talk, records, figures } = deps;
  const { book, timers, log } = deps.kernel;
  const watches = new Map<SessionId, Watch>();
  const lastRounds = new Set<Promise<void>>();

  const unattended = async (id: SessionId): Promise<Found | null> => {
    const found = live.has(id) ? null : book.find(id);
    if (found === null || found.session.status === 'draft' || found.session.trashed_at !== undefined)
      return null;
    const owner = await found.store.leaseOwner(id);
    return owner === null && !live.has(id) ? found : null;
  };
  const forget = (watch: Watch) => {
    if (watch.record === null) return;
    watch.record = null;
    watch.uncounted = null;
    if (!live.has(watch.id)) records.forget(watch.id);
  };
  const saveFigures = async (watch: Watch) => {
    const tally = watch.uncounted;
    watch.uncounted = null;
    if (tally !== null) await figures.count(watch.id, tally);
  };

  const readOn = async (watch: Watch): Promise<void> => {
    const { id } = watch;
    const found = await unattended(id);
    if (found === null) return forget(watch);
    watch.record ??= claudeRecords.open({ id, cwd: found.session.cwd });
    const { messages, tally } = await watch.record.readOn();
    if (watch.viewers === 0) return;
    if (messages.length === 0) return saveFigures(watch);
    // Reading takes a while: a process may have begun meanwhile.
    if ((await unattended(id)) === null) return forget(watch);
    for (let at = 0; at < messages.length; at += BATCH) {
      const stored = await talk.record(id, messages.slice(at, at + BATCH));
      if (stored > 0) watch.uncounted = tally;
    }
  };
  const inOrder = (watch: Watch, work: () => Promise<void>) => {
    watch.round = watch.round
      .then(work)
      .catch((error: unknown) => log.warn('a record was not read', { session_id: watch.id, error }));
    return watch.round;
  };
  const look = (watch: Watch) => {
    void inOrder(watch, () => readOn(watch)).then(() => {
      if (watch.viewers > 0) watch.cancel = timers.after(LOOK_AGAIN_MS, () => look(watch));
    });
  };
  const end = (watch: Watch) => {
    watch.viewers = 0;
    watch.cancel();
    watches.delete(watch.id);
    const last = inOrder(watch, async () => {
      if ((await unattended(watch.id)) !== null) await saveFigures(watch);
      // Who looks again meanwhile stores on what is known.
      if (!watches.has(watch.id)) forget(watch);
    });
    lastRounds.add(last);
    void last.then(() => lastRounds.delete(last));
  };

  const watchOne = (id: SessionId) => {
    const known = watches.get(id);
    const watch: Watch = known ?? {
      id,
      viewers: 0,
      record: null,
      uncounted: null,
      round: Promise.resolve(),
      cancel: () => {},
    };
    watch.viewers += 1;
    if (known === undefined) {
      watches.set(id, watch);
      look(watch);
    }
    let isLooking = true;
    return () => {
      if (!isLooking || watches.get(id) !== watch) return;
      isLooking = false;
      watch.viewers -= 1;
      if (watch.viewers === 0) end(watch);
    };
  };

  return {
    watch: watchOne,
    async look(id) {
      const lookAway = watchOne(id);
      const watch = watches.get(id);
      if (watch !== undefined) await inOrder(watch, () => readOn(watch));
      lookAway();
      await Promise.all(lastRounds);
    },
    async close() {
      for (const watch of [...watches.values()]) end(watch);
      await Promise.all(lastRounds);
    },
  };
}
