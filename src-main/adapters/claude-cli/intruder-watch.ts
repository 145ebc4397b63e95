import { randomUUID } from 'node:crypto';
import { err, ok } from '@domain/result';
import type { ClaudeDriver, DriverEvent, LiveClaude } from '../../ports/claude-driver';
import type { Timers } from '../../ports/timers';
import type { ProcessTable } from '../locks/process-identity';
import type { ClaudeFolder } from './claude-folder';
import { openElsewhere } from './preflight';

/*
 * Claude does not lock a session: a plain `claude --resume` beside ours would split the conversation in two.
 * I1  While ours runs, the list of running processes is looked at; another one on the same session is told once, by its
 *     number, as a warning.
 * I2  A prompt is not sent while another has the session open: that is what would do the damage.
 * I3  Nothing is told after the end of our process.
 */
export type IntruderDeps = {
  readonly folder: Pick<ClaudeFolder, 'openedBy'>;
  readonly processes: ProcessTable;
  readonly timers: Timers;
  /** What we started, and what that started. Where it cannot be told nobody is called an intruder. */
  readonly isOurs: (pid: number) => boolean;
};

const LOOK_EVERY_MS = 2000;

export function watchIntruders(driver: ClaudeDriver, deps: IntruderDeps): ClaudeDriver {
  return {
    check: (request) => driver.check(request),
    async launch(request) {
      const launched = await driver.launch(request);
      return launched.ok ? ok(watched(launched.value, deps)) : launched;
    },
  };
}

function watched(live: LiveClaude, deps: IntruderDeps): LiveClaude {
  const listeners = new Set<(event: DriverEvent) => void>();
  const told = new Set<number>();
  /** Prompts before which we look. */
  const underway = new Set<string>();
  let isOver = false;
  let cancel = () => {};

  const intruder = () => openElsewhere(deps, live.session_id, deps.isOurs);
  const warn = (pid: number) => {
    if (isOver) return;
    told.add(pid);
    const text = `Another Claude (process ${pid}) has this session open. End one of the two before you go on: two at once split the conversation.`;
    for (const tell of [...listeners]) tell({ type: 'notice', level: 'warning', text });
  };
  const look = () => {
    if (isOver) return;
    cancel = deps.timers.after(LOOK_EVERY_MS, () => {
      void intruder().then((pid) => {
        if (pid !== null && !told.has(pid)) warn(pid);
        look();
      });
    });
  };
  look();

  return {
    // It changes when Claude goes on as another session.
    get session_id() {
      return live.session_id;
    },
    seat: live.seat,
    pid: live.pid,
    ...(live.commands === undefined ? {} : { commands: live.commands }),
    takeBack: (id) => underway.delete(id) || live.takeBack?.(id) === true,
    onEvent(tell) {
      listeners.add(tell);
      const stop = live.onEvent((event) => {
        if (event.type === 'process-ended') {
          isOver = true;
          cancel();
        }
        tell(event);
      });
      return () => {
        listeners.delete(tell);
        stop();
      };
    },
    async send(prompt, id = randomUUID(), images = []) {
      underway.add(id);
      const pid = await intruder();
      if (!underway.delete(id)) return err({ code: 'not-taken' });
      if (pid === null) return live.send(prompt, id, images);
      warn(pid);
      return err({ code: 'not-taken' });
    },
    answerPermission: live.answerPermission,
    interrupt: live.interrupt,
    end: live.end,
    kill: live.kill,
  };
}
