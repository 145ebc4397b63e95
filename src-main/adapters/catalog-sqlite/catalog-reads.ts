import type { Capture } from '@domain/session/values';
import type { Catalog, CatalogFilter, CatalogRecord, ListedSession } from '../../ports/catalog';
import type { SessionNotes } from '../../ports/transcripts';
import { sessionConditions, timeConditions } from './filter-sql';
import { findSessions } from './find-sessions';
import { hitAt, searchTexts } from './search-texts';
import type { Database, Row, Value } from './sqlite-driver';

type Reads = Pick<
  Catalog,
  | 'files'
  | 'held'
  | 'uncredited'
  | 'list'
  | 'count'
  | 'show'
  | 'idsFrom'
  | 'search'
  | 'find'
  | 'hit'
  | 'models'
  | 'folders'
  | 'eachBilled'
  | 'changeMark'
  | 'setting'
  | 'setSetting'
>;

/** A session is there from the moment its first file is staged; until something is known of it, it shows nowhere. */
const IS_KNOWN = "sessions.record <> '{}'";

export function createReads(db: Database): Reads {
  const sql = (text: string) => db.prepare(text);
  return {
    files: async () =>
      sql('SELECT files.*, sessions.id AS id FROM files JOIN sessions ON sessions.n = files.session')
        .all()
        .map((row) => ({
          path: String(row['path']),
          sessionId: String(row['id']),
          size: Number(row['size']),
          mtimeMs: Number(row['mtime_ms']),
          inode: Number(row['inode']),
          offset: Number(row['offset']),
          tailHash: Number(row['tail_hash']),
          openTail: Number(row['open_tail']) === 1 ? 1 : 0,
        })),
    async held(id) {
      const [row] = sql(
        'SELECT head, notes, billed, marks, ids FROM tallies WHERE session = (SELECT n FROM sessions WHERE id = ?)',
      ).all(id);
      if (row === undefined) return null;
      const bytes = (name: string) => row[name] as Uint8Array;
      const tally = {
        head: String(row['head']),
        billed: bytes('billed'),
        marks: bytes('marks'),
        ids: bytes('ids'),
      };
      return { tally, notes: JSON.parse(String(row['notes'])) as SessionNotes };
    },
    uncredited: async (limit) =>
      sql('SELECT id FROM sessions WHERE is_credited = 0 AND part IS NOT NULL ORDER BY n LIMIT ?')
        .all(limit)
        .map((row) => String(row['id'])),
    async list(filter, { limit, offset }) {
      const { where, values } = whereOf(filter);
      const order = 'ORDER BY COALESCE(started_ms, updated_ms) DESC, id LIMIT ? OFFSET ?';
      return sql(`SELECT id, cwd, transcript, record, capture FROM sessions WHERE ${where} ${order}`)
        .all(...values, limit, offset)
        .map(listed);
    },
    async count(filter) {
      const { where, values } = whereOf(filter);
      return Number(sql(`SELECT COUNT(*) AS n FROM sessions WHERE ${where}`).all(...values)[0]?.['n'] ?? 0);
    },
    idsFrom: async (prefix, most) =>
      sql(`SELECT id FROM sessions WHERE id >= ? AND id < ? AND ${IS_KNOWN} ORDER BY id LIMIT ?`)
        .all(prefix, `${prefix}~`, most)
        .map((row) => String(row['id'])),
    async show(id) {
      const [row] = sql(`SELECT id, record, capture FROM sessions WHERE id = ? AND ${IS_KNOWN}`).all(id);
      return row === undefined ? null : recordOf(row);
    },
    search: async (terms, filter, limit) => searchTexts(db, terms, filter, limit),
    find: async (search) => findSessions(db, { ...search, isKnown: IS_KNOWN }),
    hit: async (row, terms) => hitAt(db, row, terms),
    models: async () =>
      sql(`SELECT DISTINCT model.value AS value FROM sessions, json_each(sessions.record, '$.models') AS model
        WHERE ${IS_KNOWN} ORDER BY value LIMIT 200`)
        .all()
        .map((row) => String(row['value'])),
    async folders(filter) {
      const { where, values } = whereOf(filter);
      return sql(`SELECT cwd, COUNT(*) AS n, MAX(COALESCE(ended_ms, updated_ms)) AS last_ms FROM sessions
        WHERE ${where} GROUP BY cwd ORDER BY MAX(updated_ms) DESC`)
        .all(...values)
        .map((row) => ({
          folder: row['cwd'] === null ? null : String(row['cwd']),
          sessions: Number(row['n']),
          last_at: row['last_ms'] === null ? null : new Date(Number(row['last_ms'])).toISOString(),
        }));
    },
    async eachBilled(visit) {
      const page = sql(`SELECT sessions.n AS n, id, cwd, head, billed, inherited,
        json_extract(record, '$.claude_cost_micro_usd') AS claude_cost FROM sessions
        JOIN tallies ON tallies.session = sessions.n WHERE sessions.n > CAST(? AS INTEGER) ORDER BY sessions.n LIMIT 200`);
      let last = 0;
      for (;;) {
        const found = page.all(last);
        if (found.length === 0) return;
        for (const row of found) {
          last = Number(row['n']);
          visit({
            id: String(row['id']),
            cwd: row['cwd'] === null ? null : String(row['cwd']),
            tally: { head: String(row['head']), billed: row['billed'] as Uint8Array },
            inherited: (row['inherited'] as Uint8Array | null) ?? new Uint8Array(),
            claudeCost: row['claude_cost'] === null ? null : Number(row['claude_cost']),
          });
        }
      }
    },
    async changeMark() {
      const [others] = sql('PRAGMA data_version').all();
      const [own] = sql('SELECT total_changes() AS n').all();
      return `${String(others?.['data_version'])} ${String(own?.['n'])}`;
    },
    async setting(name) {
      const [row] = sql('SELECT value FROM settings WHERE name = ?').all(name);
      return row === undefined ? null : String(row['value']);
    },
    async setSetting(name, value) {
      sql('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)').run(name, value);
    },
  };
}

function listed(row: Row): ListedSession {
  const optional = (name: string) => (row[name] == null ? null : String(row[name]));
  return {
    id: String(row['id']),
    cwd: optional('cwd'),
    path: optional('transcript'),
    captureJson: String(row['capture']),
    recordJson: String(row['record']),
  };
}

function recordOf(row: Row): CatalogRecord & { id: string } {
  const record = JSON.parse(String(row['record'])) as Omit<CatalogRecord, 'capture'>;
  return { ...record, capture: JSON.parse(String(row['capture'])) as Capture, id: String(row['id']) };
}

function whereOf(filter: CatalogFilter): { where: string; values: Value[] } {
  const own = sessionConditions(filter);
  const time = timeConditions(filter);
  return {
    where: [IS_KNOWN, ...own.where, ...time.where].join(' AND '),
    values: [...own.values, ...time.values],
  };
}
