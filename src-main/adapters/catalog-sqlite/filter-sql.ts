import type { Work } from '@domain/history/work-left';
import type { CatalogFilter } from '../../ports/catalog';
import type { Value } from './sqlite-driver';

/** What must be true of a row of `sessions`. */
export type Condition = { readonly where: readonly string[]; readonly values: readonly Value[] };

/** In `files.work`: what the calls of a file left behind. */
export const WORK_BITS: Readonly<Record<Work, number>> = { commits: 1, files: 2 };

const COST = "json_extract(sessions.record, '$.stats.cost_micro_usd')";

export function sessionConditions(filter: CatalogFilter): Condition {
  const where: string[] = [];
  const values: Value[] = [];
  const add = (sql: string, ...these: readonly Value[]) => {
    where.push(sql);
    values.push(...these);
  };
  if (filter.folders !== undefined) {
    const named = 'sessions.cwd IN (SELECT value FROM json_each(?))';
    const these = JSON.stringify(filter.folders.filter((folder) => folder !== null));
    add(filter.folders.includes(null) ? `(sessions.cwd IS NULL OR ${named})` : named, these);
  }
  for (const model of filter.models ?? [])
    add(
      "EXISTS (SELECT 1 FROM json_each(sessions.record, '$.models') AS model WHERE instr(lower(model.value), lower(?)) > 0)",
      model,
    );
  if (filter.minCost !== undefined) add(`${COST} >= ?`, filter.minCost);
  if (filter.maxCost !== undefined) add(`${COST} <= ?`, filter.maxCost);
  if (filter.ids !== undefined)
    add('sessions.id IN (SELECT value FROM json_each(?))', JSON.stringify(filter.ids));
  if (filter.notIds !== undefined && filter.notIds.length > 0)
    add('sessions.id NOT IN (SELECT value FROM json_each(?))', JSON.stringify(filter.notIds));
  for (const { what, orIds } of filter.work ?? [])
    add(
      `(EXISTS (SELECT 1 FROM files WHERE files.session = sessions.n AND files.work & ${WORK_BITS[what]} > 0)
        OR sessions.id IN (SELECT value FROM json_each(?)))`,
      JSON.stringify(orIds),
    );
  return { where, values };
}

/** A session lies in a range of dates when any of its time does. */
export function timeConditions({ since, until }: CatalogFilter): Condition {
  const where: string[] = [];
  const values: Value[] = [];
  if (since !== undefined) {
    where.push('COALESCE(sessions.ended_ms, sessions.updated_ms) >= ?');
    values.push(Date.parse(since));
  }
  if (until !== undefined) {
    where.push('COALESCE(sessions.started_ms, sessions.updated_ms) <= ?');
    values.push(Date.parse(until));
  }
  return { where, values };
}
