import type { Cursor, Frame } from '@domain/feed';
import type { HistorySession } from '@domain/history/record';
import type { SessionId } from '@domain/ids';
import { err, ok, type Result } from '@domain/result';
import type { SessionError } from '@domain/session/errors';
import type { PageRequest, SessionCounts, SessionFilter, SessionPage } from '@domain/session/query';
import type { Session } from '@domain/session/record';
import { refusal } from '@domain/session/status-machine';
import { holdsStart } from '@domain/work/start-record';
import type { LaunchRequest } from '../../ports/claude-driver';
import type { ClaudeRecords } from '../../ports/claude-records';
import type { ExportFolder } from '../../ports/export-folder';
import type { PromptQueues } from '../../ports/prompt-queues';
import type { SessionStore } from '../../ports/session-store';
import { createAuditRuns } from './audit-runs';
import { createCheckPrivacy } from './check-privacy';
import { createCreateSession } from './create-session';
import { createDeleteSessions } from './delete-sessions';
import { createEditSession } from './edit-session';
import { createHandOffSession } from './hand-off-session';
import { createKernel, type SessionDeps } from './kernel';
import { createLimitPause } from './limit-pause';
import { recordElsewhere } from './list-elsewhere';
import { createLiveSessions, type LiveSessions } from './live-sessions';
import { createNoteExternal } from './note-external';
import { createPauseIdle } from './pause-idle';
import { createPauseMarks, type LookAround } from './pause-marks';
import { createRecordMessages } from './record-messages';
import { createRefilterSessions } from './refilter-sessions';
import { createResumeAfterLimit } from './resume-after-limit';
import type { SessionBook, SessionsChange } from './session-book';
import { createSessionFigures } from './session-figures';
import { createSessionMessages } from './session-messages';
import { createStartQueue, type StartQueue } from './start-queue';
import { createStartSession } from './start-session';
import { createStopSession } from './stop-session';
import { createSwitchSeat } from './switch-seat';
import { createTalk, type Talk } from './talk';
import { createTendSessions, type Swept } from './tend-sessions';
import { createTurnsElsewhere } from './turns-elsewhere';
import { createWatchSessions } from './watch-sessions';

/** Which sessions a listing takes in: one project's, or every open store's. */
export type Where = { readonly folder: string } | 'everywhere';
/** `unclosed`: what is not closed, in the stores that are open. */
export type Watched = Where | 'unclosed';
export type WatchSnapshot = { readonly sessions: readonly Session[]; readonly counts: SessionCounts };

export type SessionsService = Pick<StartQueue, 'start' | 'resume'> &
  Pick<ReturnType<typeof createStartSession>, 'checkResume'> &
  Pick<ReturnType<typeof createStopSession>, 'pause' | 'close'> &
  Omit<ReturnType<typeof createEditSession>, 'linkBead'> &
  ReturnType<typeof createDeleteSessions> & {
    readonly create: ReturnType<typeof createCreateSession>;
    readonly noteExternal: ReturnType<typeof createNoteExternal>;
    readonly handOff: ReturnType<typeof createHandOffSession>;
    readonly switchSeat: ReturnType<typeof createSwitchSeat>;
    readonly linkBead: ReturnType<typeof createEditSession>['linkBead'];
    readonly messages: ReturnType<typeof createSessionMessages>;
    readonly audit: ReturnType<typeof createAuditRuns>;
    readonly checkPrivacy: ReturnType<typeof createCheckPrivacy>;
    /** What is stored of these, once more through the filter of today. */
    readonly refilter: ReturnType<typeof createRefilterSessions>;
    /** Who waits for a place, and the way out of the line. */
    readonly waiting: Pick<StartQueue, 'feed' | 'takeBack' | 'look'>;
    /** Would a new session start there? Changes nothing. */
    checkLaunch(wish: LaunchWish): Promise<Result<null, SessionError>>;
    readonly live: LiveSessions;
    readonly talk: Talk;
    readonly book: SessionBook;
    /** Opens the folder's store first, so that a session of a project nobody looked at yet is found. */
    locate(folder: string | undefined, ref: string): Promise<Result<SessionId, SessionError>>;
    /** One that only the history knows, as a record. */
    recordElsewhere(found: HistorySession): Session;
    list(where: Where, filter: SessionFilter, page: PageRequest): Promise<Result<SessionPage, SessionError>>;
    count(where: Where, filter: SessionFilter): Promise<Result<SessionCounts, SessionError>>;
    /** Oldest first; the reference is a session of the chain or a bead. */
    chain(where: Where, ref: string): Promise<Result<readonly Session[], SessionError>>;
    adopt(id: SessionId, folder: string): Promise<Result<Session, SessionError>>;
    /** Deleted for ever, in every open store. */
    purgedIds(): readonly SessionId[];
    watch(
      where: Watched,
      after: Cursor | null,
      deliver: (frame: Frame<WatchSnapshot, SessionsChange>) => void,
    ): Promise<Result<() => void, SessionError>>;
    /** Recovery, then the sweep, of every open store; also when another is opened and once an hour. */
    tend(): Promise<Swept>;
    /** Pauses what runs with `app_quit`, saves everything, closes the stores. */
    shutdown(): Promise<void>;
    /** Lets go of everything and saves nothing more about what runs, as a crash would. */
    abandon(): Promise<void>;
  };

export type LaunchWish = Pick<
  LaunchRequest,
  'cwd' | 'project' | 'seat' | 'agent' | 'model' | 'permission_mode'
>;

const noQueues: PromptQueues = { found: new Map(), keep: async () => ok(null) };
const SWEEP_EVERY_MS = 3_600_000;

export function createSessionsService(
  deps: SessionDeps & {
    readonly exports: ExportFolder;
    /** Where prompts wait that outlive the program; nobody said: nowhere. */
    readonly queues?: PromptQueues;
    /** After so many minutes between turns a session is paused; 0, and nobody said: never. */
    readonly idleMinutes?: () => number;
    /** How many may run at once; nobody said: as many as are asked for. */
    readonly maxActive?: () => number | null;
    /** After a usage limit has ended; nobody said: never. */
    readonly resumesAfterLimit?: () => boolean;
    readonly lookAround?: LookAround;
    /** Of a store that was opened: sessions that never began, and say what their start has taken. Not waited for. */
    readonly onHeldStarts?: (sessions: readonly Session[]) => void;
    readonly claudeRecords?: ClaudeRecords;
  },
): SessionsService {
  const kernel = createKernel(deps);
  const { book, stores, timers, clock, queue, log } = kernel;
  const figures = createSessionFigures(kernel);
  const live = createLiveSessions(kernel, figures);
  const stop = createStopSession(kernel, live);
  live.onEvent(createLimitPause(kernel, stop));
  const edits = createEditSession(kernel);
  const messages = createSessionMessages(kernel);
  const records = createRecordMessages(messages, log);
  const stopIdle = createPauseIdle(kernel, {
    live,
    idleMinutes: deps.idleMinutes ?? (() => 0),
    pause: (id) => stop.pause(id, 'inactivity'),
  });
  const queues = deps.queues ?? noQueues;
  const talk = createTalk({ kernel, live, records, queues, epoch: deps.epoch });
  const { claudeRecords } = deps;
  const elsewhere =
    claudeRecords === undefined
      ? null
      : createTurnsElsewhere({ kernel, claudeRecords, live, talk, records, figures });
  /** What was said in a terminal, and seen by nobody here yet, is exported too. */
  const whole: typeof messages = {
    ...messages,
    async exportAs(id, format) {
      await elsewhere?.look(id);
      return messages.exportAs(id, format);
    },
  };
  const start = createStartSession(kernel, live, talk);
  const line = createStartQueue({
    kernel,
    live,
    start,
    maxActive: deps.maxActive ?? (() => null),
    epoch: deps.epoch,
  });
  const stopLimits = createResumeAfterLimit(kernel, {
    isWanted: deps.resumesAfterLimit ?? (() => false),
    resume: (id, prompt) => line.resume({ id, prompt }),
  });
  const marks = deps.lookAround === undefined ? null : createPauseMarks(kernel, live, deps.lookAround);
  const tending = createTendSessions(kernel, live);
  const handOff = createHandOffSession(kernel, live, stop);

  let background: Promise<unknown> = Promise.resolve();
  const inBackground = (work: () => Promise<unknown>) => {
    background = background.then(work).catch((error: unknown) => log.error('tending failed', { error }));
  };

  const scopeOf = async (where: Where) => {
    if (where === 'everywhere') {
      await stores.openKnown();
      await background;
      return ok(() => true);
    }
    const place = await stores.forFolder(where.folder);
    // A store that was just opened is recovered before anything of it is shown.
    await background;
    if (place.ok) await place.value.store.refresh();
    return place.ok ? ok(book.scopeOf(place.value)) : place;
  };

  /** T4  An adoption that a crash interrupted is finished; one that waited for the end of its process is made. */
  const finishAdoptions = async (store: SessionStore): Promise<void> => {
    const isDue = ({ id, owner, status, bead_id }: Session) =>
      store.kind === 'project'
        ? stores.user.read(id) !== undefined
        : owner === 'external' && status === 'closed' && bead_id !== undefined;
    for (const session of [...store.all().values()].filter(isDue)) {
      const folder = store.kind === 'project' ? store.root : session.cwd;
      const done = await adopt(session.id, folder);
      if (!done.ok) log.warn('a session could not be adopted', { session_id: session.id, error: done.error });
    }
  };

  const tendStore = async (store: SessionStore): Promise<Swept> => {
    const recovered = await tending.recover(store);
    if (recovered.length > 0)
      log.info('sessions were recovered', { folder: store.folder, count: recovered.length });
    await finishAdoptions(store);
    const held = [...store.all().values()].filter(holdsStart);
    if (held.length > 0) deps.onHeldStarts?.(held);
    // Read now, so that a broken privacy file is told before the first message needs it.
    if (store.kind === 'project') kernel.privacy.of(store.root);
    return tending.sweep(store);
  };
  const tend = async (): Promise<Swept> => {
    const swept = await Promise.all(stores.all().map(tendStore));
    return {
      closed: swept.flatMap(({ closed }) => closed),
      flagged: swept.flatMap(({ flagged }) => flagged),
      purged: swept.flatMap(({ purged }) => purged),
    };
  };
  const stopOpened = stores.onOpened((store) => inBackground(() => tendStore(store)));
  let cancelSweep = () => {};
  const sweepLater = () => {
    cancelSweep = timers.after(SWEEP_EVERY_MS, () => {
      inBackground(tend);
      sweepLater();
    });
  };
  sweepLater();

  /** A process that has not begun cannot be paused: it is ended, and its start has failed. */
  const leave = async (id: SessionId): Promise<void> => {
    const paused = await stop.pause(id, 'app_quit');
    if (paused.ok || !live.has(id)) return;
    const ended = live.ended(id);
    await live.perform(id, ['end-process']);
    await ended;
  };

  const settle = async () => {
    cancelSweep();
    stopOpened();
    line.close();
    stopLimits();
    await elsewhere?.close();
    await background;
  };
  const letGo = async () => {
    talk.close();
    marks?.stop();
    stopIdle();
    live.close();
    figures.close();
    book.close();
    await stores.close();
  };

  const adopt = (id: SessionId, folder: string) =>
    queue.inOrder(id, async (): Promise<Result<Session, SessionError>> => {
      const found = book.find(id);
      if (found === null) return err({ code: 'session-not-found', session_id: id });
      // Its transcript names no folder: it is of no project and stays where it is.
      if (folder === '') return ok(found.session);
      const place = await stores.forFolder(folder);
      if (!place.ok) return place;
      const source = stores.user.read(id) === undefined ? found.store : stores.user;
      if (place.value.store === source) return ok(found.session);
      // Adopted while it runs in a terminal, it would look like a session whose console died.
      const { owner, status } = found.session;
      if (owner === 'external' && status !== 'closed') return err(refusal(found.session, 'adopt'));
      return place.value.store.adopt(id, source, clock.now());
    });

  return {
    purgedIds: () => stores.all().flatMap((store) => [...store.tombstones()]),
    start: line.start,
    resume: line.resume,
    checkResume: start.checkResume,
    waiting: line,
    switchSeat: createSwitchSeat({ kernel, live, talk, start, stop }),
    ...edits,
    ...createDeleteSessions(kernel, edits, whole, deps.exports),
    pause: stop.pause,
    close: stop.close,
    create: createCreateSession(kernel),
    noteExternal: createNoteExternal(kernel),
    messages: whole,
    audit: createAuditRuns(kernel),
    checkPrivacy: createCheckPrivacy(kernel, messages),
    checkLaunch: (wish) => {
      const seat = wish.seat ?? kernel.defaultSeat?.();
      const request = { ...wish, seat, session_id: kernel.newId() as SessionId, prompt: '' };
      return kernel.driver.check({ ...request, mode: { type: 'new' } });
    },
    refilter: createRefilterSessions(kernel, live, messages),
    live,
    talk: {
      ...talk,
      follow(id, after, deliver) {
        const stop = talk.follow(id, after, deliver);
        const lookAway = elsewhere?.watch(id);
        return () => {
          lookAway?.();
          stop();
        };
      },
    },
    book,
    tend,
    adopt,
    async locate(folder, ref) {
      if (folder !== undefined) {
        const place = await stores.forFolder(folder);
        if (!place.ok) return place;
        await background;
        await place.value.store.refresh();
      }
      const found = book.resolve(ref);
      if (found.ok || folder !== undefined || found.error.code !== 'session-not-found') return found;
      // Asked about everything: it may be in a project that nobody has opened yet.
      await stores.openKnown();
      await background;
      return book.resolve(ref);
    },
    async linkBead(id, bead) {
      const linked = await edits.linkBead(id, bead);
      // Linking one that began elsewhere is how the console takes it over; one that still runs, once it has ended.
      if (!linked.ok || linked.value.owner !== 'external' || linked.value.status !== 'closed') return linked;
      return adopt(id, linked.value.cwd);
    },
    async handOff(request) {
      const parent = book.find(request.id)?.session;
      if (parent?.owner === 'external' && parent.status === 'closed') {
        const adopted = await adopt(request.id, parent.cwd);
        if (!adopted.ok) return adopted;
      }
      return handOff(request);
    },
    recordElsewhere: (found) =>
      recordElsewhere(found, { project_id: stores.user.project_id, device_id: deps.deviceId }),
    async list(where, filter, page) {
      const scope = await scopeOf(where);
      return scope.ok ? book.list.page(filter, page, scope.value) : scope;
    },
    async count(where, filter) {
      const scope = await scopeOf(where);
      return scope.ok ? ok(book.list.count(filter, scope.value)) : scope;
    },
    async chain(where, ref) {
      const scope = await scopeOf(where);
      if (!scope.ok) return scope;
      const id = book.resolve(ref);
      const found = id.ok ? book.find(id.value) : null;
      if (found !== null) return ok(book.list.inOrder({ chain_id: found.session.chain_id, trash: 'with' }));
      const ofBead = book.list.inOrder(
        { trash: 'without' },
        (session) => session.bead_id === ref && scope.value(session),
      );
      return ofBead.length > 0
        ? ok(ofBead)
        : err({ code: 'session-not-found', session_id: ref.slice(0, 200) });
    },
    watch: createWatchSessions({ book, stores, scopeOf }),
    async shutdown() {
      await settle();
      await Promise.all(live.ids().map(leave));
      await talk.drain();
      await marks?.drain();
      await deps.work?.drain();
      await queue.drain();
      await letGo();
    },
    async abandon() {
      await settle();
      await letGo();
    },
  };
}
