import { createRequire } from 'node:module';

/*
 * The little of SQLite we use, over `node:sqlite` where the runtime has it and `libsql` on Node 20. Only what both do
 * alike: rows as objects from `all`, no `get` (libsql adds a field to its row), no own functions, numbers that are ids
 * cast in the statement (one of the two binds every number as a real).
 */
export type Value = string | number | null | Uint8Array;
export type Row = Readonly<Record<string, unknown>>;
export type Ran = { readonly changes: number | bigint; readonly lastInsertRowid: number | bigint };
export type Statement = { run(...values: Value[]): Ran; all(...values: Value[]): Row[] };
export type Database = {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
};

type NodeSqlite = { readonly DatabaseSync: new (path: string) => Database };
type Libsql = new (path: string) => Database;

export function openDatabase(path: string, prefer: 'node' | 'libsql' = 'node'): Database {
  const builtin = prefer === 'node' ? nodeSqlite() : null;
  if (builtin !== null) return new builtin.DatabaseSync(path);
  const Opened = createRequire(import.meta.url)('libsql') as Libsql;
  return new Opened(path);
}

export function nodeSqlite(): NodeSqlite | null {
  try {
    return (process.getBuiltinModule('node:sqlite') as NodeSqlite | undefined) ?? null;
  } catch {
    return null;
  }
}

/** All or nothing. */
export function inTransaction<T>(db: Database, work: () => T): T {
  db.exec('BEGIN IMMEDIATE');
  try {
    const done = work();
    db.exec('COMMIT');
    return done;
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  }
}
