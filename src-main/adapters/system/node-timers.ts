import type { Timers } from '../../ports/timers';

export const nodeTimers: Timers = {
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** For looks round that must not keep a program alive which has nothing else to do. */
export const idleTimers: Timers = {
  after(ms, run) {
    const timer = setTimeout(run, ms).unref();
    return () => clearTimeout(timer);
  },
};
