import { randomUUID } from 'node:crypto';
import type { changes } from '@contract/changes';
import type { history } from '@contract/history';
import type { worktrees } from '@contract/worktrees';
import type { SessionId } from '@domain/ids';
import { nodeTimers } from '../adapters/system/node-timers';
import type { Clock } from '../ports/clock';
import type { Git } from '../ports/git';
import type { Log } from '../ports/log';
import { createFollowWork, type FollowWork } from '../services/changes/follow-work';
import { createGitActivity, type PastSessions } from '../services/changes/git-activity';
import { createSessionChanges } from '../services/changes/session-changes';
import { createWatchChanges } from '../services/changes/watch-changes';
import { createWorktrees } from '../services/changes/worktrees';
import type { HandlersOf } from '../surfaces/router';
import { changesRoutes, worktreesRoutes } from '../surfaces/routes/changes-routes';
import { createBusyFolders } from './busy-folders';
import type { ComposedSessions } from './compose-sessions';

type HistoryRoutes = Pick<HandlersOf<typeof history>, 'show' | 'list' | 'find'>;

export type ComposeChanges = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly sessions: () => Promise<Pick<ComposedSessions, 'open'>>;
  readonly git: () => Promise<Git>;
  readonly history: () => Promise<{ readonly routes: HistoryRoutes }>;
  readonly clock: Clock;
  readonly log: Log;
  readonly writesNotes: () => boolean;
};

export type ComposedChanges = {
  readonly routes: HandlersOf<typeof changes>;
  readonly worktreesRoutes: HandlersOf<typeof worktrees>;
  readonly follow: FollowWork;
  readonly activity: ReturnType<typeof createGitActivity>;
  close(): Promise<void>;
};

export function composeChanges(options: ComposeChanges): ComposedChanges {
  const { env, git, clock, log, writesNotes } = options;
  const sessions = async () => (await options.sessions()).open();
  const timers = nodeTimers;
  const follow = createFollowWork({ sessions, git, clock, timers, log, writesNotes });
  const watch = createWatchChanges({ sessions, git, timers, epoch: randomUUID() });
  return {
    follow,
    routes: changesRoutes(createSessionChanges({ sessions, git, follow }), watch),
    worktreesRoutes: worktreesRoutes(createWorktrees({ sessions, git, busyFolders: createBusyFolders(env) })),
    activity: createGitActivity({ sessions, git, past: pastOf(options.history) }),
    async close() {
      watch.close();
      follow.close();
    },
  };
}

const NOBODY = { door: 'ui', connection: 'git-activity' } as const;
const MOST_RIVALS = 50;

/** A history that cannot be opened knows nothing. */
function pastOf(open: ComposeChanges['history']): PastSessions {
  return {
    async show(id) {
      const found = await (await open()).routes.show({ id: id as SessionId }, NOBODY);
      return found.ok ? found.value : null;
    },
    async during(cwd, from, to) {
      const page = { limit: MOST_RIVALS, offset: 0 };
      const found = await (await open()).routes.list({ project: cwd, ...page }, NOBODY);
      if (!found.ok) return [];
      const overlaps = (a: string | null, b: string | null) =>
        a !== null && Date.parse(a) <= Date.parse(to) && (b === null || Date.parse(b) >= Date.parse(from));
      return found.value.sessions.filter((one) => one.cwd === cwd && overlaps(one.started_at, one.ended_at));
    },
    async says(id, text) {
      const choice = { id: id as SessionId, branches: true };
      const found = await (await open()).routes.find({ ...choice, text, as: 'characters', limit: 1 }, NOBODY);
      return found.ok && found.value.places.length > 0;
    },
  };
}
