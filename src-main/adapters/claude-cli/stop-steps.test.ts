import type { StopStep } from '@domain/session/values';
import { describe, expect, it, vi } from 'vitest';
import { createManualTimers } from '../../testing/manual-timers';
import type { Child, ChildEnd } from './child-process';
import { createStopper, PATIENCE_MS } from './stop-steps';

/** A process that leaves at a step of its own choice, or never by itself. */
function stopping(leavesAt: StopStep | 'never', isBusy = true) {
  const timers = createManualTimers();
  const steps: StopStep[] = [];
  let leave: (end: ChildEnd) => void = () => {};
  const gone = new Promise<ChildEnd>((resolve) => {
    leave = resolve;
  });
  const at = (step: StopStep) => {
    if (leavesAt === step || step === 'kill') leave({ code: 0, signal: null });
  };
  const child: Child = {
    pid: 1,
    gone,
    write: () => {},
    closeInput: () => at('exit'),
    signal: (name) => at(name === 'SIGKILL' ? 'kill' : 'terminate'),
    lastLines: () => [],
  };
  const stopper = createStopper({
    child,
    timers,
    isBusy: () => isBusy,
    // One that hangs does not even hear the interrupt.
    interrupt: () => (leavesAt === 'exit' ? Promise.resolve() : gone.then(() => {})),
    onStep: (step) => steps.push(step),
  });
  const seen = (step: StopStep) => vi.waitFor(() => expect(steps.at(-1)).toBe(step), { timeout: 20_000 });
  return { stopper, timers, steps, seen };
}

describe('ending a process', () => {
  it('K1 a running turn is interrupted, then the process is asked to leave', async () => {
    const { stopper, steps } = stopping('exit');
    await Promise.all([stopper.end(), stopper.end()]);
    expect(steps).toEqual(['interrupt', 'exit']);
  });

  it('K1 without a turn there is nothing to interrupt', async () => {
    const { stopper, steps } = stopping('exit', false);
    await stopper.end();
    expect(steps).toEqual(['exit']);
  });

  it.each([
    ['terminate', ['interrupt', 'exit', 'terminate']],
    ['never', ['interrupt', 'exit', 'terminate', 'kill']],
  ] as const)(
    'K2 one that leaves at %s is asked step by step, each after its patience',
    async (at, expected) => {
      const { stopper, timers, steps, seen } = stopping(at);
      const ended = stopper.end();
      await seen('interrupt');
      timers.turn(PATIENCE_MS.interrupt - 1);
      expect(steps).toEqual(['interrupt']);
      timers.turn(1);
      await seen('exit');
      timers.turn(PATIENCE_MS.exit);
      await seen('terminate');
      if (at === 'never') timers.turn(PATIENCE_MS.terminate);
      await ended;
      expect(steps).toEqual(expected);
      expect(timers.waiting()).toBe(0);
    },
  );

  it('K2 a kill in between skips the rest', async () => {
    const { stopper, steps, seen } = stopping('never');
    const ended = stopper.end();
    await seen('interrupt');
    await stopper.kill();
    await ended;
    expect(steps).toEqual(['interrupt', 'kill']);
  });
});
