import { z } from 'zod';
import { SessionId } from '../ids';
import type { Session } from '../session/record';

export const TriggerRefusal = z.discriminatedUnion('code', [
  /** A person turns it on in the settings. */
  z.object({ code: z.literal('trigger-off') }),
  /** One that was triggered triggers none: it would be a chain without a person in it. */
  z.object({ code: z.literal('trigger-inside-trigger'), session_id: SessionId }),
  z.object({ code: z.literal('trigger-too-many-active'), most: z.int() }),
  z.object({ code: z.literal('trigger-too-many-today'), most: z.int() }),
  z.object({ code: z.literal('trigger-budget-spent'), budget_usd: z.number(), spent_micro_usd: z.int() }),
]);
export type TriggerRefusal = z.infer<typeof TriggerRefusal>;

export type TriggerLimits = {
  readonly enabled: boolean;
  readonly max_active: number;
  readonly max_per_day: number;
  readonly budget_usd: number;
};

const MICRO = 1_000_000;

/**
 * What may be spent by one more triggered session, or why there may be none. `dayStart`: when the day began here. What a session has
 * not told the cost of yet counts with all that it was allowed.
 */
export function judgeTrigger(
  limits: TriggerLimits,
  triggered: readonly Session[],
  dayStart: string,
): { readonly ok: true; readonly value: number } | { readonly ok: false; readonly error: TriggerRefusal } {
  const refuse = (error: TriggerRefusal) => ({ ok: false, error }) as const;
  if (!limits.enabled) return refuse({ code: 'trigger-off' });
  const active = triggered.filter(({ status }) => status === 'active' || status === 'draft');
  if (active.length >= limits.max_active)
    return refuse({ code: 'trigger-too-many-active', most: limits.max_active });
  const today = triggered.filter(({ created_at }) => Date.parse(created_at) >= Date.parse(dayStart));
  if (today.length >= limits.max_per_day)
    return refuse({ code: 'trigger-too-many-today', most: limits.max_per_day });
  const spent = today.reduce((sum, session) => sum + spentBy(session), 0);
  const left = Math.floor(limits.budget_usd * MICRO) - spent;
  if (left <= 0)
    return refuse({
      code: 'trigger-budget-spent',
      budget_usd: limits.budget_usd,
      spent_micro_usd: Math.min(spent, Number.MAX_SAFE_INTEGER),
    });
  // A share each, so that the first of the day does not leave nothing for the others that may run beside it.
  return { ok: true, value: Math.max(1, Math.floor(left / (limits.max_active - active.length))) / MICRO };
}

export const BUDGET_KEY = 'max_budget_usd';

function spentBy({ status, stats, metadata, run_count }: Session): number {
  const told = stats?.cost_micro_usd;
  const allowed = metadata[BUDGET_KEY];
  const isOpen = status === 'active' || status === 'draft';
  const isUntold = isOpen || (told === undefined && run_count > 0);
  return Math.max(told ?? 0, isUntold && typeof allowed === 'number' ? Math.ceil(allowed * MICRO) : 0);
}
