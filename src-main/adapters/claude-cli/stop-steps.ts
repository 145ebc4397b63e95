import type { StopStep } from '@domain/session/values';
import type { Timers } from '../../ports/timers';
import type { Child } from './child-process';

/*
 * interrupt (only in a turn) -> exit -> terminate -> kill, each told; the next one only when the last was in vain.
 * K1  The interrupt comes first: it keeps the partial answer, a signal loses it.
 * K2  A step is taken once. Asking again waits for the same end; `kill` skips what is left.
 */
export type Stopper = {
  isAsked(): boolean;
  end(): Promise<void>;
  kill(): Promise<void>;
};

export type StopperDeps = {
  readonly child: Pick<Child, 'gone' | 'closeInput' | 'signal'>;
  readonly timers: Timers;
  readonly isBusy: () => boolean;
  readonly interrupt: () => Promise<void>;
  /** False: it cannot be asked (it waits for something before it began), only ended. */
  readonly canLeave?: () => boolean;
  readonly onStep: (step: StopStep) => void;
};

export const PATIENCE_MS = { interrupt: 10_000, exit: 10_000, terminate: 5_000 } as const;

export function createStopper(deps: StopperDeps): Stopper {
  const { child, timers, isBusy, interrupt, onStep, canLeave = () => true } = deps;
  let ending: Promise<void> | null = null;
  let isGone = false;
  let isKilled = false;
  const gone = child.gone.then(() => {
    isGone = true;
  });

  /** Resolves when `event` has come, when the process is gone, or when patience is at its end. */
  const within = (ms: number, event: Promise<void>): Promise<void> =>
    new Promise((resolve) => {
      const cancel = timers.after(ms, resolve);
      void Promise.race([event, gone]).then(() => {
        cancel();
        resolve();
      });
    });

  const kill = () => {
    if (!isGone && !isKilled) {
      isKilled = true;
      onStep('kill');
      child.signal('SIGKILL');
    }
    return gone;
  };

  const end = async () => {
    if (isBusy()) {
      onStep('interrupt');
      await within(PATIENCE_MS.interrupt, interrupt());
    }
    if (isGone || isKilled) return gone;
    if (canLeave()) {
      onStep('exit');
      child.closeInput();
      await within(PATIENCE_MS.exit, gone);
    }
    if (isGone || isKilled) return gone;
    onStep('terminate');
    child.signal('SIGTERM');
    await within(PATIENCE_MS.terminate, gone);
    return kill();
  };

  return {
    isAsked: () => ending !== null || isKilled,
    end: () => {
      ending ??= end();
      return ending;
    },
    kill: () => kill(),
  };
}
