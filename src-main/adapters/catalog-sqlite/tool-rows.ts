import type { Catalog } from '../../ports/catalog';
import { WORK_BITS } from './filter-sql';
import { type Database, inTransaction } from './sqlite-driver';
import { createTextRows } from './text-rows';

/** Answers of tools have a part of their own beside that of the conversation, and each file knows how far they are in it. */
export function createToolRows(db: Database): Pick<Catalog, 'toolsDue' | 'addTools'> {
  const rows = createTextRows(db);
  const due =
    db.prepare(`SELECT files.path AS path, files.offset AS offset, files.tools_offset AS tools_offset,
    sessions.id AS id, sessions.cwd AS cwd FROM files JOIN sessions ON sessions.n = files.session
    WHERE files.tools_offset < files.offset ORDER BY sessions.updated_ms DESC LIMIT ?`);
  const fileOf = db.prepare(`SELECT files.session AS n, files.tools_offset AS tools_offset FROM files
    JOIN sessions ON sessions.n = files.session WHERE files.path = ? AND sessions.id = ?`);
  const partOf = db.prepare(
    'SELECT part FROM parts WHERE session = CAST(? AS INTEGER) AND is_tools = 1 AND is_live = 1',
  );
  const addPart = db.prepare(
    'INSERT INTO parts (session, is_live, is_tools, owner) VALUES (CAST(? AS INTEGER), 1, 1, NULL)',
  );
  const lastPart = db.prepare('SELECT last_insert_rowid() AS part');
  const setOffset = db.prepare(
    'UPDATE files SET tools_offset = ?, work = work | CAST(? AS INTEGER) WHERE path = ?',
  );

  const toolPart = (n: number): number => {
    const [row] = partOf.all(n);
    if (row !== undefined) return Number(row['part']);
    addPart.run(n);
    return Number(lastPart.all()[0]?.['part']);
  };

  return {
    toolsDue: async (limit) =>
      due.all(limit).map((row) => ({
        sessionId: String(row['id']),
        path: String(row['path']),
        cwd: row['cwd'] == null ? null : String(row['cwd']),
        from: Number(row['tools_offset']),
        to: Number(row['offset']),
      })),
    addTools: async ({ sessionId, path, from, to, texts, work }) =>
      inTransaction(db, () => {
        const [file] = fileOf.all(path, sessionId);
        if (file === undefined || Number(file['tools_offset']) !== from) return false;
        if (texts.count > 0) rows.add([{ part: toolPart(Number(file['n'])), texts }]);
        setOffset.run(
          to,
          work.reduce((bits, what) => bits | WORK_BITS[what], 0),
          path,
        );
        return true;
      }),
  };
}
