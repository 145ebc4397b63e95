import { ok, type Result } from '@domain/result';
import type { SessionError } from '@domain/session/errors';
import type { Session } from '@domain/session/record';
import type { PauseMark } from '@domain/session/since-pause';
import type { Timers } from '../../ports/timers';
import { createEndPlan } from './end-plan';
import { createEndWork, type EndWork } from './end-work';
import { type BeadMoves, createBeadMoves } from './follow-bead-moves';
import { createHandOffPlan } from './hand-off-plan';
import { createResumePlan } from './resume-plan';
import { markNow, type WorkWorld } from './work-world';

/** From a pause to the end: what a resume compares with, what is handed on, and how work is ended. */
export type WorkLife = Pick<EndWork, 'end'> & {
  readonly resumePlan: ReturnType<typeof createResumePlan>;
  readonly handOffPlan: ReturnType<typeof createHandOffPlan>;
  readonly endPlan: ReturnType<typeof createEndPlan>;
  mark(session: Session): Promise<PauseMark>;
  /** Begins to follow the beads of open sessions when it is first asked. */
  moves(): Promise<Result<BeadMoves, SessionError>>;
  close(): Promise<void>;
};

export function createWorkLife(
  world: WorkWorld & { readonly timers: Timers; readonly epoch: string },
): WorkLife {
  const work = createEndWork(world);
  let following: Promise<Result<BeadMoves, SessionError>> | null = null;
  let isClosed = false;

  const follow = async (): Promise<Result<BeadMoves, SessionError>> => {
    const opened = await world.sessions();
    if (!opened.ok) return opened;
    const { clock, timers, log, epoch } = world;
    const beads = await world.beads();
    const { isEnding } = work;
    const moves = createBeadMoves({ service: opened.value, beads, isEnding, clock, timers, log, epoch });
    if (isClosed) moves.close();
    return ok(moves);
  };

  return {
    end: work.end,
    resumePlan: createResumePlan(world),
    handOffPlan: createHandOffPlan(world),
    endPlan: createEndPlan(world),
    mark: (session) => markNow(world, session),
    async moves() {
      following ??= follow();
      const moves = await following;
      if (!moves.ok) following = null;
      return moves;
    },
    async close() {
      isClosed = true;
      const moves = await following;
      if (moves?.ok) moves.value.close();
    },
  };
}
