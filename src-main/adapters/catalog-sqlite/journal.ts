import type { Database } from './sqlite-driver';

/** How long a statement waits for whoever else has the catalog. */
export const PATIENCE_MS = 5000;

/**
 * `WAL`: others read while we write, and everything is written twice. A catalog that is being filled for the first time
 * mostly grows, and of new pages `TRUNCATE` keeps nothing: each is written once, and a program that is killed is still rolled
 * back to its last transaction. One becomes the other while nobody else has it open; otherwise it stays as it is.
 */
export function setJournal(db: Database, wanted: 'WAL' | 'TRUNCATE', patienceMs = PATIENCE_MS): void {
  db.exec('PRAGMA busy_timeout = 0');
  try {
    db.prepare(`PRAGMA journal_mode = ${wanted}`).all();
  } catch {
    // Somebody else has it.
  } finally {
    db.exec(`PRAGMA busy_timeout = ${patienceMs}`);
  }
}
