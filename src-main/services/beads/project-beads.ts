import { dirname } from 'node:path';
import type { BeadStatusInfo } from '@domain/bead/change';
import type { BeadError } from '@domain/bead/errors';
import type { Bead, OddLine } from '@domain/bead/record';
import { sameValue } from '@domain/bead/same-value';
import { type Cursor, createFeed, type Frame } from '@domain/feed';
import type { BeadId, FolderPath } from '@domain/ids';
import { err, ok, type Result } from '@domain/result';
import type { BeadsChange, BeadsSnapshot, TrackerHealth, TrackerState } from '@domain/tracker-state';
import type { BeadTracker } from '../../ports/bead-tracker';
import type { Clock } from '../../ports/clock';
import type { Log } from '../../ports/log';
import type { Timers } from '../../ports/timers';
import type { TrackerFactory } from '../../ports/tracker-factory';
import { boardBead } from './board-bead';
import { type Chosen, chooseTracker, isStillRight, offersFor } from './choose-tracker';
import { coalesce } from './coalesce';
import { withHiddenEdges } from './hidden-edges';
import { createHealthWatch } from './watch-health';
import { createWriteQueue } from './write-queue';
import { refusalToWrite } from './write-rules';

type Answer<T> = Promise<Result<T, BeadError>>;
export type OpenTracker = { readonly tracker: BeadTracker; readonly beadsDir: string };

/*
 * The beads of one project as we know them, and the only way to its tracker.
 *   opening -> open | none | failed      none -> open (somebody made them)      failed -> open (the next reading)
 * P1  What was last read stays readable whatever the tracker does.
 * P2  Writes run one after another; readings are shared, and one that began before a write never hides it.
 * P3  Nothing is watched, polled or repeated while nobody follows.
 * P4  A write through a program waits for the project's trust.
 */
export type ProjectBeads = {
  snapshot(): BeadsSnapshot;
  /** Reads everything again. */
  refresh(): Answer<BeadsSnapshot>;
  /** The state as it is while it is followed and well, else a fresh reading. */
  current(): Answer<BeadsSnapshot>;
  ask<T>(call: (open: OpenTracker) => Answer<T>): Answer<T>;
  write<T>(call: (open: OpenTracker) => Answer<T>): Answer<T>;
  /** Shows what a write answered before everything is read again. */
  note(bead: Bead, removedEdge?: string): void;
  follow(after: Cursor | null, deliver: (frame: Frame<BeadsSnapshot, BeadsChange>) => void): () => void;
  trustChanged(): void;
  statusesChanged(statuses: readonly BeadStatusInfo[]): void;
  drain(): Promise<void>;
  close(): void;
};

export type ProjectBeadsDeps = {
  readonly folder: FolderPath;
  readonly factory: TrackerFactory;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly epoch: string;
  readonly isTrusted: (folder: string) => boolean;
  readonly log: Log;
};

/** Only what the tracker refused before doing anything is sent again. */
const LOCKED_TRIES = 3;
const LOCKED_WAIT_MS = 400;
const RECOVER_MS = 5_000;

export function createProjectBeads(deps: ProjectBeadsDeps): ProjectBeads {
  const { folder, factory, timers } = deps;
  const queue = createWriteQueue();
  let tracker: TrackerState = { type: 'opening' };
  let open: Chosen | null = null;
  let beads: ReadonlyMap<string, Bead> = new Map();
  let oddLines: readonly OddLine[] = [];
  let statuses: readonly BeadStatusInfo[] = [];
  /** What writes answered while the numbered reading was under way: it may have begun before them. */
  const notes = new Map<string, { readonly bead: Bead; readonly during: number }>();
  let readings = 0;
  /** A tracker that keeps its objects spares us the comparing. */
  const converted = new WeakMap<Bead, Bead>();
  /** Asked for already, and still unknown to the tracker. */
  const strangeStatuses = new Set<string>(['tombstone']);
  let stopWatching: (() => void) | null = null;
  let cancelRecovery: (() => void) | null = null;

  /** bd's hooks lie beside its data, so the folder that holds those may be the one that was trusted. */
  const isTrusted = () => deps.isTrusted(folder) || (open !== null && deps.isTrusted(dirname(open.beadsDir)));
  const publish = (change: BeadsChange) => feed.publish(change);
  const health = createHealthWatch({
    clock: deps.clock,
    timers,
    onChange: (now: TrackerHealth) => publish({ type: 'health-changed', health: now }),
  });
  const snapshot = (): BeadsSnapshot => ({
    project: folder,
    tracker,
    is_trusted: isTrusted(),
    health: health.now(),
    statuses: [...statuses],
    beads: [...beads.values()],
    odd_lines: [...oddLines],
  });
  const feed = createFeed<BeadsSnapshot, BeadsChange>({ epoch: deps.epoch, snapshot });

  const become = (next: TrackerState) => {
    if (sameValue(tracker, next)) return;
    tracker = next;
    publish({ type: 'tracker-changed', tracker: next, is_trusted: isTrusted() });
  };

  const replaceBeads = (next: ReadonlyMap<string, Bead>, odd: readonly OddLine[]) => {
    const changed = [...next.values()].filter((bead) => bead !== beads.get(bead.id));
    const removed = [...beads.keys()].filter((id) => !next.has(id)) as BeadId[];
    beads = next;
    if (changed.length > 0 || removed.length > 0) publish({ type: 'beads-changed', changed, removed });
    if (!sameValue(oddLines, odd)) {
      oddLines = odd;
      publish({ type: 'odd-lines-changed', odd_lines: [...odd] });
    }
  };

  /** The same object as before wherever nothing changed: whoever follows sees only changes. */
  const shownAs = (read: Bead): Bead => {
    const before = beads.get(read.id);
    const known = converted.get(read);
    if (known !== undefined && known === before) return known;
    const bead = boardBead(read, before);
    const shown = before !== undefined && sameValue(before, bead) ? before : bead;
    converted.set(read, shown);
    return shown;
  };

  const isFollowed = () => feed.followers() > 0;
  const refreshLater = () => {
    refresh().catch((error: unknown) => deps.log.error('reading the beads failed unexpectedly', { error }));
  };

  const settleWatching = () => {
    if (isFollowed() && open !== null && stopWatching === null) {
      stopWatching = open.tracker.watch(refreshLater);
    }
    if (isFollowed()) return;
    stopWatching?.();
    stopWatching = null;
    cancelRecovery?.();
    cancelRecovery = null;
  };

  const adopt = (next: Chosen | null) => {
    stopWatching?.();
    stopWatching = null;
    if (open !== null && open !== next) open.tracker.dispose?.();
    open = next;
    settleWatching();
  };

  /** Looks again at what the folder is; keeps the tracker that still fits. */
  const ensureOpen = async (): Answer<OpenTracker> => {
    const found = await factory.recognise(folder);
    if (!found.ok) {
      become({ type: 'failed', error: found.error });
      recoverLater();
      return found;
    }
    if (found.value === null) {
      adopt(null);
      replaceBeads(new Map(), []);
      become(await offersFor(factory));
      recoverLater();
      return err({ code: 'no-beads-folder', folder });
    }
    if (open !== null && (await isStillRight(open, found.value, factory))) return ok(open);
    const chosen = await chooseTracker(factory, folder, found.value);
    const info = await chosen.tracker.info();
    if (!info.ok) {
      become({ type: 'failed', error: info.error });
      return info;
    }
    adopt(chosen);
    become({ type: 'open', info: info.value });
    return ok(chosen);
  };

  const patiently = async <T>(call: () => Answer<T>): Answer<T> => {
    for (let round = 1; ; round += 1) {
      const result = await call();
      if (result.ok || result.error.code !== 'tracker-locked' || round >= LOCKED_TRIES) return result;
      await new Promise<void>((resolve) => timers.after(LOCKED_WAIT_MS * round, resolve));
    }
  };

  const refresh: () => Answer<BeadsSnapshot> = coalesce(async () => {
    readings += 1;
    const reading = readings;
    const opened = await ensureOpen();
    if (!opened.ok) return opened;
    const listing = await health.observe(() => patiently(() => opened.value.tracker.list()), 'reads');
    if (!listing.ok) {
      // The program went away under us: what can be read without it is chosen next time.
      if (listing.error.code === 'tracker-missing' && open?.isReadOnly === false) adopt(null);
      recoverLater();
      return listing;
    }
    const next = new Map<string, Bead>();
    for (const read of listing.value.beads) next.set(read.id, shownAs(read));
    for (const [id, { bead, during }] of notes) {
      if (reading > during) notes.delete(id);
      else next.set(id, bead);
    }
    replaceBeads(next, listing.value.odd_lines);
    if (needsStatuses()) {
      const known = await health.observe(() => opened.value.tracker.statuses(), 'asks');
      if (known.ok) statusesChanged(known.value);
    }
    return ok(snapshot());
  });

  /** Asking a program costs a call, so only when a bead has a status that nobody knew. */
  const needsStatuses = (): boolean => {
    if (statuses.length === 0) return true;
    if (tracker.type === 'open' && tracker.info.version === null) return true;
    const known = new Set([...statuses.map(({ name }) => name), ...strangeStatuses]);
    const strange = [...beads.values()].map(({ status }) => status).filter((status) => !known.has(status));
    for (const status of strange) strangeStatuses.add(status);
    return strange.length > 0;
  };

  const recoverLater = () => {
    if (!isFollowed() || cancelRecovery !== null) return;
    cancelRecovery = timers.after(RECOVER_MS, () => {
      cancelRecovery = null;
      if (isFollowed()) refreshLater();
    });
  };

  const statusesChanged = (known: readonly BeadStatusInfo[]) => {
    if (sameValue(statuses, known)) return;
    statuses = known;
    publish({ type: 'statuses-changed', statuses: [...known] });
  };

  const opened = async (): Answer<OpenTracker> =>
    open !== null && tracker.type === 'open' ? ok(open) : ensureOpen();

  return {
    snapshot,
    refresh,
    statusesChanged,
    current: async () =>
      isFollowed() && stopWatching !== null && health.now().state === 'ok' && health.now().last_read_at
        ? ok(snapshot())
        : refresh(),
    async ask(call) {
      const ready = await opened();
      return ready.ok ? health.observe(() => patiently(() => call(ready.value)), 'asks') : ready;
    },
    write: (call) =>
      queue.add(async () => {
        const ready = await opened();
        if (!ready.ok) return ready;
        const refusal = refusalToWrite(tracker, isTrusted());
        if (refusal !== null) return err(refusal);
        const result = await health.observe(() => patiently(() => call(ready.value)), 'asks');
        if (isFollowed()) refreshLater();
        return result;
      }),
    note(bead, removedEdge) {
      const before = beads.get(bead.id);
      const whole = withHiddenEdges(bead, [...beads.values()], removedEdge ?? null);
      const next = boardBead(whole, before);
      notes.set(bead.id, { bead: next, during: readings });
      if (before !== undefined && sameValue(before, next)) return;
      replaceBeads(new Map([...beads, [bead.id, next]]), oddLines);
    },
    follow(after, deliver) {
      const stop = feed.follow(after, deliver);
      settleWatching();
      refreshLater();
      return () => {
        stop();
        settleWatching();
      };
    },
    trustChanged: () => publish({ type: 'tracker-changed', tracker, is_trusted: isTrusted() }),
    drain: () => queue.drain(),
    close() {
      adopt(null);
      cancelRecovery?.();
      health.close();
    },
  };
}
