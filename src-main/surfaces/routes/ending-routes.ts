import type { ending } from '@contract/ending';
import type { resuming } from '@contract/resuming';
import type { SessionId } from '@domain/ids';
import { err, ok } from '@domain/result';
import type { WorkLife } from '../../services/work/work-life';
import type { HandlersOf } from '../router';

export function resumingRoutes(life: WorkLife): HandlersOf<typeof resuming> {
  return {
    plan: ({ project, id }) => life.resumePlan(project, id),
    note: ({ project, id }) => life.handOffPlan(project, id),
  };
}

export function endingRoutes(life: WorkLife): HandlersOf<typeof ending> {
  return {
    plan: ({ project, id }) => life.endPlan(project, id),
    end: ({ project, id, wish }) => life.end(project, id, wish),
    announced: async (_input, after, deliver) => {
      const moves = await life.moves();
      return moves.ok ? ok(moves.value.feed.follow(after, deliver)) : moves;
    },
    keepOpen: async ({ session_id }) => {
      const moves = await life.moves();
      if (!moves.ok) return moves;
      return moves.value.keepOpen(session_id as SessionId)
        ? ok(null)
        : err({ code: 'session-not-found', session_id });
    },
  };
}
