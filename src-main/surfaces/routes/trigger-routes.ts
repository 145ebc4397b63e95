import type { trigger } from '@contract/trigger';
import { err } from '@domain/result';
import type { TriggerService } from '../../services/trigger/trigger-service';
import type { HandlersOf } from '../router';

/** Null: a command that ends at once would take what it began with it. */
export function triggerRoutes(service: Pick<TriggerService, 'start'> | null): HandlersOf<typeof trigger> {
  return {
    start: async ({ project, ...wish }) =>
      service === null ? err({ code: 'console-not-running' }) : service.start({ folder: project, ...wish }),
  };
}
