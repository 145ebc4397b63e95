import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { audit } from '@contract/audit';
import type { privacy } from '@contract/privacy';
import type { sessions } from '@contract/sessions';
import type { terminal } from '@contract/terminal';
import type { PriceFinder } from '@domain/history/report';
import { err, ok, type Result } from '@domain/result';
import type { SessionError } from '@domain/session/errors';
import type { Session } from '@domain/session/record';
import type { Seat } from '@domain/session/values';
import { createFileArchive } from '../adapters/archive/file-archive';
import { createClaudeFolder } from '../adapters/claude-cli/claude-folder';
import { listCommandFiles } from '../adapters/claude-cli/command-files';
import { watchIntruders } from '../adapters/claude-cli/intruder-watch';
import { createLeftovers, markOf } from '../adapters/claude-cli/leftovers';
import { createPtySeat } from '../adapters/claude-cli/pty-seat';
import { createStreamSeat } from '../adapters/claude-cli/stream-seat';
import { createTranscriptCalls } from '../adapters/claude-cli/transcript-calls';
import { createTranscriptPictures } from '../adapters/claude-cli/transcript-pictures';
import { createTranscriptRecords } from '../adapters/claude-cli/transcript-records';
import { createHookDoors } from '../adapters/claude-hooks/hook-doors';
import { createExportFolder } from '../adapters/exports/export-folder';
import { listFiles } from '../adapters/git-cli/list-files';
import { createProcessTable } from '../adapters/locks/process-identity';
import { createPrivacyEditor } from '../adapters/privacy-files/privacy-editor';
import { createPrivacyFiles } from '../adapters/privacy-files/privacy-files';
import { readDeviceId } from '../adapters/project-identity/device-id';
import { openPromptQueues } from '../adapters/prompt-queues/prompt-queue-files';
import { createNodePtys } from '../adapters/pty/node-ptys';
import { createHeadlessScreens } from '../adapters/screen-copy/headless-screens';
import { toStoreError } from '../adapters/session-files/store-errors';
import { verifyAuditFiles } from '../adapters/session-files/verify-audit-files';
import { nodeTimers } from '../adapters/system/node-timers';
import type { ClaudeDriver, LaunchRequest } from '../ports/claude-driver';
import type { Clock } from '../ports/clock';
import type { Log } from '../ports/log';
import type { Timers } from '../ports/timers';
import type { ProjectsService } from '../services/projects/projects-service';
import type { WorkFollower } from '../services/sessions/kernel';
import { type Elsewhere, listWithElsewhere } from '../services/sessions/list-elsewhere';
import type { LookAround } from '../services/sessions/pause-marks';
import { createPromptHelp } from '../services/sessions/prompt-help';
import { createSessionsService, type SessionsService } from '../services/sessions/sessions-service';
import { createTerminalsService, type TerminalsService } from '../services/terminals/terminals-service';
import type { HandlersOf } from '../surfaces/router';
import { auditRoutes, privacyRoutes, type ReadAnew } from '../surfaces/routes/audit-routes';
import { type Activity, sessionsRoutes } from '../surfaces/routes/sessions-routes';
import { terminalRoutes } from '../surfaces/routes/terminal-routes';
import { type ComposedClaude, composeClaude } from './compose-claude';
import { openSessionStores } from './open-session-stores';
import type { Places } from './places';

export type ComposeSessions = {
  readonly places: Places;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly log: Log;
  /** Off for a command that ends at once: no watching, no hourly sweep. */
  readonly isLongLived: boolean;
  /** Which folders the user trusts; nobody asked means none. */
  readonly projects?: Pick<ProjectsService, 'isTrusted'>;
  readonly claude?: ComposedClaude;
  /** Minutes between turns after which a session is paused; 0 means never. */
  readonly idleMinutes?: () => number;
  /** How many may run at once. */
  readonly maxActive?: () => number;
  readonly resumesAfterLimit?: () => boolean;
  /** What a resume is compared with, taken when a process ends. */
  readonly lookAround?: LookAround;
  readonly onHeldStarts?: (sessions: readonly Session[]) => void;
  /** Notes files and commits while a process runs. */
  readonly work?: WorkFollower;
  /** What git knows of a session; nobody asked means: nothing. */
  readonly activity?: Activity;
  /** What began in a plain terminal; nobody asked means: nothing. */
  readonly elsewhere?: Elsewhere;
  /** The catalog of the history under the policy of today. */
  readonly readAnew?: ReadAnew;
  /** The seat of the settings. */
  readonly seat?: () => Seat;
  readonly price?: PriceFinder;
  readonly startDefaults?: () => { readonly permission_mode: string; readonly model: string | null };
  readonly driver?: ClaudeDriver;
  readonly timers?: Timers;
};

export type ComposedSessions = {
  readonly routes: HandlersOf<typeof sessions>;
  readonly terminalRoutes: HandlersOf<typeof terminal>;
  readonly auditRoutes: HandlersOf<typeof audit>;
  readonly privacyRoutes: HandlersOf<typeof privacy>;
  /** Where a seat that runs Claude in a terminal hands it in. */
  readonly terminals: TerminalsService;
  /** Opens user-data on first use; a disk that refuses is an answer, and the next call tries again. */
  open(): Promise<Result<SessionsService, SessionError>>;
  /** How many turns run right now. */
  turns(): number;
  /** More may run at once than before. */
  lookForPlaces(): void;
  /** Pauses what runs, saves, closes. Does nothing when nothing was opened. */
  close(): Promise<void>;
};

/** A command that ends at once can plan, find and keep sessions, but what it started would end with it. */
export const noDriver: ClaudeDriver = {
  check: async () => err({ code: 'console-not-running' }),
  launch: async () => err({ code: 'console-not-running' }),
};

type RealDriver = { readonly driver: ClaudeDriver; close(): Promise<void> };

function realDriver(
  { env, projects, log, places, claude }: ComposeSessions,
  timers: Timers,
  terminals: TerminalsService,
): RealDriver {
  const { find, login } = claude ?? composeClaude(env, () => null);
  const processes = createProcessTable();
  // What an earlier start left behind when it was killed; the mark says that it was ours.
  void createLeftovers(timers, processes)
    .endOrphans()
    .then((count) => {
      if (count > 0) log.warn('processes of an earlier start were ended', { count });
    });
  const isTrusted = (project: string) => projects?.isTrusted(project) ?? false;
  const common = { env, timers, processes, find, login, isTrusted };
  const stream = createStreamSeat(common);
  const doors = createHookDoors();
  const pty = createPtySeat({
    ...common,
    ptys: createNodePtys(),
    doors,
    spoolRoot: join(places.dataFolder, 'hooks'),
    onTerminal(session, opened, before, size) {
      if (before === null) terminals.add(session, opened, size);
      else terminals.move(before, session);
    },
  });
  const seatOf = ({ seat }: LaunchRequest) => (seat === 'pty' ? pty : stream);
  const seats: ClaudeDriver = {
    check: (request) => seatOf(request).check(request),
    launch: (request) => seatOf(request).launch(request),
  };
  const { ownPrefix } = createLeftovers(timers, processes);
  const isOurs = (pid: number) =>
    process.platform !== 'linux' || (markOf(pid)?.startsWith(ownPrefix) ?? false);
  const driver = watchIntruders(seats, { folder: createClaudeFolder(env), processes, timers, isOurs });
  return { driver, close: () => doors.close() };
}

export function composeSessions(options: ComposeSessions): ComposedSessions {
  const { places, env, clock, log, isLongLived } = options;
  const isTrusted = (folder: string) => options.projects?.isTrusted(folder) ?? false;
  const timers = options.timers ?? (isLongLived ? nodeTimers : { after: () => () => {} });
  const terminals = createTerminalsService({ copies: createHeadlessScreens(), timers, epoch: randomUUID() });
  const archive = createFileArchive({
    folder: places.archive,
    projects: join(dirname(places.claudeSettings), 'projects'),
    now: clock.now,
  });
  let opening: Promise<Result<SessionsService, SessionError>> | null = null;
  let known: SessionsService | null = null;
  let real: RealDriver | null = null;

  const build = async (): Promise<Result<SessionsService, SessionError>> => {
    const stores = await openSessionStores({ places, env, clock, watch: isLongLived });
    if (!stores.ok) return stores;
    const device = await readDeviceId(places.device, clock.now);
    if (!device.ok) {
      await stores.value.close();
      return err(toStoreError(device.error, places.device));
    }
    const policies = createPrivacyFiles({ isTrusted, clock });
    if (isLongLived && options.driver === undefined) real ??= realDriver(options, timers, terminals);
    const service = createSessionsService({
      stores: stores.value,
      driver: options.driver ?? real?.driver ?? noDriver,
      ...(options.seat === undefined ? {} : { defaultSeat: options.seat }),
      ...(options.price === undefined ? {} : { price: options.price }),
      ...(options.startDefaults === undefined ? {} : { startDefaults: options.startDefaults }),
      exports: createExportFolder(),
      queues: openPromptQueues(places.queuedPrompts, log),
      claudeRecords: createTranscriptRecords(env),
      ...(options.idleMinutes === undefined ? {} : { idleMinutes: options.idleMinutes }),
      ...(options.maxActive === undefined ? {} : { maxActive: options.maxActive }),
      ...(options.resumesAfterLimit === undefined ? {} : { resumesAfterLimit: options.resumesAfterLimit }),
      ...(options.lookAround === undefined ? {} : { lookAround: options.lookAround }),
      ...(options.onHeldStarts === undefined ? {} : { onHeldStarts: options.onHeldStarts }),
      ...(options.work === undefined ? {} : { work: options.work }),
      clock,
      timers,
      log,
      deviceId: device.value,
      newId: randomUUID,
      epoch: randomUUID(),
      privacy: policies,
    });
    await service.tend();
    known = service;
    return ok(service);
  };

  const open: ComposedSessions['open'] = async () => {
    opening ??= build();
    const opened = await opening;
    if (!opened.ok) opening = null;
    return opened;
  };

  return {
    open,
    routes: sessionsRoutes(
      open,
      createPromptHelp(
        { files: (cwd) => listFiles(cwd, env), commands: (cwd) => listCommandFiles(cwd, env) },
        { pictures: createTranscriptPictures(env), calls: createTranscriptCalls({ env, archive }) },
        clock,
      ),
      options.activity ?? (async (_, ref) => err({ code: 'session-not-found', session_id: ref })),
      (service, request) =>
        listWithElsewhere(
          {
            own: (page) =>
              service.list(
                request.folder === undefined ? 'everywhere' : { folder: request.folder },
                request.filter,
                page,
              ),
            elsewhere: options.elsewhere ?? (async () => []),
            isKnown: (id) => service.book.find(id) !== null,
            recordOf: service.recordElsewhere,
          },
          request,
        ),
    ),
    terminalRoutes: terminalRoutes(terminals),
    auditRoutes: auditRoutes(open, verifyAuditFiles),
    privacyRoutes: privacyRoutes(
      open,
      options.readAnew ?? (async () => ({ histories: 0, copies: 0 })),
      createPrivacyEditor({ book: createPrivacyFiles({ isTrusted, clock }), isTrusted }),
    ),
    terminals,
    turns: () => known?.talk.turns() ?? 0,
    lookForPlaces: () => known?.waiting.look(),
    async close() {
      const opened = await opening;
      if (opened?.ok) await opened.value.shutdown();
      await real?.close();
      terminals.close();
    },
  };
}
