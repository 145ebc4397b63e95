import type { Catalog } from '../../ports/catalog';
import { createReads } from './catalog-reads';
import { createWrites } from './catalog-writes';
import { createCopyRows } from './copy-rows';
import { openCatalogDatabase } from './schema';

export function openSqliteCatalog(path: string): Catalog {
  const { db, isNew } = openCatalogDatabase(path);
  return {
    isNew,
    ...createReads(db),
    ...createWrites(db),
    ...createCopyRows(db),
    setHurry: async (isHurried) => db.exec(`PRAGMA synchronous = ${isHurried ? 'OFF' : 'NORMAL'}`),
    async close() {
      // One file is left behind, not three; the next start has nothing to recover.
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      db.close();
    },
  };
}
