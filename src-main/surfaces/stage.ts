import { err } from '@domain/result';
import type { Dispatch } from './dispatch';
import type { Caller } from './router';

/**
 * Which program a caller means: this one, or the demo it hosts. Starting and leaving the demo is always this one's, and so is
 * what became of a file that the window saved.
 */
export function stageDispatch(own: Dispatch, demo: () => Dispatch | null): Dispatch {
  const meant = (name: string, caller: Caller): Dispatch | null =>
    caller.app !== 'demo' || name.startsWith('demo.') || name === 'app.save_outcome' ? own : demo();
  const over = async () => err({ code: 'demo-over' });
  return {
    call: (name, input, caller) => meant(name, caller)?.call(name, input, caller) ?? over(),
    follow: (name, input, after, deliver, caller) =>
      meant(name, caller)?.follow(name, input, after, deliver, caller) ?? over(),
  };
}
