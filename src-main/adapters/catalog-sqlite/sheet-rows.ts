import type { Catalog, KeptSheet } from '../../ports/catalog';
import type { Database } from './sqlite-driver';

/** A session's sheet, with the time of the session when it was made. */
export function createSheetRows(db: Database): Pick<Catalog, 'sheet' | 'keepSheet' | 'sheetsDue'> {
  const sql = (text: string) => db.prepare(text);
  return {
    async sheet(id) {
      const [row] = sql(
        'SELECT files, head, lines FROM sheets WHERE session = (SELECT n FROM sessions WHERE id = ?)',
      ).all(id);
      if (row === undefined) return null;
      return {
        files: JSON.parse(String(row['files'])) as KeptSheet['files'],
        thread: { head: String(row['head']), lines: row['lines'] as Uint8Array },
      };
    },
    keepSheet: async (id, { files, thread }) =>
      void sql(`INSERT OR REPLACE INTO sheets (session, updated_ms, files, head, lines)
        SELECT n, updated_ms, ?, ?, ? FROM sessions WHERE id = ?`).run(
        JSON.stringify(files),
        thread.head,
        thread.lines,
        id,
      ),
    sheetsDue: async (minBytes, untilMs, limit) =>
      sql(`SELECT sessions.id AS id FROM sessions LEFT JOIN sheets ON sheets.session = sessions.n
        WHERE sessions.n IN (SELECT session FROM files WHERE size >= ?)
        AND sessions.updated_ms <= ? AND sessions.updated_ms <> COALESCE(sheets.updated_ms, -1)
        ORDER BY sessions.updated_ms DESC LIMIT ?`)
        .all(minBytes, untilMs, limit)
        .map((row) => String(row['id'])),
  };
}
