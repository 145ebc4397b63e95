import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { PATIENCE_MS, setJournal } from './journal';
import { type Database, openDatabase } from './sqlite-driver';
import { endHurry } from './text-gathering';

/** Moves with the tables below and with what the parser counts: another number builds the catalog anew. */
export const CATALOG_VERSION = 15;

/*
 * `state` is the one of `capture`, again: what is not settled is found by it, and what is settled costs no entry there.
 * A session's texts belong to a part, what its tools answered to another; the session points at the part that counts. Reading a session anew fills another
 * part, and one small write lets the session point at that one: the old rows stay until then, and for good where they cannot be
 * read again.
 * Texts are found newest first without sorting: their row ids begin with their time (see `row-ids.ts`). Nothing is ranked, so
 * how long they are is not kept beside them.
 */
const TABLES = `
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE sessions (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  part INTEGER,
  updated_ms REAL NOT NULL,
  started_ms REAL,
  ended_ms REAL,
  cwd TEXT,
  title TEXT,
  transcript TEXT,
  record TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'detected',
  capture TEXT NOT NULL DEFAULT '{"state":"detected","parse_status":"pending"}',
  is_credited INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX sessions_by_time ON sessions (updated_ms);
CREATE INDEX sessions_in_list ON sessions (COALESCE(started_ms, updated_ms) DESC, id) WHERE record <> '{}';
CREATE INDEX sessions_by_part ON sessions (part);
CREATE INDEX sessions_unsettled ON sessions (updated_ms) WHERE state IN ('detected', 'capturing', 'ended');
CREATE INDEX sessions_uncredited ON sessions (n) WHERE is_credited = 0;
CREATE TABLE tallies (
  session INTEGER PRIMARY KEY,
  head TEXT NOT NULL,
  notes TEXT NOT NULL,
  billed BLOB NOT NULL,
  inherited BLOB,
  marks BLOB NOT NULL,
  ids BLOB NOT NULL
);
CREATE TABLE files (
  path TEXT PRIMARY KEY,
  session INTEGER NOT NULL,
  size REAL NOT NULL,
  mtime_ms REAL NOT NULL,
  inode REAL NOT NULL,
  offset REAL NOT NULL,
  tail_hash REAL NOT NULL,
  open_tail INTEGER NOT NULL,
  tools_offset REAL NOT NULL DEFAULT 0,
  work INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE INDEX files_by_session ON files (session);
CREATE TABLE billed_keys (hash INTEGER NOT NULL, session INTEGER NOT NULL, PRIMARY KEY (hash, session)) WITHOUT ROWID;
CREATE TABLE copies (
  id TEXT PRIMARY KEY,
  mark TEXT NOT NULL,
  is_exact INTEGER NOT NULL,
  bytes REAL NOT NULL,
  stored_bytes REAL NOT NULL,
  kept_at TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE sheets (
  session INTEGER PRIMARY KEY,
  updated_ms REAL NOT NULL,
  files TEXT NOT NULL,
  head TEXT NOT NULL,
  lines BLOB NOT NULL
);
CREATE TABLE parts (
  part INTEGER PRIMARY KEY,
  session INTEGER NOT NULL,
  is_live INTEGER NOT NULL,
  is_tools INTEGER NOT NULL DEFAULT 0,
  owner TEXT
);
CREATE INDEX parts_by_session ON parts (session);
CREATE TABLE part_rows (part INTEGER NOT NULL, seq INTEGER NOT NULL, row_ids BLOB NOT NULL, PRIMARY KEY (part, seq)) WITHOUT ROWID;
CREATE VIRTUAL TABLE texts USING fts5(
  text, part UNINDEXED, role UNINDEXED, uuid UNINDEXED, tokenize = "unicode61 remove_diacritics 2", columnsize = 0
);
`;

export type OpenedDatabase = { readonly db: Database; readonly isNew: boolean };

/** Opens the catalog, or an empty one in its place when it is missing, broken or of another version. */
export function openCatalogDatabase(path: string, patienceMs = PATIENCE_MS): OpenedDatabase {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  return oneAtATime(`${path}.gate`, patienceMs, () => {
    const found = tryOpen(path, patienceMs);
    return found === null ? { db: makeAnew(path, patienceMs), isNew: true } : { db: found, isNew: false };
  });
}

/** Whoever opens at the same moment must not throw away what another has just made: SQLite's own lock, which a crash frees. */
function oneAtATime<T>(gate: string, patienceMs: number, work: () => T): T {
  const lock = openDatabase(gate);
  try {
    lock.exec(`PRAGMA busy_timeout = ${patienceMs}`);
    lock.exec('BEGIN EXCLUSIVE');
    return work();
  } finally {
    lock.close();
  }
}

function makeAnew(path: string, patienceMs: number): Database {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(`${path}${suffix}`, { force: true });
  const db = openDatabase(path);
  db.exec(`PRAGMA busy_timeout = ${patienceMs}`);
  chmodSync(path, 0o600);
  // Before the first table: a page of 8 KB holds a row of text, and cannot be changed later.
  db.exec('PRAGMA page_size = 8192');
  configure(db, patienceMs);
  db.exec(`BEGIN; ${TABLES} PRAGMA user_version = ${CATALOG_VERSION}; COMMIT;`);
  return db;
}

function tryOpen(path: string, patienceMs: number): Database | null {
  let db: Database | null = null;
  try {
    db = openDatabase(path);
    // Before anything else: who opens while another program closes waits for it.
    db.exec(`PRAGMA busy_timeout = ${patienceMs}`);
    const [version] = db.prepare('PRAGMA user_version').all();
    if (version?.['user_version'] !== CATALOG_VERSION) throw new Error('another version');
    configure(db, patienceMs);
    // Touches every tree once: a file that is cut or overwritten says so here.
    for (const table of [
      'sessions',
      'tallies',
      'files',
      'billed_keys',
      'copies',
      'sheets',
      'parts',
      'part_rows',
    ])
      db.prepare(`SELECT 1 FROM ${table} LIMIT 1`).all();
    db.prepare('SELECT rowid FROM texts WHERE texts MATCH \'"a"\' LIMIT 1').all();
    endHurry(db);
    return db;
  } catch (error) {
    try {
      db?.close();
    } catch {
      // A database that cannot be read may not close either.
    }
    if (isRefusal(error)) throw error;
    return null;
  }
}

function configure(db: Database, patienceMs: number): void {
  setJournal(db, 'WAL', patienceMs);
  db.exec('PRAGMA synchronous = NORMAL');
  db.exec('PRAGMA cache_size = -16000');
  db.exec('PRAGMA wal_autocheckpoint = 2000');
  db.exec('PRAGMA temp_store = MEMORY');
}

/** The file may be whole, only not for us or not now: in use, no right to it, no room. What it holds must stay. */
function isRefusal(error: unknown): boolean {
  const text = error instanceof Error ? `${(error as { code?: string }).code ?? ''} ${error.message}` : '';
  return /SQLITE_(BUSY|LOCKED|PERM|READONLY|FULL|NOMEM|CANTOPEN)|is locked|readonly|is full|out of memory|unable to open|EACCES|EPERM/i.test(
    text,
  );
}

/** SQLite's own words for a file that is damaged; whatever else fails is not cured by beginning anew. */
export function isDamage(error: unknown): boolean {
  const text = error instanceof Error ? `${(error as { code?: string }).code ?? ''} ${error.message}` : '';
  return /SQLITE_(CORRUPT|NOTADB)|malformed|not a database|fts5: (corrupt|missing)/i.test(text);
}
