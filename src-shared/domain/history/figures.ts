import { addUsage, costOf, type TokenUsage, totalTokens } from '@domain/cost/usage';
import type { Billed } from '@domain/transcript/billed-rows';
import { usageOf } from '@domain/transcript/tally-stats';
import { z } from 'zod';
import { isOfProject, type ProjectMap } from './project-map';
import { ReportRow } from './record';
import { createGroup, type Group, type PriceFinder, rowOf } from './report';

const Count = z.int().nonnegative();

/** All the figures of the dashboard: one answer of one query, so that no two of them can disagree. */
export const Figures = z.object({
  /** Of the machine the history is on, which may be in another time zone than the window. */
  today: z.iso.date(),
  /** The first day that is counted; null: from the beginning. */
  first_day: z.iso.date().nullable(),
  total: ReportRow,
  days: z.array(ReportRow),
  /** The days again, each in its models. */
  day_models: z.array(z.object({ day: z.string(), model: z.string(), cost_micro_usd: Count, tokens: Count })),
  models: z.array(ReportRow),
  beads: z.array(ReportRow),
  agents: z.array(ReportRow),
  projects: z.array(ReportRow),
  active: z.object({
    sessions: Count,
    total_ms: Count,
    longest_ms: Count,
    longest_id: z.string().nullable(),
  }),
  /** Of the sessions for which Claude wrote down its own reckoning: both reckonings. */
  claude: z.object({ sessions: Count, claude_micro_usd: Count, ours_micro_usd: Count }),
  prices_as_of: z.iso.date(),
});
export type Figures = z.infer<typeof Figures>;

/** What one session cost on one day with one model. */
export type Cell = {
  readonly day: string | null;
  readonly model: string;
  usage: TokenUsage;
  messages: number;
  cost: number;
  unpriced: number;
};

export type CubeSession = {
  readonly id: string;
  readonly cwd: string | null;
  readonly cells: readonly Cell[];
  /** By its own messages, on each day; a console's session has a better figure of its own. */
  readonly activeMs: ReadonlyMap<string | null, number>;
  readonly claudeCost: number | null;
};

/** A longer silence between two answers is not work. */
const SILENCE_MS = 5 * 60_000;

export function activeMsOf(times: readonly number[]): number {
  let active = 0;
  eachGap(times, (gap) => {
    active += gap;
  });
  return active;
}

/** The time up to an answer belongs to the answer's day. */
export function activeDaysOf(
  times: readonly number[],
  dayOf: (atMs: number) => string | null,
): Map<string | null, number> {
  const days = new Map<string | null, number>();
  eachGap(times, (gap, atMs) => {
    const day = dayOf(atMs);
    days.set(day, (days.get(day) ?? 0) + gap);
  });
  return days;
}

function eachGap(times: readonly number[], tell: (gap: number, atMs: number) => void): void {
  const sorted = Float64Array.from(times.filter(Number.isFinite)).sort();
  for (let at = 1; at < sorted.length; at += 1) {
    const now = sorted[at] ?? 0;
    const gap = now - (sorted[at - 1] ?? 0);
    if (gap <= SILENCE_MS) tell(gap, now);
  }
}

export function cellsOf(
  billed: Iterable<Billed>,
  dayOf: (atMs: number) => string | null,
  price: PriceFinder,
): Cell[] {
  const cells = new Map<string, Cell>();
  for (const each of billed) {
    const day = dayOf(each.atMs);
    const key = `${day} ${each.model}`;
    const usage = usageOf(each);
    const found = price(each.model, each.atMs);
    const cost = found === null ? 0 : costOf(usage, found);
    const unpriced = found === null ? totalTokens(usage) : 0;
    const cell = cells.get(key);
    if (cell === undefined) cells.set(key, { day, model: each.model, usage, messages: 1, cost, unpriced });
    else {
      cell.usage = addUsage(cell.usage, usage);
      cell.messages += 1;
      cell.cost += cost;
      cell.unpriced += unpriced;
    }
  }
  return [...cells.values()];
}

export type CubeFilter = {
  /** Whole days of the person, both included; what has no day is in no range. */
  readonly sinceDay?: string | undefined;
  readonly untilDay?: string | undefined;
  readonly project?: string | undefined;
};

export type CubeLink = {
  readonly bead_id: string | null;
  readonly agent: string | null;
  readonly active_ms: number | null;
};

/** Adds up the cells that the filter leaves; each cell is in exactly one group of every kind. */
export function figuresOf(
  sessions: readonly CubeSession[],
  links: ReadonlyMap<string, CubeLink>,
  map: ProjectMap,
  { sinceDay, untilDay, project }: CubeFilter,
): Omit<Figures, 'today' | 'first_day' | 'prices_as_of'> {
  const total = createGroup();
  const days = new Map<string | null, Group>();
  const models = new Map<string | null, Group>();
  const beads = new Map<string | null, Group>();
  const agents = new Map<string | null, Group>();
  const projects = new Map<string | null, Group>();
  const dayModels = new Map<string, Figures['day_models'][number]>();
  const active = { sessions: 0, total_ms: 0, longest_ms: 0, longest_id: null as string | null };
  const claude = { sessions: 0, claude_micro_usd: 0, ours_micro_usd: 0 };
  const isDated = sinceDay !== undefined || untilDay !== undefined;
  for (const session of sessions) {
    if (project !== undefined && !isOfProject(map, session.cwd, project)) continue;
    const cells = isDated
      ? session.cells.filter(({ day }) => day !== null && day >= (sinceDay ?? '') && day <= (untilDay ?? '9'))
      : session.cells;
    if (cells.length === 0) continue;
    const link = links.get(session.id);
    for (const cell of cells) {
      addCell(total, session.id, cell);
      addCell(groupOf(days, cell.day), session.id, cell);
      addCell(groupOf(models, cell.model), session.id, cell);
      addCell(groupOf(beads, link?.bead_id ?? null), session.id, cell);
      addCell(groupOf(agents, link?.agent ?? null), session.id, cell);
      addCell(groupOf(projects, map.keyOf(session.cwd)), session.id, cell);
      if (cell.day === null) continue;
      const key = `${cell.day} ${cell.model}`;
      const met = dayModels.get(key) ?? { day: cell.day, model: cell.model, cost_micro_usd: 0, tokens: 0 };
      met.cost_micro_usd += cell.cost;
      met.tokens += totalTokens(cell.usage);
      dayModels.set(key, met);
    }
    const activeMs = activeIn(session, cells, link);
    active.sessions += 1;
    active.total_ms += activeMs;
    if (activeMs > active.longest_ms) Object.assign(active, { longest_ms: activeMs, longest_id: session.id });
    // A part of a session cannot be held against Claude's figure for the whole.
    if (session.claudeCost !== null && cells.length === session.cells.length) {
      claude.sessions += 1;
      claude.claude_micro_usd += session.claudeCost;
      for (const { cost } of cells) claude.ours_micro_usd += cost;
    }
  }
  return {
    total: rowOf(null, total),
    days: byKey(days),
    day_models: [...dayModels.values()].toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0)),
    models: byCost(models),
    beads: byCost(beads),
    agents: byCost(agents).toSorted((a, b) => b.sessions - a.sessions),
    projects: byCost(projects),
    active,
    claude,
  };
}

/** Our own figure of a session is one for the whole of it; a part is known by its messages. */
function activeIn(session: CubeSession, cells: readonly Cell[], link: CubeLink | undefined): number {
  const isWhole = cells.length === session.cells.length;
  if (isWhole && link !== undefined && link.active_ms !== null) return link.active_ms;
  const days = isWhole ? session.activeMs.keys() : new Set(cells.map(({ day }) => day));
  const ownMs = [...days].reduce((sum, day) => sum + (session.activeMs.get(day) ?? 0), 0);
  return Math.min(ownMs, link?.active_ms ?? ownMs);
}

function groupOf(groups: Map<string | null, Group>, key: string | null): Group {
  const met = groups.get(key);
  if (met !== undefined) return met;
  const group = createGroup();
  groups.set(key, group);
  return group;
}

function addCell(group: Group, session: string, cell: Cell): void {
  group.usage = addUsage(group.usage, cell.usage);
  group.messages += cell.messages;
  group.cost += cell.cost;
  group.unpriced += cell.unpriced;
  group.sessions.add(session);
}

const rowsOf = (groups: ReadonlyMap<string | null, Group>) =>
  [...groups].map(([key, group]) => rowOf(key, group));

function byKey(groups: ReadonlyMap<string | null, Group>): ReportRow[] {
  return rowsOf(groups).toSorted((a, b) => ((a.key ?? '') < (b.key ?? '') ? -1 : 1));
}

function byCost(groups: ReadonlyMap<string | null, Group>): ReportRow[] {
  return rowsOf(groups).toSorted(
    (a, b) =>
      b.cost_micro_usd - a.cost_micro_usd ||
      b.total_tokens - a.total_tokens ||
      ((a.key ?? '') < (b.key ?? '') ? -1 : 1),
  );
}
