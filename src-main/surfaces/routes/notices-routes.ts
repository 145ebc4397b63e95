import type { notices } from '@contract/notices';
import { ok } from '@domain/result';
import type { ToldNotices } from '../../services/notices/told-notices';
import type { HandlersOf } from '../router';

export function noticesRoutes(told: ToldNotices): HandlersOf<typeof notices> {
  return { claim: async ({ key }) => ok({ is_new: await told.claim(key) }) };
}
