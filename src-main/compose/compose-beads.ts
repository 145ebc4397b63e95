import { randomUUID } from 'node:crypto';
import type { beads } from '@contract/beads';
import type { BdTimeouts } from '../adapters/bd-cli/bd-call';
import { createDefaultActor } from '../adapters/bd-cli/default-actor';
import { createRunProgram } from '../adapters/bd-cli/run-program';
import { createFileProjectLock } from '../adapters/project-lock/file-project-lock';
import { nodeTimers } from '../adapters/system/node-timers';
import type { Clock } from '../ports/clock';
import type { Log } from '../ports/log';
import type { Timers } from '../ports/timers';
import { type BeadsService, createBeadsService } from '../services/beads/beads-service';
import type { ProjectsService } from '../services/projects/projects-service';
import type { HandlersOf } from '../surfaces/router';
import { beadsRoutes } from '../surfaces/routes/beads-routes';
import { createTrackerFactory } from './tracker-factory';

export type ComposeBeadsDeps = {
  readonly env: { readonly [name: string]: string | undefined };
  readonly clock: Clock;
  readonly log: Log;
  readonly projects: Pick<ProjectsService, 'isTrusted' | 'feed'>;
  readonly timers?: Timers;
  readonly timeouts?: BdTimeouts;
};

export type ComposedBeads = {
  readonly service: BeadsService;
  readonly routes: HandlersOf<typeof beads>;
  /** Waits for the writes under way, then ends every watch. */
  close(): Promise<void>;
};

export function composeBeads(deps: ComposeBeadsDeps): ComposedBeads {
  const { env, clock, log, projects, timers = nodeTimers, timeouts } = deps;
  const run = createRunProgram(timers);
  const isTrusted = (folder: string) => projects.isTrusted(folder);
  const factory = createTrackerFactory({
    isTrusted,
    env,
    clock,
    timers,
    run,
    ...(timeouts === undefined ? {} : { timeouts }),
  });
  const service = createBeadsService({
    factory,
    lock: createFileProjectLock(timers),
    clock,
    timers,
    log,
    isTrusted,
    onTrustChange: (tell) => projects.feed.follow(null, tell),
    defaultActor: createDefaultActor(env, run),
    newMarker: randomUUID,
    epoch: randomUUID(),
  });
  return { service, routes: beadsRoutes(service), close: () => service.close() };
}
