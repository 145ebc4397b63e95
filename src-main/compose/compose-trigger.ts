import { dirname } from 'node:path';
import type { FolderPath } from '@domain/ids';
import type { TriggerLimits } from '@domain/trigger/trigger';
import type { Clock } from '../ports/clock';
import type { Log } from '../ports/log';
import { createTriggerService, type TriggerService } from '../services/trigger/trigger-service';
import type { ComposedBeads } from './compose-beads';
import type { ComposedSessions } from './compose-sessions';

export type ComposeTrigger = {
  readonly sessions: () => Promise<Pick<ComposedSessions, 'open'>>;
  readonly beads: () => Promise<Pick<ComposedBeads, 'service'>>;
  readonly isTrusted: (folder: string) => boolean;
  readonly limits: () => TriggerLimits;
  readonly clock: Clock;
  readonly log: Log;
};

/** Nothing is opened before somebody asks, and nothing at all while it is off. */
export function composeTrigger(options: ComposeTrigger): Pick<TriggerService, 'start'> {
  const { sessions, beads, limits, clock, log } = options;
  let service: TriggerService | null = null;
  // An agent may work in a folder of the project; whether that is a project of its own the driver sees.
  const isTrusted = (folder: string): boolean =>
    options.isTrusted(folder) || (dirname(folder) !== folder && isTrusted(dirname(folder)));
  return {
    async start(request) {
      if (service === null) {
        if (!limits().enabled) return { ok: false, error: { code: 'trigger-off' } };
        const opened = await (await sessions()).open();
        if (!opened.ok) return opened;
        service ??= createTriggerService({
          sessions: opened.value,
          limits,
          isTrusted,
          hasBead: async (folder, bead) => {
            const project = (await beads()).service.of(folder as FolderPath);
            return (await project.show(bead)).ok;
          },
          dayStart: () => new Date(new Date(clock.nowMs()).setHours(0, 0, 0, 0)).toISOString(),
          log,
        });
      }
      return service.start(request);
    },
  };
}
