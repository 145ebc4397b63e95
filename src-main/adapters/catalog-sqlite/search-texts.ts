import type { SearchHit } from '@domain/history/record';
import type { SearchTerm } from '@domain/history/search-query';
import { snippetOf } from '@domain/history/snippet';
import { beginningTest } from '@domain/history/word-beginning';
import type { SessionId } from '@domain/ids';
import type { TextRole } from '@domain/transcript/line-facts';
import type { CatalogFilter } from '../../ports/catalog';
import { type Condition, sessionConditions } from './filter-sql';
import { firstRowId, timeOfRow } from './row-ids';
import type { Database, Row, Value } from './sqlite-driver';

/** The terms in the index's own language; every word is quoted, so nothing in it means anything there. */
export function matchOf(terms: readonly SearchTerm[]): string {
  return terms.map(({ words, isPrefix }) => `"${words.join(' ')}"${isPrefix ? ' *' : ''}`).join(' AND ');
}

/** A range of dates is a range of row ids. */
export function textConditions(terms: readonly SearchTerm[], { since, until }: CatalogFilter): Condition {
  const where: string[] = ['texts MATCH ?'];
  const values: Value[] = [matchOf(terms)];
  if (since !== undefined) {
    where.push('texts.rowid >= CAST(? AS INTEGER)');
    values.push(firstRowId(Date.parse(since)));
  }
  if (until !== undefined) {
    where.push('texts.rowid < CAST(? AS INTEGER)');
    values.push(firstRowId(Date.parse(until) + 1000));
  }
  return { where, values };
}

/** A text counts while its part does. CROSS: the texts first, in the order of their ids. */
export const OF_SESSIONS = `CROSS JOIN parts ON parts.part = texts.part AND parts.is_live = 1
  CROSS JOIN sessions ON sessions.n = parts.session`;
const HIT = `texts.rowid AS row_id, texts.text AS text, texts.role AS role, texts.uuid AS uuid,
    sessions.id AS id, sessions.cwd AS cwd, sessions.title AS title`;

export function searchTexts(
  db: Database,
  terms: readonly SearchTerm[],
  filter: CatalogFilter,
  limit: number,
): SearchHit[] {
  if (terms.length === 0) return [];
  const text = textConditions(terms, filter);
  const own = sessionConditions(filter);
  const isNarrowed = text.where.length + own.where.length > 1;
  const newest = isNarrowed || limit > RECENT * COMMON ? null : amongNewest(db, terms, limit);
  if (newest !== null) return newest;
  // CROSS: the texts first, in the order of their ids; the other way round every session would be searched by itself.
  const sql = `SELECT ${HIT} FROM texts ${OF_SESSIONS}
    WHERE ${[...text.where, ...own.where].join(' AND ')} ORDER BY texts.rowid DESC LIMIT ?`;
  return db
    .prepare(sql)
    .all(...text.values, ...own.values, limit)
    .map((row) => hitOf(row, terms));
}

/** So many texts are looked at before the index is asked. */
const RECENT = 250;
/** A beginning that fewer of them have is found by the index as fast. */
const COMMON = 1 / 5;
const AT_ONCE = 25;

/**
 * For the beginning of a word the index gathers the rows of every word that begins so, all of them, before it gives the
 * first. One that is common stands in the newest few texts, and these are quicker read. Null: it is not as common.
 */
function amongNewest(db: Database, terms: readonly SearchTerm[], limit: number): SearchHit[] | null {
  const isMeant = beginningTest(terms);
  if (isMeant === null) return null;
  const before = db.prepare(`SELECT ${HIT} FROM texts ${OF_SESSIONS}
    WHERE texts.rowid < CAST(? AS INTEGER) ORDER BY texts.rowid DESC LIMIT ?`);
  const hits: Row[] = [];
  let last = Number.MAX_SAFE_INTEGER;
  for (let seen = 0; seen < RECENT; seen += AT_ONCE) {
    const rows = before.all(last, AT_ONCE);
    hits.push(...rows.filter((row) => isMeant(String(row['text']))));
    if (hits.length >= limit) return hits.slice(0, limit).map((row) => hitOf(row, terms));
    // Far from common.
    if (rows.length < AT_ONCE || hits.length < (seen + AT_ONCE) * COMMON) return null;
    last = Number(rows.at(-1)?.['row_id']);
  }
  return null;
}

/** One text that was found, with its words told apart. */
export function hitAt(db: Database, row: number, terms: readonly SearchTerm[]): SearchHit | null {
  const [found] = db
    .prepare(`SELECT ${HIT} FROM texts ${OF_SESSIONS} WHERE texts.rowid = CAST(? AS INTEGER)`)
    .all(row);
  return found === undefined ? null : hitOf(found, terms);
}

function hitOf(row: Row, terms: readonly SearchTerm[]): SearchHit {
  const at = timeOfRow(Number(row['row_id']));
  const optional = (name: string) => (row[name] == null ? null : String(row[name]));
  return {
    session_id: String(row['id']) as SessionId,
    title: optional('title'),
    cwd: optional('cwd'),
    role: String(row['role']) as TextRole,
    uuid: String(row['uuid']),
    at: at === null ? null : new Date(at).toISOString(),
    snippet: snippetOf(String(row['text']), terms),
  };
}
