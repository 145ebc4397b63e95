import type { Catalog } from '../../ports/catalog';
import { createReads } from './catalog-reads';
import { createWrites } from './catalog-writes';
import { createCopyRows } from './copy-rows';
import { openCatalogDatabase } from './schema';
import { createToolRows } from './tool-rows';

const MEGABYTE = 1024 * 1024;

export function openSqliteCatalog(path: string): Catalog {
  const { db, isNew } = openCatalogDatabase(path);
  return {
    isNew,
    ...createReads(db),
    ...createWrites(db),
    ...createCopyRows(db),
    ...createToolRows(db),
    async setHurry(isHurried) {
      db.exec(`PRAGMA synchronous = ${isHurried ? 'OFF' : 'NORMAL'}`);
      // The index gathers more before it writes, and puts its pieces together later, a few pages with every write.
      const set = (name: string, value: number) =>
        db.exec(`INSERT INTO texts (texts, rank) VALUES ('${name}', ${value})`);
      set('hashsize', isHurried ? 8 * MEGABYTE : MEGABYTE);
      set('automerge', isHurried ? 0 : 4);
      set('crisismerge', isHurried ? 64 : 16);
    },
    async scrub() {
      db.exec("INSERT INTO texts (texts) VALUES ('optimize')");
      db.exec('VACUUM');
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    },
    async close() {
      // One file is left behind, not three; the next start has nothing to recover.
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      db.close();
    },
  };
}
