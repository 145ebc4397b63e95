import { listPrices, type ModelPrice, type PriceTable, priceOf } from '@domain/cost/price-table';
import { addUsage, costOf, noUsage, type TokenUsage, totalTokens } from '@domain/cost/usage';
import type { Billed } from '@domain/transcript/billed-rows';
import { usageOf } from '@domain/transcript/tally-stats';
import type { ReportRow } from './record';

export type PriceFinder = (model: string, atMs: number) => ModelPrice | null;

/** Finding a price reads the whole table; a report asks for the same few models a hundred thousand times. */
export function createPriceFinder(table: PriceTable = listPrices): PriceFinder {
  const known = new Map<string, ModelPrice | null>();
  const isDated = table.prices.some(({ from }) => from !== undefined);
  return (model, atMs) => {
    const at = isDated && Number.isFinite(atMs) ? new Date(atMs).toISOString() : '9999-12-31';
    const key = isDated ? `${at.slice(0, 10)} ${model}` : model;
    const met = known.get(key);
    if (met !== undefined) return met;
    const found = priceOf(model, at, table);
    known.set(key, found);
    return found;
  };
}

export type Group = {
  usage: TokenUsage;
  messages: number;
  cost: number;
  priced: number;
  unpriced: number;
  readonly sessions: Set<string>;
};

/*
 * The same billed messages in groups of any kind. Each message is in exactly one group and its cost is whole
 * micro-dollars, so the sums over sessions, days, models and beads are the same to the token and to the micro-dollar.
 */
export type Grouping = {
  add(key: string | null, session: string, billed: Billed): void;
  rows(): ReportRow[];
  total(): ReportRow;
};

export function createGroup(): Group {
  return { usage: noUsage, messages: 0, cost: 0, priced: 0, unpriced: 0, sessions: new Set() };
}

export function addToGroup(group: Group, session: string, billed: Billed, find: PriceFinder): void {
  const usage = usageOf(billed);
  group.usage = addUsage(group.usage, usage);
  group.messages += 1;
  group.sessions.add(session);
  const price = find(billed.model, billed.atMs);
  if (price !== null) {
    group.priced += 1;
    group.cost += costOf(usage, price);
  } else group.unpriced += totalTokens(usage);
}

export function createGrouping(find: PriceFinder): Grouping {
  const groups = new Map<string | null, Group>();
  const total = createGroup();
  return {
    add(key, session, billed) {
      let group = groups.get(key);
      if (group === undefined) {
        group = createGroup();
        groups.set(key, group);
      }
      addToGroup(group, session, billed, find);
      addToGroup(total, session, billed, find);
    },
    rows: () => [...groups].map(([key, group]) => rowOf(key, group)),
    total: () => rowOf(null, total),
  };
}

export function rowOf(key: string | null, group: Group): ReportRow {
  return {
    key,
    sessions: group.sessions.size,
    messages: group.messages,
    ...group.usage,
    total_tokens: totalTokens(group.usage),
    cost_micro_usd: group.cost,
    unpriced_tokens: group.unpriced,
  };
}
