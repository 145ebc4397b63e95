import type { Catalog } from '../../ports/catalog';
import { createCaptureRows } from './capture-rows';
import { createReads } from './catalog-reads';
import { createWrites } from './catalog-writes';
import { createCopyRows } from './copy-rows';
import { setJournal } from './journal';
import { openCatalogDatabase } from './schema';
import { createSheetRows } from './sheet-rows';
import { setGathering } from './text-gathering';
import { createToolRows } from './tool-rows';

export function openSqliteCatalog(path: string): Catalog {
  const { db, isNew } = openCatalogDatabase(path);
  return {
    isNew,
    ...createReads(db),
    ...createWrites(db),
    ...createCaptureRows(db),
    ...createCopyRows(db),
    ...createToolRows(db),
    ...createSheetRows(db),
    async setHurry(isHurried) {
      db.exec(`PRAGMA synchronous = ${isHurried ? 'OFF' : 'NORMAL'}`);
      setJournal(db, isNew && isHurried ? 'TRUNCATE' : 'WAL');
      setGathering(db, isHurried ? 'hurried' : 'usual');
    },
    async scrub() {
      db.exec("INSERT INTO texts (texts) VALUES ('optimize')");
      db.exec('VACUUM');
      const [done] = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all();
      // Somebody else reads what was there before: the old pages are still in the log.
      if (Number(done?.['busy'] ?? 0) !== 0) throw new Error('the catalog is in use');
    },
    async close() {
      // One file is left behind, not three; the next start has nothing to recover.
      try {
        db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      } finally {
        db.close();
      }
    },
  };
}
