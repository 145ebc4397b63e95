import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { contract } from '@contract/index';
import type { AppInfo, ShellKind } from '@domain/app-info';
import { createTokenBook } from './adapters/access-tokens/token-book';
import { createElsewhereHooks } from './adapters/elsewhere-hooks/settings-file';
import { createSmallFile } from './adapters/fs/small-file';
import { watchSmallFile } from './adapters/fs/watch-small-file';
import { openFileLog } from './adapters/log/file-log';
import { createPathPrograms } from './adapters/programs/path-programs';
import { createMachineFacts } from './adapters/system/machine-facts';
import { createNodeFolders } from './adapters/system/node-folders';
import { idleTimers } from './adapters/system/node-timers';
import { createSystemClock } from './adapters/system/system-clock';
import { composeClaude } from './compose/compose-claude';
import { composeStorage } from './compose/compose-storage';
import { composeTrigger } from './compose/compose-trigger';
import { createDemoHost, noDemoHost } from './compose/demo-host';
import { followElsewhere } from './compose/follow-elsewhere';
import { followLater } from './compose/follow-later';
import { followMoves } from './compose/follow-moves';
import { followPrices } from './compose/follow-prices';
import { keepHistory } from './compose/keep-history';
import { type Places, placesOf } from './compose/places';
import { renewClaims } from './compose/renew-claims';
import type { FolderChooser } from './ports/folder-chooser';
import type { Log } from './ports/log';
import { createAccessTokensService } from './services/access-tokens/access-tokens-service';
import { createDoctorService } from './services/doctor/doctor-service';
import { createLayoutService } from './services/layout/layout-service';
import { createToldNotices } from './services/notices/told-notices';
import { createProjectsService, type ProjectsService } from './services/projects/projects-service';
import { openRecentList } from './services/projects/recent-list';
import { createSettingsService } from './services/settings/settings-service';
import { createDispatch, type Dispatch } from './surfaces/dispatch';
import { lazily, lazyRoutes } from './surfaces/lazy-routes';
import type { RouterOf } from './surfaces/router';
import { appRoutes, type Front } from './surfaces/routes/app-routes';
import { hooksRoutes } from './surfaces/routes/hooks-routes';
import { layoutRoutes } from './surfaces/routes/layout-routes';
import { noticesRoutes } from './surfaces/routes/notices-routes';
import { projectsRoutes } from './surfaces/routes/projects-routes';
import { settingsRoutes } from './surfaces/routes/settings-routes';
import { tokensRoutes } from './surfaces/routes/tokens-routes';
import { triggerRoutes } from './surfaces/routes/trigger-routes';
import { stageDispatch } from './surfaces/stage';
import { APP_VERSION } from './version';

export type ComposeOptions = {
  readonly env: NodeJS.ProcessEnv;
  readonly shell: ShellKind;
  readonly initialProject?: string | null;
  /** Off for a command that ends at once: nothing is watched and nothing swept. */
  readonly isLongLived?: boolean;
  /** Development and tests check what goes out as well as what comes in. */
  readonly checkOutputs?: boolean;
  /** Where our own files lie (`resources`); without them there is no demo to show. */
  readonly resources?: string | null;
  /** This program is the demo: its project is ours, and trusted. */
  readonly demo?: { readonly project: string } | null;
};

/** The whole program without a window. A shell opens doors onto `dispatch` and closes `close` when it ends. */
export type App = {
  readonly dispatch: Dispatch;
  readonly log: Log;
  readonly places: Places;
  readonly projects: ProjectsService;
  /** A shell that has a folder dialog, or a window to bring to the front, says so once it is open. */
  attach(shell: { chooser?: FolderChooser; front?: Front }): void;
  /** How many turns of Claude run right now, those of a demo too. */
  turns(): number;
  close(): Promise<void>;
};

export async function compose(options: ComposeOptions): Promise<App> {
  const { env, shell, checkOutputs = false, isLongLived = true, resources = null, demo = null } = options;
  const places = placesOf(env);
  const clock = createSystemClock();
  const folders = createNodeFolders();
  const epoch = randomUUID();
  const attached: { chooser: FolderChooser | null; front: Front | null } = { chooser: null, front: null };

  const fileLog = openFileLog(places.logs);
  const { log } = fileLog;

  const settings = await createSettingsService({
    file: createSmallFile(places.settings),
    epoch,
    watch: (onChange) => (isLongLived ? watchSmallFile(places.settings, idleTimers, onChange) : () => {}),
  });
  const ownPrices = () => settings.state().settings.prices.own;
  const layout = await createLayoutService(createSmallFile(places.layout));
  const list = await openRecentList(createSmallFile(places.recentProjects));
  const { homeFolder } = places;
  const projects = await createProjectsService({ folders, list, clock, epoch, homeFolder });
  // A page that comes after a second start asked for a project was not there to hear it: it asks what to begin with.
  let initialProject = options.initialProject ?? demo?.project ?? null;
  projects.feed.follow(null, (frame) => {
    if (frame.type === 'change' && frame.change.type === 'show-requested')
      initialProject = frame.change.project.path;
  });
  if (demo !== null) {
    const opened = await projects.open(demo.project);
    if (opened.ok) await projects.trust(opened.value.path, true);
  }
  const machine = createMachineFacts(places.dataFolder, env);
  const claude = composeClaude(env, () => settings.state().settings.claude.path);
  const doctor = createDoctorService({
    programs: createPathPrograms(env),
    claude: claude.health,
    machine,
    clock,
    audit: async () => (await import('./compose/verify-audit-logs')).verifyAuditLogs(places),
  });

  // Loaded by the first who asks: they are most of the program, and a start that shows a window needs neither.
  const beads = lazily(async () => {
    const { composeBeads } = await import('./compose/compose-beads');
    return composeBeads({ env, clock, log, projects });
  });
  const sessions = lazily(async () => {
    const { composeSessions } = await import('./compose/compose-sessions');
    const composed = composeSessions({
      places,
      env,
      clock,
      log,
      isLongLived,
      claude,
      projects,
      seat: () => settings.state().settings.claude.seat,
      startDefaults: () => settings.state().settings.claude,
      price: followPrices(ownPrices),
      idleMinutes: () => settings.state().settings.claude.inactivity_minutes,
      maxActive: () => settings.state().settings.sessions.max_active,
      readAnew: async (where) => (await history.get()).readAnew(where),
      resumesAfterLimit: () => settings.state().settings.sessions.resume_after_limit,
      activity: async (project, ref) => (await changes.get()).activity(project, ref),
      elsewhere: async (filter, limit) => (await history.get()).listed(filter, limit),
      ...(isLongLived
        ? {
            work: followLater(async () => (await changes.get()).follow),
            lookAround: async (session) => (await life.get()).service.mark(session),
            onHeldStarts: (held) => void starting.get().then(({ recover }) => recover(held)),
          }
        : {}),
    });
    if (!isLongLived) return composed;
    const stopSettings = settings.feed.follow(null, () => composed.lookForPlaces());
    const stop = renewClaims({ sessions: composed, beads: beads.get, timers: idleTimers, log });
    const stopMoves = followMoves({ sessions: composed, life: life.get, log });
    return {
      ...composed,
      async close() {
        stop();
        stopMoves();
        stopSettings();
        await composed.close();
      },
    };
  });

  const git = lazily(async () => {
    const { createGitCli } = await import('./adapters/git-cli/git-cli');
    return createGitCli({ env, timers: idleTimers, scratch: places.scratch });
  });
  const life = lazily(async () => {
    const { composeWorkLife } = await import('./compose/compose-work-life');
    return composeWorkLife({ env, sessions: sessions.get, beads: beads.get, git: git.get, clock, log });
  });

  const starting = lazily(async () => {
    const { composeStarting } = await import('./compose/compose-starting');
    const settled = () => settings.state().settings;
    return composeStarting({
      env,
      places,
      clock,
      log,
      projects,
      settings: settled,
      sessions: sessions.get,
      beads: beads.get,
      git: git.get,
    });
  });

  const changes = lazily(async () => {
    const { composeChanges } = await import('./compose/compose-changes');
    return composeChanges({
      env,
      sessions: sessions.get,
      git: git.get,
      history: history.get,
      clock,
      log,
      writesNotes: () => settings.state().settings.sessions.commit_notes,
    });
  });

  const history = lazily(async () => {
    const { composeHistory } = await import('./compose/compose-history');
    return composeHistory({
      places,
      env,
      log,
      clock,
      isTrusted: projects.isTrusted,
      recentProjects: () => list.entries().map(({ path }) => path),
      isLongLived,
      sessions: async () => (await sessions.get()).open(),
      prices: ownPrices,
      findClaude: claude.find,
      summaryModel: () => settings.state().settings.history.summary_model,
      rules: () => {
        const { archive, archive_days, index_tools, summaries } = settings.state().settings.history;
        return { mode: archive, keepDays: archive_days, indexTools: index_tools, summaries };
      },
    });
  });
  // When the window has long been there: reading a history of years is nobody's first wish.
  const stopHistory = isLongLived ? keepHistory({ settings, history, timers: idleTimers, log }) : () => {};
  const stopElsewhere =
    isLongLived && demo === null
      ? followElsewhere({ folder: places.elsewhere, history, log, nowMs: clock.nowMs })
      : () => {};

  const trigger = composeTrigger({
    sessions: sessions.get,
    beads: beads.get,
    isTrusted: projects.isTrusted,
    limits: () => settings.state().settings.trigger,
    clock,
    log,
  });
  const host =
    resources === null || demo !== null
      ? null
      : createDemoHost({
          make: async () => {
            const { makeDemo } = await import('./compose/make-demo');
            return makeDemo({ env, resources, find: claude.find, needsClaude: true });
          },
          compose: (made) => compose({ env: made.env, shell, checkOutputs, demo: { project: made.project } }),
        });

  const info = (): AppInfo => ({
    version: APP_VERSION,
    shell,
    platform: platformOf(process.platform),
    data_folder: places.dataFolder,
    home_folder: places.homeFolder,
    pid: process.pid,
    has_folder_dialog: attached.chooser !== null,
    initial_project: initialProject,
    is_demo: demo !== null,
  });

  const router: RouterOf<typeof contract> = {
    app: appRoutes({
      info,
      doctor,
      claude: claude.health,
      front: () => attached.front,
      beginWith: (project) => {
        initialProject = project;
      },
    }),
    audit: lazyRoutes(contract.audit, async () => (await sessions.get()).auditRoutes),
    beads: lazyRoutes(contract.beads, async () => (await beads.get()).routes),
    changes: lazyRoutes(contract.changes, async () => (await changes.get()).routes),
    ending: lazyRoutes(contract.ending, async () => (await life.get()).endingRoutes),
    demo: host?.routes ?? noDemoHost(demo?.project ?? null),
    history: lazyRoutes(contract.history, async () => (await history.get()).routes),
    hooks: hooksRoutes(
      createElsewhereHooks({
        settingsFile: places.claudeSettings,
        spool: places.elsewhere,
        locks: join(places.dataFolder, '.locks'),
      }),
    ),
    layout: layoutRoutes(layout),
    notices: noticesRoutes(createToldNotices(createSmallFile(places.toldNotices))),
    privacy: lazyRoutes(contract.privacy, async () => (await sessions.get()).privacyRoutes),
    projects: projectsRoutes({ service: projects, chooser: () => attached.chooser }),
    resuming: lazyRoutes(contract.resuming, async () => (await life.get()).resumingRoutes),
    sessions: lazyRoutes(contract.sessions, async () => (await sessions.get()).routes),
    settings: settingsRoutes(settings),
    trigger: triggerRoutes(isLongLived ? trigger : null),
    starting: lazyRoutes(contract.starting, async () => (await starting.get()).routes),
    storage: composeStorage(places, env),
    terminal: lazyRoutes(contract.terminal, async () => (await sessions.get()).terminalRoutes),
    tokens: tokensRoutes(
      createAccessTokensService({
        tokens: createTokenBook(places.accessTokens),
        clock,
        newId: () => randomUUID().slice(0, 13),
      }),
    ),
    worktrees: lazyRoutes(contract.worktrees, async () => (await changes.get()).worktreesRoutes),
  };
  const own = createDispatch({
    contract,
    router,
    checkOutputs,
    newIncident: randomUUID,
    onIncident: ({ id, name, error }) =>
      log.error('a call failed unexpectedly', { incident: id, name, error }),
  });

  const dispatch = host === null ? own : stageDispatch(own, host.dispatch);

  log.info('composed', { version: APP_VERSION, shell });
  return {
    dispatch,
    log,
    places,
    projects,
    attach({ chooser, front }) {
      if (chooser) attached.chooser = chooser;
      if (front) attached.front = front;
    },
    turns: () => (sessions.peek()?.turns() ?? 0) + (host?.turns() ?? 0),
    async close() {
      settings.close();
      stopHistory();
      stopElsewhere();
      // Whatever happens to one of them, the sessions are paused and their files levelled.
      // A session that is paused looks at its bead and its checkout once more, so those are closed after it.
      for (const part of [history, host, starting, life, sessions, changes, beads, git])
        await part?.close().catch((error: unknown) => log.error('a part did not close', { error }));
      log.info('closed');
      fileLog.close();
    },
  };
}

function platformOf(platform: NodeJS.Platform): AppInfo['platform'] {
  return platform === 'linux' || platform === 'darwin' || platform === 'win32' ? platform : 'other';
}
