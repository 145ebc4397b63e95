import type { beads } from '@contract/beads';
import { ok, type Result } from '@domain/result';
import type { BeadsService } from '../../services/beads/beads-service';
import type { HandlersOf } from '../router';

export function beadsRoutes(service: BeadsService): HandlersOf<typeof beads> {
  return {
    list: ({ project, ...wish }) => service.of(project).list(wish),
    ready: ({ project, filter, limit }) => service.of(project).ready(filter, limit),
    blocked: ({ project, filter, limit }) => service.of(project).blocked(filter, limit),
    show: ({ project, id }) => service.of(project).show(id),
    create: ({ project, bead, actor }) => service.of(project).create(bead, { actor }),
    update: ({ project, actor, ...change }) => service.of(project).update(change, { actor }),
    close: ({ project, id, reason, session, force, actor }) =>
      service.of(project).close({ id, reason: reason ?? null, session: session ?? null, force }, { actor }),
    reopen: ({ project, id, actor }) => service.of(project).reopen(id, { actor }),
    move: ({ project, id, status, from_status, assignee, reason, force, actor }) =>
      service.of(project).move({ id, status, fromStatus: from_status, assignee, reason, force }, { actor }),
    undo_move: ({ project, undo, actor }) => service.of(project).undoMove(undo, { actor }),
    add_dependency: ({ project, edge, actor }) => service.of(project).addDependency(edge, { actor }),
    remove_dependency: ({ project, id, depends_on, actor }) =>
      service.of(project).removeDependency(id, depends_on, { actor }),
    comment: ({ project, id, text, actor }) => service.of(project).comment(id, text, { actor }),
    claim: ({ project, id, actor }) => service.of(project).claim(id, { actor }),
    statuses: async ({ project }) => as('statuses', await service.of(project).statuses()),
    configure_status: async ({ project, name, category }) =>
      as('statuses', await service.of(project).configureStatus(name, category)),
    init: ({ project, kind, prefix }) => service.of(project).init(kind, prefix ?? null),
    health: async ({ project }) => {
      const { beads } = service.of(project);
      if (beads.snapshot().tracker.type === 'opening') await beads.refresh();
      const { tracker, is_trusted, health } = beads.snapshot();
      return ok({ tracker, is_trusted, health });
    },
    refresh: async ({ project }) => {
      const { beads } = service.of(project);
      await beads.refresh();
      return ok({ health: beads.snapshot().health });
    },
    history: async ({ project, id }) => as('entries', await service.of(project).history(id)),
    watch: async ({ project }, after, deliver) => ok(service.of(project).beads.follow(after, deliver)),
  };
}

function as<K extends string, T, E>(name: K, result: Result<T, E>): Result<Record<K, T>, E> {
  return result.ok ? ok({ [name]: result.value } as Record<K, T>) : result;
}
