import { captureAfterFailure, READ_ANEW } from '@domain/history/capture';
import { isCutShort } from '@domain/history/cut-short';
import { describeSession } from '@domain/history/describe-session';
import type { IngestStatus, LastLook } from '@domain/history/record';
import type { PriceFinder } from '@domain/history/report';
import { createTally } from '@domain/transcript/session-tally';
import type { Archive } from '../../ports/archive';
import type { Catalog, SessionWrite } from '../../ports/catalog';
import type { Clock } from '../../ports/clock';
import type { Log } from '../../ports/log';
import type { TranscriptFile, TranscriptFolder, TranscriptScanner } from '../../ports/transcripts';
import { breathe } from './breathe';
import { creditSessions } from './credit-sessions';
import { glimpseSessions } from './glimpse-sessions';
import { createKnownFiles } from './known-files';
import { type DueSession, type KnownFile, planIngest } from './plan-ingest';
import { createProgress, NOTHING_READ } from './progress';
import { readSession } from './read-session';
import { archiveGone, settleEnded } from './recover-captures';
import { createRoomAhead } from './room-ahead';
import { createStopSign, type StopSign } from './stop-sign';

export type IngestDeps = {
  readonly catalog: Catalog;
  readonly folder: TranscriptFolder;
  readonly scanner: TranscriptScanner;
  readonly clock: Clock;
  readonly log: Log;
  readonly price: PriceFinder;
  /** Nobody has prices of their own: what a scanner says of a session counts. */
  readonly isListPriced: () => boolean;
  readonly onStatus: (status: IngestStatus) => void;
  /** What we kept of files that Claude has deleted. */
  readonly copies: Pick<Archive, 'ids' | 'filesOf'>;
  /** Sessions that were deleted for ever. */
  readonly isForgotten: (id: string) => boolean;
  /** Sessions that a living process of Claude has open. */
  readonly openSessions: () => ReadonlySet<string>;
  /** What is parsed waits for its summary before it counts as archived. */
  readonly wantsSummaries: () => boolean;
  /** Much is to be read, and nobody waits for it. */
  readonly onMuch?: () => void;
  /** Somebody waits for the end, and looks at no list before. */
  readonly isAwaited?: boolean;
  /** After every look. */
  readonly onRead: () => void;
};

/*
 * From files to the catalog.
 * I1  What is due follows from the files and the catalog alone: after a crash the next look finds the same again.
 * I2  A session's rows, numbers and offsets are written together or not at all.
 * I3  Newest first; no more bytes are under way than there is room for, so memory does not grow with the history.
 * I4  A file that cannot be read fails by itself.
 */
export type Ingest = {
  /** Looks at everything and reads what is due. A second call while one runs waits for it and looks again. */
  reconcile(): Promise<LastLook>;
  /** The same for a few files that are said to have changed. */
  follow(paths: readonly string[]): Promise<void>;
  /** What a look would read, without reading it. */
  preview(): Promise<LastLook>;
  /**
   * Ends the running look, and every look through everything that waits for it, at once: what is not written is dropped
   * and stays due.
   */
  abort(): void;
  /** The same for good: not even what was written is credited, and nothing is being read any more. */
  close(): Promise<void>;
  status(): IngestStatus;
  /**
   * Reads one session anew from its beginning; what is known of it stays until that is complete. False: nobody has all that
   * was read of it.
   */
  reparse(id: string): Promise<boolean>;
  /** Its files are no more known of. */
  forget(id: string): Promise<void>;
  known(): Promise<Iterable<KnownFile>>;
  /** Of a file that `filesOf` has told of. */
  sessionOf(path: string): string | null;
  /** The files of a session, also those that are gone by now. */
  filesOf(id: string): Promise<readonly string[]>;
};

/** Read, and not written yet. */
type ReadAhead = { readonly session: DueSession; readonly write: SessionWrite; readonly bytes: number };

const BATCH_TEXT_BYTES = 4 * 1024 * 1024;
const BATCH_SESSIONS = 256;
/** From so many on it is worth to let everything else wait. */
const LARGE_LOOK = 64;
/** The first screen of a list must not wait for a full batch. */
const FIRST_BATCH_SESSIONS = 50;
const MOST_TRIES = 4;
/** What is read ahead while the last batch is being written: the readers would wait for the writer otherwise. */
const AHEAD_BYTES = 64 * 1024 * 1024;
/** Of a session no more is under way than a slice. */
const AHEAD_OF_ONE = 16 * 1024 * 1024;

export function createIngest(deps: IngestDeps): Ingest {
  const { catalog, folder, scanner, clock, log } = deps;
  const known = createKnownFiles(catalog, deps.copies);
  const progress = createProgress(clock, deps.onStatus, catalog.isNew ? 'rebuilt' : 'ready');
  let queue: Promise<unknown> = Promise.resolve();
  let stop = createStopSign();
  /** By the fast reader: the full one reads them from then on. */
  const misread = new Set<string>();
  let isClosed = false;

  const inOrder = <T>(work: () => Promise<T>): Promise<T> => {
    const next = queue.then(known.load).then(work);
    queue = next.catch(() => {});
    return next;
  };
  /** Of everything that was written, also when the rest of it was stopped: a fork counts twice until then. */
  const credit = () => creditSessions(catalog, deps.price, () => isClosed);

  const writeBatch = async (batch: ReadAhead[], sign: StopSign) => {
    const reads = batch.splice(0);
    const writes = reads.map(({ write }) => write);
    if (writes.length === 0) return;
    if (sign.isUp()) {
      for (const { stage } of writes) if (stage !== null) await catalog.dropStage(stage);
      return;
    }
    const refused = new Set(await catalog.write(writes));
    if (refused.size > 0) {
      log.info('sessions were read by another program at the same time', { sessions: refused.size });
      await known.takeOver(refused);
    }
    for (const write of writes) if (!refused.has(write.id)) known.wrote(write);
    progress.done(
      reads.map(({ session, write, bytes }) => ({
        session,
        bytes,
        notUnderstood: write.record.stats.lines_not_understood,
      })),
    );
  };

  const failSession = async (
    due: Pick<DueSession, 'id' | 'files' | 'updatedMs'>,
    failed: readonly { path: string; error: string }[],
  ) => {
    progress.fail(failed);
    const files = due.files.map(({ path }) => ({
      path,
      size: 0,
      mtimeMs: due.updatedMs,
      openTail: 0 as const,
    }));
    const error = failed[0]?.error ?? 'unreadable';
    const record = (await catalog.show(due.id)) ?? describeSession(createTally(), {}, files, deps.price);
    await catalog.fail(due.id, { ...record, capture: captureAfterFailure(error) }, []);
  };

  const readAll = async (due: readonly DueSession[], sign: StopSign) => {
    const open = deps.openSessions();
    const waiting = due.map((session) => ({ session, tries: 0 }));
    const batch: ReadAhead[] = [];
    let at = 0;
    let textBytes = 0;
    let written = 0;
    let full = 0;
    let writing: Promise<unknown> = Promise.resolve();
    let isBroken = false;

    const take = async (read: ReadAhead) => {
      batch.push(read);
      textBytes += read.write.texts.bytes.length;
      const most = written === 0 ? FIRST_BATCH_SESSIONS : BATCH_SESSIONS;
      if (textBytes >= BATCH_TEXT_BYTES || batch.length >= most) {
        textBytes = 0;
        written += batch.length;
        full += 1;
        // Taken out now: what comes while another one is written is no part of it.
        const next = batch.splice(0);
        writing = writing
          .then(() => writeBatch(next, sign))
          .then(() => {
            full -= 1;
            return breathe();
          });
        // Told at the end, when nobody reads any more: until then it is nobody's, and would end the thread.
        writing.catch(() => {
          isBroken = true;
        });
      }
      // One is written and one may wait for it: whoever reads on has something to do, and no more than that is held.
      if (full > 1) await writing.catch(() => {});
    };

    const room = createRoomAhead(AHEAD_BYTES);
    const runner = async () => {
      for (let each = waiting[at]; each !== undefined && !sign.isUp() && !isBroken; each = waiting[at]) {
        at += 1;
        const size = Math.min(each.session.bytes, AHEAD_OF_ONE);
        await room.enter(size);
        try {
          if (!sign.isUp()) await readOne(each);
        } finally {
          room.leave(size);
        }
      }
    };
    const readOne = async ({ session, tries }: { session: DueSession; tries: number }) => {
      const read = await readSession(session, { ...deps, known: known.byPath, open, sign, misread });
      if (read.type === 'stopped') return;
      if (read.type === 'read') {
        progress.fail(read.failed);
        await take({ session, write: read.write, bytes: read.bytes });
      } else if (read.type === 'disagreed') {
        log.warn('the two readers disagreed', { session: session.id, lines: read.lines });
        misread.add(session.id);
        waiting.push({ session: await freshly(session), tries });
      } else if (read.type === 'again' && tries < MOST_TRIES) {
        waiting.push({ session: await freshly(session), tries: tries + 1 });
      } else {
        await failSession(
          session,
          read.type === 'failed' ? read.failed : [{ path: session.id, error: 'keeps changing' }],
        );
        progress.lose(session);
      }
    };
    await Promise.all(Array.from({ length: scanner.width + 1 }, runner));
    await writing.then(() => writeBatch(batch, sign));
  };

  /** The same session from the beginning of all its files. */
  const freshly = async (session: DueSession): Promise<DueSession> => {
    const paths = [...session.files, ...known.of(session.id)].map(({ path }) => path);
    const { files } = await folder.look([...new Set(paths)], known.sessions());
    const [due] = planIngest([...files, ...known.copied(session.id, files)], new Map()).due;
    const isFresh = known.isWhole(session.id, files);
    return { ...(due ?? session), isFresh, isKnown: true, isAdded: !isFresh };
  };

  /** Everything that can be read (and of what only our copy is left): what is there, and sessions of which only a copy is left that nobody read yet. */
  const discover = async () => {
    const { files, failed } = await folder.discover(known.sessions());
    const read = new Set(known.sessions().values());
    const kept = deps.copies.ids();
    const lost = kept.filter((id) => !read.has(id));
    const present = new Set(files.map(({ sessionId }) => sessionId));
    const gone = kept.filter((id) => !present.has(id));
    const there = new Set(files.map(({ path }) => path));
    const copied = lost.flatMap((id) => deps.copies.filesOf(id)).filter(({ path }) => !there.has(path));
    const all = [...files, ...copied];
    return { files: all.filter(({ sessionId }) => !deps.isForgotten(sessionId)), failed, gone };
  };

  const withCopies = (session: DueSession): DueSession => {
    const copied = known.copied(session.id, session.files);
    return { ...session, files: [...session.files, ...copied.map(({ path }) => ({ path, mark: null }))] };
  };

  const ingest = async (
    files: readonly TranscriptFile[],
    failed: readonly { path: string; error: string }[],
    sign: StopSign,
  ) => {
    const plan = planIngest(files, known.byPath, known.isWhole);
    const { unchanged } = plan;
    // What is read anew is read whole, also where Claude has deleted a part of it.
    const due = plan.due.map((session) =>
      session.isFresh && session.isKnown ? withCopies(session) : session,
    );
    progress.begin(due, unchanged, failed);
    if (sign.isUp()) return progress.end();
    const isLarge = due.length > LARGE_LOOK;
    let ended: LastLook;
    if (isLarge) await catalog.setHurry(true);
    scanner.prepare(due.reduce((sum, { bytes }) => sum + bytes, 0));
    try {
      if (isLarge) {
        if (deps.isAwaited !== true) await glimpseSessions(due, deps).then(breathe);
        deps.onMuch?.();
      }
      await readAll(due, sign);
      await credit();
      await settleEnded(catalog, deps.openSessions());
    } finally {
      await scanner.rest();
      if (isLarge) await catalog.setHurry(false);
      ended = progress.end();
      deps.onRead();
    }
    return ended;
  };

  const abort = () => {
    stop.raise();
    stop = createStopSign();
    progress.stop();
  };

  return {
    status: progress.status,
    async filesOf(id) {
      await known.load();
      return known.of(id).map(({ path }) => path);
    },
    reconcile: () => {
      const sign = stop;
      return inOrder(async () => {
        if (sign.isUp()) return progress.status().last ?? NOTHING_READ;
        progress.look();
        // All of it is due: the threads start while the files are looked for.
        if (known.byPath.size === 0) scanner.prepare(Number.POSITIVE_INFINITY);
        const { files, failed, gone } = await discover();
        const done = await ingest(files, failed, sign);
        // Of what was not read nothing can be said yet.
        if (isCutShort(done)) return done;
        await archiveGone(catalog, gone, deps.wantsSummaries());
        return done;
      });
    },
    follow: (paths) =>
      inOrder(async () => {
        const sign = stop;
        const { files: found, failed } = await folder.look(paths, known.sessions());
        const files = found.filter(({ sessionId }) => !deps.isForgotten(sessionId));
        // Its other files too: a session is planned as a whole.
        const ids = new Set(files.map(({ sessionId }) => sessionId));
        const others = [...known.byPath.values()].filter(
          ({ sessionId, path }) => ids.has(sessionId) && !paths.includes(path),
        );
        const rest = await folder.look(
          others.map(({ path }) => path),
          known.sessions(),
        );
        await ingest([...files, ...rest.files], [...failed, ...rest.failed], sign);
      }),
    preview: () =>
      inOrder(async () => {
        const { files, failed } = await discover();
        const { due, unchanged } = planIngest(files, known.byPath, known.isWhole);
        const bytes = due.reduce((sum, session) => sum + session.bytes, 0);
        const discovered = due.length + unchanged;
        return { ...NOTHING_READ, discovered, skipped: unchanged, failed: failed.length, bytes };
      }),
    reparse: (id) =>
      inOrder(async () => {
        const sign = stop;
        const paths = known.of(id).map(({ path }) => path);
        const { files, failed } = await folder.look(paths, known.sessions());
        const [due] = planIngest([...files, ...known.copied(id, files)], new Map()).due;
        const isWhole = known.isWhole(id, files);
        // What cannot be looked at may be there.
        if (!isWhole && failed.length > 0) {
          await failSession({ id, files: [], updatedMs: 0 }, failed);
          return true;
        }
        if (!isWhole || due === undefined) return false;
        // Whoever is ended from here on leaves `ended` behind, and the next sweep reads it anew.
        if ((await catalog.show(id)) !== null) await catalog.moveCapture(id, READ_ANEW);
        progress.begin([due], 0, []);
        try {
          await readAll([{ ...due, isFresh: true, isKnown: true }], sign);
          await credit();
        } finally {
          progress.end();
          deps.onRead();
        }
        return true;
      }),
    forget: (id) =>
      inOrder(async () => {
        await catalog.forget(id);
        known.drop(id);
        await credit();
      }),
    async known() {
      await known.load();
      return known.byPath.values();
    },
    sessionOf: (path) => known.byPath.get(path)?.sessionId ?? null,
    abort,
    async close() {
      isClosed = true;
      abort();
      await queue;
    },
  };
}
