import { BeadId } from '@domain/ids';
import { parseMoment } from '@domain/parse-moment';
import { Outcome, Status } from '@domain/session/values';
import { BilledDays } from './billed-days';
import type { FilterKey } from './history-query';
import { type HistoryFilter, HistoryTrait } from './record';

export type ParsedFilter = { readonly filter: HistoryFilter } | { readonly problem: string };

const MOMENT = 'a time: 7d, 24h, today, yesterday, or a date like 2026-10-12';
const BILLED = 'any, undated, a day like 2026-10-12, or days like 2026-10-01..2026-10-12';
const COST = 'an amount of dollars: >1, <0.50, or 1..5';

/** One filter of the search box. `isNot`: it leaves out what it names. */
export function readFilter(key: FilterKey, value: string, nowMs: number, isNot = false): ParsedFilter {
  switch (key) {
    case 'project':
      return { filter: { project: value } };
    case 'agent':
      return { filter: { agent: value } };
    case 'model':
      return { filter: { model: value } };
    case 'tag':
      return { filter: { tags: [value.toLowerCase()] } };
    case 'bead': {
      const bead = BeadId.safeParse(value);
      if (!bead.success) return { problem: 'the id of a bead, or none' };
      return { filter: isNot ? { not_beads: [bead.data] } : { bead: bead.data } };
    }
    case 'status':
      return oneOf(Status.options, value, (status) => ({ status: [status] }));
    case 'outcome':
      return oneOf(Outcome.options, value, (outcome) => ({ outcome: [outcome] }));
    case 'has':
      return oneOf(HistoryTrait.options, value, (trait) => ({ has: [trait] }));
    case 'from':
      return oneOf(['console', 'terminal'] as const, value, (place) => ({
        owner: place === 'terminal' ? 'external' : 'console',
      }));
    case 'since':
      return moment(value, nowMs, '', (since) => ({ since }));
    case 'until':
      return moment(value, nowMs, 'T23:59:59', (until) => ({ until }));
    case 'billed': {
      const days = BilledDays.safeParse(value.toLowerCase());
      return days.success ? { filter: { billed: days.data } } : { problem: BILLED };
    }
    case 'cost':
      return cost(value);
  }
}

function oneOf<T extends string>(
  options: readonly T[],
  value: string,
  filterOf: (option: T) => HistoryFilter,
): ParsedFilter {
  const found = options.find((option) => option === value.toLowerCase());
  if (found !== undefined) return { filter: filterOf(found) };
  return { problem: `${options.slice(0, -1).join(', ')} or ${options.at(-1)}` };
}

const DAY_MS = 86_400_000;

/** `end`: what a bare day is completed with, since it is meant to its end. */
function moment(
  value: string,
  nowMs: number,
  end: string,
  filterOf: (at: string) => HistoryFilter,
): ParsedFilter {
  const word = value.toLowerCase();
  const day = word === 'today' ? dayOf(nowMs) : word === 'yesterday' ? dayOf(nowMs - DAY_MS) : value;
  const text = /^\d{4}-\d{2}-\d{2}$/.test(day) ? `${day}${end}` : day;
  const read = parseMoment(text, nowMs);
  return read.ok ? { filter: filterOf(read.value) } : { problem: MOMENT };
}

function dayOf(atMs: number): string {
  const at = new Date(atMs);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** `>1`, `<0.50`, `1..5`, and `1` alone: at least that. */
function cost(value: string): ParsedFilter {
  const [, sign, low, high] =
    /^([<>]=?)?\$?(\d{1,7}(?:\.\d{1,6})?)(?:\.\.\$?(\d{1,7}(?:\.\d{1,6})?))?$/.exec(value) ?? [];
  if (low === undefined || (sign !== undefined && high !== undefined)) return { problem: COST };
  const micro = Math.round(Number(low) * 1e6);
  if (high !== undefined) {
    const most = Math.round(Number(high) * 1e6);
    return most < micro
      ? { problem: COST }
      : { filter: { min_cost_micro_usd: micro, max_cost_micro_usd: most } };
  }
  if (sign === '<') return { filter: { max_cost_micro_usd: Math.max(0, micro - 1) } };
  if (sign === '<=') return { filter: { max_cost_micro_usd: micro } };
  return { filter: { min_cost_micro_usd: sign === '>' ? micro + 1 : micro } };
}
