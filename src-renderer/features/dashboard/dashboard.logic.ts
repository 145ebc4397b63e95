import type { Figures } from '@domain/history/figures';
import type { Period } from '@domain/history/period';
import type { ReportRow } from '@domain/history/record';
import { costWords, countWords } from '../../app/usage-words';

export const PERIODS = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: 'all', label: 'All' },
] as const;
export type PeriodChoice = (typeof PERIODS)[number]['value'];

/** As the history is asked for it; undefined: from the beginning. */
export const periodOf = (choice: PeriodChoice): Period | undefined =>
  choice === 'all' ? undefined : `${choice}d`;

/** More bars than this are no chart any more; the table has every day. */
export const MOST_DAYS = 120;
const DAY_MS = 86_400_000;

type Span = Pick<Figures, 'days' | 'today' | 'first_day'>;

/** How many days the period has, those without work too. */
export function lengthOf(span: Span): number {
  const first = firstOf(span);
  return first === null ? 1 : Math.max(1, Math.round((atOf(span.today) - atOf(first)) / DAY_MS) + 1);
}

/** Every day from the first to today, those without work too; of a long time the latest. */
export function daysOf(span: Span): readonly string[] {
  if (firstOf(span) === null) return [];
  const length = Math.min(MOST_DAYS, lengthOf(span));
  return Array.from({ length }, (_, index) => dayOf(atOf(span.today) - (length - 1 - index) * DAY_MS));
}

const firstOf = ({ days, first_day }: Span): string | null =>
  first_day ?? days.find(({ key }) => key !== null)?.key ?? null;

/** Days are the machine's and bear no time zone: they are counted in one that knows no summer. */
const atOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const dayOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);

export type Part = { readonly series: number; readonly value: number; readonly name: string };
export type Bar = { readonly day: string; readonly parts: readonly Part[]; readonly total: number };

const SERIES = 4;
/** The models with a colour of their own, dearest first; the rest share the last colour. */
export const colouredModels = ({ models }: Pick<Figures, 'models'>): readonly string[] =>
  models.slice(0, SERIES).map(({ key }) => key ?? '');

function groupByDay({ day_models }: Pick<Figures, 'day_models'>): Map<string, Figures['day_models']> {
  const days = new Map<string, Figures['day_models']>();
  for (const each of day_models) days.set(each.day, [...(days.get(each.day) ?? []), each]);
  return days;
}

export function costBars(figures: Figures, days: readonly string[]): readonly Bar[] {
  const coloured = colouredModels(figures);
  const byDay = groupByDay(figures);
  return days.map((day) => {
    const found = byDay.get(day) ?? [];
    const parts = coloured.map((name, series) => ({
      series,
      name,
      value: found.find(({ model }) => model === name)?.cost_micro_usd ?? 0,
    }));
    const others = found
      .filter(({ model }) => !coloured.includes(model))
      .reduce((sum, { cost_micro_usd }) => sum + cost_micro_usd, 0);
    const all = [...parts, { series: SERIES, name: '', value: others }].filter(({ value }) => value > 0);
    return { day, parts: all, total: all.reduce((sum, { value }) => sum + value, 0) };
  });
}

export function sessionBars(figures: Pick<Figures, 'days'>, days: readonly string[]): readonly Bar[] {
  const counts = new Map(figures.days.map(({ key, sessions }) => [key, sessions]));
  return days.map((day) => {
    const total = counts.get(day) ?? 0;
    return { day, parts: total === 0 ? [] : [{ series: 0, name: '', value: total }], total };
  });
}

/** The bars of both charts; of a long time the latest days alone. */
export function daysShown(figures: Figures | undefined) {
  if (figures === undefined) return { costs: [], counts: [], isCut: false };
  const days = daysOf(figures);
  return {
    costs: costBars(figures, days),
    counts: sessionBars(figures, days),
    isCut: lengthOf(figures) > days.length,
  };
}

/** What a chart says, in a sentence. */
export function barsWords(bars: readonly Bar[], words: (value: number) => string, nowMs?: number): string {
  const worked = bars.filter(({ total }) => total > 0);
  const most = worked.reduce<Bar | undefined>(
    (high, bar) => (bar.total >= (high?.total ?? 0) ? bar : high),
    undefined,
  );
  if (most === undefined) return 'Nothing on these days.';
  const days = bars.length === 1 ? '1 day' : `${worked.length} of ${bars.length} days`;
  return `On ${days}, most on ${dayWords(most.day, nowMs)}: ${words(most.total)}.`;
}

/** From nothing to just above the highest, in four steps at most, each a round number. `least`: the smallest step. */
export function ticksOf(highest: number, least: number): readonly number[] {
  const wanted = Math.max(highest / 4, least);
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= wanted) ?? wanted;
  const count = Math.max(1, Math.ceil(highest / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** Which days are named below the bars: about five, the last one always. */
export function namedDays(days: readonly string[]): ReadonlySet<string> {
  const every = Math.max(1, Math.ceil(days.length / 5));
  return new Set(days.filter((_, index) => (days.length - 1 - index) % every === 0));
}

/** With the year where it is not this one. */
export function dayWords(day: string, nowMs: number = Date.now()): string {
  const at = new Date(`${day}T12:00:00`);
  const year = at.getFullYear() === new Date(nowMs).getFullYear() ? undefined : 'numeric';
  return at.toLocaleDateString(undefined, { day: 'numeric', month: 'short', year });
}

export type Usage = Pick<ReportRow, 'sessions' | 'total_tokens' | 'cost_micro_usd'>;

/** The figures of a row, by the heads of their columns. */
export const usageFigures = ({ sessions, total_tokens, cost_micro_usd }: Usage) => ({
  Sessions: String(sessions),
  Tokens: countWords(total_tokens),
  Cost: costWords(cost_micro_usd),
});

const SHOWN_BEADS = 8;
export type BeadRows = {
  readonly shown: readonly ReportRow[];
  readonly others: (Usage & { readonly count: number }) | null;
  readonly none: ReportRow | null;
};

export function beadRows({ beads }: Pick<Figures, 'beads'>): BeadRows {
  const known = beads.filter(({ key }) => key !== null);
  const rest = known.slice(SHOWN_BEADS);
  const sum = (field: keyof Usage) => rest.reduce((total, row) => total + row[field], 0);
  const others = {
    count: rest.length,
    sessions: sum('sessions'),
    total_tokens: sum('total_tokens'),
    cost_micro_usd: sum('cost_micro_usd'),
  };
  return {
    shown: known.slice(0, SHOWN_BEADS),
    others: rest.length === 0 ? null : others,
    none: beads.find(({ key }) => key === null) ?? null,
  };
}

const counted = (n: number, one: string) => `${n.toLocaleString('en')} ${one}${n === 1 ? '' : 's'}`;

/** What the table of beads says, in a sentence. */
export function beadsWords({ beads, total }: Pick<Figures, 'beads' | 'total'>): string {
  const [first, ...others] = beads.filter(({ key }) => key !== null);
  if (first === undefined) return 'No work on a bead.';
  const most = others.reduce((high, row) => (row.cost_micro_usd > high.cost_micro_usd ? row : high), first);
  const all = costWords(total.cost_micro_usd);
  return `On ${counted(others.length + 1, 'bead')}, most on ${most.key}: ${costWords(most.cost_micro_usd)} of ${all}.`;
}

/** What the table of agents says, in a sentence. */
export function agentsWords({ agents, total }: Pick<Figures, 'agents' | 'total'>): string {
  const [first, ...others] = agents.filter(({ key }) => key !== null);
  if (first === undefined) return 'No work by a named agent.';
  const most = others.reduce((high, row) => (row.sessions > high.sessions ? row : high), first);
  const all = counted(total.sessions, 'session');
  return `By ${counted(others.length + 1, 'agent')}, most by ${most.key}: ${most.sessions.toLocaleString('en')} of ${all}.`;
}

/** 2.0; null where no session worked on a bead. */
export function sessionsPerBead({ beads }: Pick<Figures, 'beads'>): number | null {
  const known = beads.filter(({ key }) => key !== null);
  return known.length === 0 ? null : known.reduce((sum, { sessions }) => sum + sessions, 0) / known.length;
}

export function cacheShare({ total }: Pick<Figures, 'total'>): number | null {
  return total.total_tokens === 0 ? null : total.cache_read_tokens / total.total_tokens;
}

const COLUMNS = [
  'sessions',
  'messages',
  'tokens_in',
  'tokens_out',
  'cache_read_tokens',
  'cache_write_tokens',
  'total_tokens',
  'cost_micro_usd',
  'unpriced_tokens',
] as const;

/** A name that begins like a formula would be one in a spreadsheet. */
function csvField(value: string): string {
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\n\r]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

export function csvOf(figures: Figures): string {
  const kinds = { day: figures.days, model: figures.models, bead: figures.beads, agent: figures.agents };
  const rows = Object.entries({ ...kinds, project: figures.projects, all: [figures.total] }).flatMap(
    ([by, list]) =>
      list.map((row) => [by, csvField(row.key ?? ''), ...COLUMNS.map((name) => String(row[name]))].join(',')),
  );
  return `${[['by', 'key', ...COLUMNS].join(','), ...rows].join('\r\n')}\r\n`;
}
