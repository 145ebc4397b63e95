import type { changes } from '@contract/changes';
import type { worktrees } from '@contract/worktrees';
import { ok } from '@domain/result';
import type { SessionChangesService } from '../../services/changes/session-changes';
import type { createWatchChanges } from '../../services/changes/watch-changes';
import type { WorktreesService } from '../../services/changes/worktrees';
import type { HandlersOf } from '../router';

export function changesRoutes(
  service: SessionChangesService,
  watch: Pick<ReturnType<typeof createWatchChanges>, 'follow'>,
): HandlersOf<typeof changes> {
  return {
    list: (input) => service.list(input),
    file: (input) => service.file(input),
    watch: (input, after, deliver) => watch.follow(input, after, deliver),
  };
}

export function worktreesRoutes(service: WorktreesService): HandlersOf<typeof worktrees> {
  return {
    async list({ project, measure }) {
      const listed = await service.list(project, measure);
      return listed.ok ? ok({ worktrees: [...listed.value] }) : listed;
    },
    async remove({ project, paths }) {
      const removed = await service.remove(project, paths);
      return removed.ok ? ok({ outcomes: [...removed.value] }) : removed;
    },
    giveUp: ({ project, path, accepted }) => service.giveUp(project, path, accepted),
  };
}
