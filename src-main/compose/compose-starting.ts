import { randomUUID } from 'node:crypto';
import { lstatSync } from 'node:fs';
import type { starting } from '@contract/starting';
import type { Session } from '@domain/session/record';
import type { Settings } from '@domain/settings';
import { createAgentDefinitions } from '../adapters/claude-cli/agent-definitions';
import { createContextFiles } from '../adapters/context-files/context-files';
import { createSmallFile } from '../adapters/fs/small-file';
import { listFiles } from '../adapters/git-cli/list-files';
import type { Clock } from '../ports/clock';
import type { Git } from '../ports/git';
import type { Log } from '../ports/log';
import type { ProjectsService } from '../services/projects/projects-service';
import { createStartDefaults } from '../services/work/start-defaults';
import type { StartWorld } from '../services/work/start-world';
import { createStarting, type Starting } from '../services/work/starting';
import type { HandlersOf } from '../surfaces/router';
import { startingRoutes } from '../surfaces/routes/starting-routes';
import type { ComposedBeads } from './compose-beads';
import type { ComposedSessions } from './compose-sessions';
import type { Places } from './places';

export type ComposeStarting = {
  readonly env: { readonly [name: string]: string | undefined };
  readonly places: Pick<Places, 'startDefaults'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly projects: Pick<ProjectsService, 'isTrusted'>;
  readonly settings: () => Settings;
  readonly sessions: () => Promise<Pick<ComposedSessions, 'open'>>;
  readonly beads: () => Promise<Pick<ComposedBeads, 'service'>>;
  readonly git: () => Promise<Git>;
};

export type ComposedStarting = {
  readonly service: Starting;
  readonly routes: HandlersOf<typeof starting>;
  /** Gives back what starts have taken that nobody lived to finish. */
  recover(held: readonly Session[]): void;
  close(): Promise<void>;
};

export function composeStarting(options: ComposeStarting): ComposedStarting {
  const { env, places, clock, log, projects, settings, sessions, beads, git } = options;
  const world: StartWorld = {
    sessions: async () => (await sessions()).open(),
    beads: async () => (await beads()).service,
    git,
    clock,
    log,
    agents: createAgentDefinitions({ env, isTrusted: (folder) => projects.isTrusted(folder) }),
    files: createContextFiles((folder) => listFiles(folder, env)),
    defaults: createStartDefaults(createSmallFile(places.startDefaults), log),
    settings: () => {
      const { claude, work } = settings();
      return { seat: claude.seat, worktreePlace: work.worktree_place, contextTokens: work.context_tokens };
    },
    exists: (path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined,
  };
  const service = createStarting({ ...world, epoch: randomUUID() });
  return {
    service,
    routes: startingRoutes(service),
    recover: (held) => service.recover(held),
    close: () => service.close(),
  };
}
