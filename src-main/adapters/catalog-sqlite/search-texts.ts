import { type HistoryFilter, SearchHit } from '@domain/history/record';
import type { SearchTerm } from '@domain/history/search-query';
import { firstRowId, timeOfRow } from './row-ids';
import type { Database, Row, Value } from './sqlite-driver';

/** Of the private use area: no text has a reason to hold them. */
const OPEN = '\ue000';
const CLOSE = '\ue001';

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
  const sql = `SELECT texts.rowid AS row_id, snippet(texts, 0, '${OPEN}', '${CLOSE}', '…', 24) AS snippet,
    texts.role AS role, texts.uuid AS uuid, sessions.id AS id, sessions.cwd AS cwd,
    json_extract(sessions.record, '$.title') AS title
    FROM texts CROSS JOIN sessions ON sessions.part = texts.part
    WHERE ${where.join(' AND ')} ORDER BY texts.rowid DESC LIMIT ?`;
  return db
    .prepare(sql)
    .all(...values, limit)
    .map(hitOf);
}

function hitOf(row: Row): SearchHit {
  const at = timeOfRow(Number(row['row_id']));
  return SearchHit.parse({
    session_id: row['id'],
    title: row['title'],
    cwd: row['cwd'],
    role: row['role'],
    uuid: row['uuid'],
    at: at === null ? null : new Date(at).toISOString(),
    snippet: piecesOf(String(row['snippet'])),
  });
}

function piecesOf(snippet: string): { text: string; is_hit: boolean }[] {
  return snippet
    .split(/(\ue000[^\ue001]*\ue001)/)
    .filter((piece) => piece !== '')
    .map((piece) =>
      piece.startsWith(OPEN) ? { text: piece.slice(1, -1), is_hit: true } : { text: piece, is_hit: false },
    );
}
