import type { Catalog } from '../../ports/catalog';
import type { Database } from './sqlite-driver';

/** What is known of the copies in the archive. */
export function createCopyRows(db: Database): Pick<Catalog, 'copies' | 'setCopy' | 'dropCopy'> {
  const set = db.prepare(`INSERT OR REPLACE INTO copies (id, mark, is_exact, bytes, stored_bytes, kept_at)
    VALUES (?, ?, CAST(? AS INTEGER), ?, ?, ?)`);
  const drop = db.prepare('DELETE FROM copies WHERE id = ?');
  return {
    copies: async () =>
      db
        .prepare('SELECT * FROM copies')
        .all()
        .map((row) => ({
          id: String(row['id']),
          mark: String(row['mark']),
          isExact: Number(row['is_exact']) === 1,
          bytes: Number(row['bytes']),
          storedBytes: Number(row['stored_bytes']),
          keptAt: String(row['kept_at']),
        })),
    setCopy: async ({ id, mark, isExact, bytes, storedBytes, keptAt }) =>
      void set.run(id, mark, isExact ? 1 : 0, bytes, storedBytes, keptAt),
    dropCopy: async (id) => void drop.run(id),
  };
}
