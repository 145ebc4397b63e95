import type { HistoryFilter, SearchHit } from '@domain/history/record';
import type { SearchTerm } from '@domain/history/search-query';
import { snippetOf } from '@domain/history/snippet';
import type { SessionId } from '@domain/ids';
import type { TextRole } from '@domain/transcript/line-facts';
import { firstRowId, timeOfRow } from './row-ids';
import type { Database, Row, Value } from './sqlite-driver';

/** The terms in the index's own language; every word is quoted, so nothing in it means anything there. */
export function matchOf(terms: readonly SearchTerm[]): string {
  return terms.map(({ words, isPrefix }) => `"${words.join(' ')}"${isPrefix ? ' *' : ''}`).join(' AND ');
}

export function searchTexts(
  db: Database,
  terms: readonly SearchTerm[],
  filter: HistoryFilter,
  limit: number,
): SearchHit[] {
  if (terms.length === 0) return [];
  const where: string[] = ['texts MATCH ?'];
  const values: Value[] = [matchOf(terms)];
  if (filter.since !== undefined) {
    where.push('texts.rowid >= CAST(? AS INTEGER)');
    values.push(firstRowId(Date.parse(filter.since)));
  }
  if (filter.until !== undefined) {
    where.push('texts.rowid < CAST(? AS INTEGER)');
    values.push(firstRowId(Date.parse(filter.until) + 1000));
  }
  if (filter.project !== undefined) {
    where.push("(sessions.cwd = ? OR substr(sessions.cwd, 1, length(?) + 1) = ? || '/')");
    values.push(filter.project, filter.project, filter.project);
  }
  // CROSS: the texts first, in the order of their ids; the other way round every session would be searched by itself.
  const sql = `SELECT texts.rowid AS row_id, texts.text AS text, texts.role AS role, texts.uuid AS uuid,
    sessions.id AS id, sessions.cwd AS cwd, sessions.title AS title
    FROM texts CROSS JOIN sessions ON sessions.part = texts.part
    WHERE ${where.join(' AND ')} ORDER BY texts.rowid DESC LIMIT ?`;
  return db
    .prepare(sql)
    .all(...values, limit)
    .map((row) => hitOf(row, terms));
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
