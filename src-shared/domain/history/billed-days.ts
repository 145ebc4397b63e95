import { z } from 'zod';
import type { CubeSession } from './figures';

/** As a bead, an agent or a model: those that have none. */
export const NONE = 'none';

const DAY = String.raw`\d{4}-\d{2}-\d{2}`;

/** When something was billed: `any` time, `undated`, a day, or days from..to with either end left open. */
export const BilledDays = z
  .string()
  .regex(new RegExp(`^(any|undated|${DAY}|${DAY}\\.\\.(${DAY})?|\\.\\.${DAY})$`));
export type BilledDays = z.infer<typeof BilledDays>;

export const daysFrom = (day: string | null): BilledDays => (day === null ? 'any' : `${day}..`);

export function isBilledOn(days: BilledDays, day: string | null): boolean {
  if (days === 'any') return true;
  if (day === null || days === 'undated') return day === null && days === 'undated';
  const [from = '', to = from] = days.split('..');
  return day >= from && (to === '' || day <= to);
}

export type BilledFilter = {
  /** On one of these days, of each of them. */
  readonly billed: readonly BilledDays[];
  /** The whole name of a model means that one alone, `none` what names no model; anything else is part of a name. */
  readonly models: readonly string[];
  /** Claude's own reckoning of it is known, and all of it falls into the days. */
  readonly isReckoned: boolean;
  /** One of those messages has no known price. */
  readonly isUnpriced: boolean;
};

/** The sessions that `figuresOf` counts for these days and this model: those with a billed message there that is their own. */
export function sessionsBehind(
  sessions: readonly CubeSession[],
  { billed, models, isReckoned, isUnpriced }: BilledFilter,
): readonly string[] {
  const names = new Set(sessions.flatMap(({ cells }) => cells.map(({ model }) => model.toLowerCase())));
  const wanted = models.map((model) => model.toLowerCase());
  const isOf = (name: string, model: string) => {
    if (model === NONE) return name === '';
    return names.has(model) ? name.toLowerCase() === model : name.toLowerCase().includes(model);
  };
  return sessions
    .filter(({ cells, claudeCost }) => {
      const met = cells.filter(({ day }) => billed.every((days) => isBilledOn(days, day)));
      if (met.length === 0) return false;
      if (isReckoned && (claudeCost === null || met.length < cells.length)) return false;
      if (isUnpriced && met.every(({ unpriced }) => unpriced === 0)) return false;
      return wanted.every((model) => met.some((cell) => isOf(cell.model, model)));
    })
    .map(({ id }) => id);
}
