import type { SearchTerm } from '@domain/history/search-query';
import type { CatalogFilter, FoundSessions, Search } from '../../ports/catalog';
import { sessionConditions, timeConditions } from './filter-sql';
import { OF_SESSIONS, textConditions } from './search-texts';
import type { Database, Value } from './sqlite-driver';

/** A word that stands everywhere costs no more than this many texts; the newest of them are the ones looked at. */
export const MOST_HITS = 5_000;

const FIGURES = `n, id, json_extract(record, '$.stats.active_ms') AS active_ms,
  json_extract(record, '$.stats.cost_micro_usd') AS cost, json_extract(record, '$.stats.unpriced_tokens') AS unpriced,
  json_extract(record, '$.stats.tokens_in') + json_extract(record, '$.stats.tokens_out')
    + json_extract(record, '$.stats.cache_read_tokens') + json_extract(record, '$.stats.cache_write_tokens') AS tokens`;

/** Sessions by the newest text in which the terms stand, or by their own time when there are none. */
export function findSessions(
  db: Database,
  { terms, filter, order, activeMs, isKnown }: Search & { readonly isKnown: string },
): FoundSessions {
  const found = terms.length === 0 ? inTime(db, filter, isKnown) : byText(db, terms, filter, isKnown);
  const hits = found.reduce((sum, each) => sum + each.hits, 0);
  const totals = {
    sessions: found.length,
    hits,
    is_capped: hits >= MOST_HITS,
    active_ms: 0,
    total_tokens: 0,
    cost_micro_usd: 0,
    unpriced_tokens: 0,
  };
  const rows = db.prepare(`SELECT ${FIGURES} FROM sessions WHERE n IN (SELECT value FROM json_each(?))`);
  const figures = new Map<number, Figures>();
  for (const row of rows.all(JSON.stringify(found.map(({ n }) => n)))) {
    const own = {
      time: activeMs.get(String(row['id'])) ?? Number(row['active_ms'] ?? 0),
      tokens: Number(row['tokens'] ?? 0),
      cost: Number(row['cost'] ?? 0),
    };
    figures.set(Number(row['n']), own);
    totals.active_ms += own.time;
    totals.total_tokens += own.tokens;
    totals.cost_micro_usd += own.cost;
    totals.unpriced_tokens += Number(row['unpriced'] ?? 0);
  }
  const sorted = inOrder(found, order, figures);
  return { found: sorted.map(({ id, hits: own, row }) => ({ id, hits: own, row })), totals };
}

type Figures = { readonly time: number; readonly tokens: number; readonly cost: number };

/** They come newest first; of two alike the newer one stays first. */
function inOrder(
  found: readonly Found[],
  order: Search['order'],
  figures: ReadonlyMap<number, Figures>,
): readonly Found[] {
  if (order === 'newest') return found;
  if (order === 'oldest') return found.toReversed();
  const size = (each: Found) => (order === 'hits' ? each.hits : (figures.get(each.n)?.[order] ?? 0));
  return found.toSorted((a, b) => size(b) - size(a));
}

type Found = { readonly n: number; readonly id: string; hits: number; readonly row: number | null };

function inTime(db: Database, filter: CatalogFilter, isKnown: string): Found[] {
  const own = sessionConditions(filter);
  const time = timeConditions(filter);
  const where = [isKnown, ...own.where, ...time.where].join(' AND ');
  return db
    .prepare(`SELECT n, id FROM sessions WHERE ${where} ORDER BY COALESCE(started_ms, updated_ms) DESC, id`)
    .all(...own.values, ...time.values)
    .map((row) => ({ n: Number(row['n']), id: String(row['id']), hits: 0, row: null }));
}

function byText(db: Database, terms: readonly SearchTerm[], filter: CatalogFilter, isKnown: string): Found[] {
  const text = textConditions(terms, filter);
  const own = sessionConditions(filter);
  const where = [...text.where, isKnown, ...own.where].join(' AND ');
  const values: Value[] = [...text.values, ...own.values, MOST_HITS];
  const found = new Map<number, Found>();
  const rows = db
    .prepare(`SELECT texts.rowid AS row_id, sessions.n AS n, sessions.id AS id
      FROM texts ${OF_SESSIONS}
      WHERE ${where} ORDER BY texts.rowid DESC LIMIT ?`)
    .all(...values);
  for (const row of rows) {
    const n = Number(row['n']);
    const met = found.get(n);
    if (met === undefined) found.set(n, { n, id: String(row['id']), hits: 1, row: Number(row['row_id']) });
    else met.hits += 1;
  }
  return [...found.values()];
}
