import type { Session } from '@domain/session/record';
import { createHandOffWork } from './hand-off-work';
import { createRecoverStarts } from './recover-starts';
import { createStartPlan } from './start-plan';
import { createStartWork, type StartWork } from './start-work';
import type { StartWorld } from './start-world';

/** The beginning of a piece of work, from the question to the running session. */
export type Starting = ReturnType<typeof createStartPlan> &
  Pick<StartWork, 'start' | 'feed'> & {
    handOff: ReturnType<typeof createHandOffWork>;
    recover(held: readonly Session[]): void;
    /** Resolves when every start that was found unfinished is undone. */
    drain(): Promise<void>;
    close(): Promise<void>;
  };

export function createStarting(world: StartWorld & { readonly epoch: string }): Starting {
  const work = createStartWork(world);
  const recovery = createRecoverStarts({ world, isStarting: work.isStarting });
  return {
    ...createStartPlan(world),
    handOff: createHandOffWork(world),
    feed: work.feed,
    start(wish) {
      recovery.look([]);
      return work.start(wish);
    },
    recover: recovery.look,
    drain: recovery.drain,
    close: recovery.close,
  };
}
