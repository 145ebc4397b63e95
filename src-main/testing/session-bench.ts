import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { defaultPolicy, type PrivacyPolicy } from '@domain/privacy/tiers';
import { onTestFinished } from 'vitest';
import { createExportFolder } from '../adapters/exports/export-folder';
import { openPromptQueues } from '../adapters/prompt-queues/prompt-queue-files';
import { openSessionStores } from '../compose/open-session-stores';
import { placesOf } from '../compose/places';
import type { ClaudeRecords } from '../ports/claude-records';
import type { Log } from '../ports/log';
import type { WorkFollower } from '../services/sessions/kernel';
import type { LookAround } from '../services/sessions/pause-marks';
import type { SessionStores } from '../services/sessions/session-stores';
import { createSessionsService, type SessionsService } from '../services/sessions/sessions-service';
import { createFakeClaudeDriver, type FakeClaudeDriver, type Script } from './fake-claude-driver';
import { fixedPolicies } from './fixed-policies';
import { createManualClock, type ManualClock } from './manual-clock';
import { createManualTimers, type ManualTimers } from './manual-timers';
import { testDevice, value } from './session-facts';
import { tempDir } from './temp-dir';

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };

export type SessionBench = {
  readonly base: string;
  /** A folder with `.beads`. */
  readonly project: string;
  /** A folder without. */
  readonly plain: string;
  readonly home: string;
  readonly clock: ManualClock;
  readonly timers: ManualTimers;
  readonly driver: FakeClaudeDriver;
  /** Minutes between turns after which a session is paused; 0 until a test says otherwise. */
  readonly idle: { minutes: number };
  /** How many may run at once (null: as many as are asked for), and what follows a usage limit. */
  readonly places: { most: number | null; resumesAfterLimit: boolean };
  /** What is kept of tools; the defaults until a test says otherwise. */
  readonly policy: { now: PrivacyPolicy };
  service(): SessionsService;
  stores(): SessionStores;
  /** A second console on the same disk, with its own driver. */
  another(): Promise<{ service: SessionsService; driver: FakeClaudeDriver }>;
  /** Ends in good order, or vanishes as after a kill: nothing more is saved. Then begins again. */
  restart(how: 'quit' | 'kill'): Promise<SessionsService>;
};

/** The use cases on real files in a temp dir; only Claude and time are scripted. */
export async function sessionBench(
  script: Script = {},
  claudeRecords?: ClaudeRecords,
  lookAround?: LookAround,
  work?: WorkFollower,
): Promise<SessionBench> {
  const base = tempDir('sessions');
  const [project, plain, home] = [join(base, 'project'), join(base, 'plain'), join(base, 'home')];
  mkdirSync(join(project, '.beads'), { recursive: true });
  mkdirSync(plain);
  const clock = createManualClock();
  const timers = createManualTimers();
  const driver = createFakeClaudeDriver(script);
  const idle = { minutes: 0 };
  const places: SessionBench['places'] = { most: null, resumesAfterLimit: false };
  const policy: SessionBench['policy'] = { now: defaultPolicy };
  const begun: SessionsService[] = [];
  let stores: SessionStores;

  const open = async (claude: FakeClaudeDriver): Promise<SessionsService> => {
    const disk = placesOf({ BEADS_CONSOLE_HOME: home });
    const opened = value(await openSessionStores({ places: disk, env: {}, clock, watch: false }));
    const service = createSessionsService({
      stores: opened,
      driver: claude,
      exports: createExportFolder(),
      queues: openPromptQueues(disk.queuedPrompts, silentLog),
      ...(claudeRecords === undefined ? {} : { claudeRecords }),
      idleMinutes: () => idle.minutes,
      maxActive: () => places.most,
      resumesAfterLimit: () => places.resumesAfterLimit,
      ...(lookAround === undefined ? {} : { lookAround }),
      ...(work === undefined ? {} : { work }),
      clock,
      timers,
      log: silentLog,
      deviceId: testDevice,
      newId: randomUUID,
      epoch: randomUUID(),
      privacy: { ...fixedPolicies, of: () => policy.now },
    });
    await service.tend();
    begun.push(service);
    if (claude === driver) stores = opened;
    return service;
  };
  let service = await open(driver);
  onTestFinished(async () => {
    for (const one of begun) await one.shutdown();
  });

  return {
    base,
    project,
    plain,
    home,
    clock,
    timers,
    driver,
    idle,
    places,
    policy,
    service: () => service,
    stores: () => stores,
    async another() {
      const other = createFakeClaudeDriver(script);
      return { service: await open(other), driver: other };
    },
    async restart(how) {
      if (how === 'quit') await service.shutdown();
      else await service.abandon();
      begun.splice(begun.indexOf(service), 1);
      service = await open(driver);
      await service.locate(project, 'nothing');
      return service;
    },
  };
}
