import { randomUUID } from 'node:crypto';
import type { ending } from '@contract/ending';
import type { resuming } from '@contract/resuming';
import { hashFile } from '../adapters/fs/hash-file';
import { nodeTimers } from '../adapters/system/node-timers';
import type { Clock } from '../ports/clock';
import type { Git } from '../ports/git';
import type { Log } from '../ports/log';
import type { Timers } from '../ports/timers';
import { createWorkLife, type WorkLife } from '../services/work/work-life';
import type { HandlersOf } from '../surfaces/router';
import { endingRoutes, resumingRoutes } from '../surfaces/routes/ending-routes';
import { createBusyFolders } from './busy-folders';
import type { ComposedBeads } from './compose-beads';
import type { ComposedSessions } from './compose-sessions';

export type ComposeWorkLife = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly sessions: () => Promise<Pick<ComposedSessions, 'open'>>;
  readonly beads: () => Promise<Pick<ComposedBeads, 'service'>>;
  readonly git: () => Promise<Git>;
  readonly clock: Clock;
  readonly log: Log;
  readonly timers?: Timers;
};

export type ComposedWorkLife = {
  readonly service: WorkLife;
  readonly resumingRoutes: HandlersOf<typeof resuming>;
  readonly endingRoutes: HandlersOf<typeof ending>;
  close(): Promise<void>;
};

export function composeWorkLife(options: ComposeWorkLife): ComposedWorkLife {
  const { env, sessions, beads, git, clock, log, timers = nodeTimers } = options;
  const service = createWorkLife({
    sessions: async () => (await sessions()).open(),
    beads: async () => (await beads()).service,
    git,
    hashFile,
    busyFolders: createBusyFolders(env),
    clock,
    log,
    timers,
    epoch: randomUUID(),
  });
  return {
    service,
    resumingRoutes: resumingRoutes(service),
    endingRoutes: endingRoutes(service),
    close: () => service.close(),
  };
}
