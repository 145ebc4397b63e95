import type { starting } from '@contract/starting';
import { ok } from '@domain/result';
import type { Starting } from '../../services/work/starting';
import type { HandlersOf } from '../router';

export function startingRoutes(service: Starting): HandlersOf<typeof starting> {
  return {
    plan: ({ project, bead_id }) => service.plan(project, bead_id),
    branch: ({ project, bead_id, branch }) => service.branch(project, branch, bead_id),
    preview: ({ project, bead_id, prompt, context }) => service.preview(project, bead_id, prompt, context),
    start: (wish) => service.start(wish),
    handOff: (wish) => service.handOff(wish),
    underWay: async (_input, after, deliver) => ok(service.feed.follow(after, deliver)),
  };
}
