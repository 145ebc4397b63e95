import { copyFileSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packTexts } from '../../testing/pack-texts';
import { tempDir } from '../../testing/temp-dir';
import { setJournal } from './journal';
import { openCatalogDatabase } from './schema';
import { openSqliteCatalog } from './sqlite-catalog';
import { openDatabase } from './sqlite-driver';

describe('a catalog that is opened again', () => {
  it('does not stay in the hurry of a program that was ended', async () => {
    const path = join(tempDir('catalog'), 'history.db');
    const ended = openSqliteCatalog(path);
    await ended.setHurry(true);
    const { db } = openCatalogDatabase(path);
    const held = db.prepare("SELECT k, v FROM texts_config WHERE k <> 'version' ORDER BY k").all();
    expect(held.map(({ k, v }) => [k, Number(v)])).toEqual([
      ['automerge', 4],
      ['crisismerge', 16],
      ['hashsize', 1024 * 1024],
    ]);
    db.close();
    await ended.close();
  });

  it('is written once while it is filled for the first time, and may be looked at meanwhile', async () => {
    const path = join(tempDir('catalog'), 'history.db');
    const first = openSqliteCatalog(path);
    const other = openDatabase(path);
    const mode = () => {
      other.prepare('SELECT name FROM settings').all();
      return other.prepare('PRAGMA journal_mode').all()[0]?.['journal_mode'];
    };
    await first.setHurry(true);
    await first.setSetting('kept', 'yes');
    expect(mode()).not.toBe('wal');
    expect(other.prepare('SELECT value FROM settings').all()).toEqual([{ value: 'yes' }]);
    await first.setHurry(false);
    expect(mode()).toBe('wal');
    await first.close();
    // What is there already is changed more than it grows.
    const again = openSqliteCatalog(path);
    await again.setHurry(true);
    expect([mode(), again.isNew, await again.setting('kept')]).toEqual(['wal', false, 'yes']);
    await again.close();
    other.close();
  });

  it('goes on being written as it is while another program has it open', () => {
    const path = join(tempDir('catalog'), 'history.db');
    const [one, other] = [openCatalogDatabase(path).db, openCatalogDatabase(path).db];
    const mode = () => one.prepare('PRAGMA journal_mode').all()[0]?.['journal_mode'];
    setJournal(one, 'TRUNCATE', 0);
    expect(mode()).toBe('wal');
    other.close();
    one.close();
  });

  it('stays as it is while another program has it locked, and goes only when it is damaged', async () => {
    const folder = tempDir('catalog');
    const [made, path] = ['made.db', 'history.db'].map((name) => join(folder, name)) as [string, string];
    const first = openSqliteCatalog(made);
    await first.setSetting('kept', 'yes');
    await first.close();
    copyFileSync(made, path);
    const other = openDatabase(path);
    other.exec('PRAGMA locking_mode = EXCLUSIVE');
    other.exec('BEGIN EXCLUSIVE');
    expect(() => openCatalogDatabase(path, 0)).toThrow(/locked/);
    other.exec('COMMIT');
    other.close();
    const again = openSqliteCatalog(path);
    expect([again.isNew, await again.setting('kept')]).toEqual([false, 'yes']);
    await again.close();
    writeFileSync(path, 'no database');
    const anew = openSqliteCatalog(path);
    expect([anew.isNew, await anew.setting('kept'), existsSync(path)]).toEqual([true, null, true]);
    await anew.close();
  });

  it('keeps its hands off what another program is just filling, and takes away what one that ended has left', async () => {
    const path = join(tempDir('catalog'), 'history.db');
    const parts = () => {
      const db = openDatabase(path);
      const found = db.prepare('SELECT part, owner FROM parts ORDER BY part').all();
      db.close();
      return found.map(({ part, owner }) => [Number(part), String(owner).split(' ')[0]]);
    };
    const filling = openSqliteCatalog(path);
    const stage = await filling.beginStage('11111111-1111-4111-8111-111111111111');
    await filling.stage(stage, packTexts([{ text: 'velvetanchor' }]));
    const other = openSqliteCatalog(path);
    await other.dropStage(await other.beginStage('22222222-2222-4222-8222-222222222222'));
    expect(parts()).toEqual([[stage, String(process.pid)]]);
    // No process has this number.
    const db = openDatabase(path);
    db.prepare('UPDATE parts SET owner = ?').run('4194999 gone');
    db.close();
    const third = openSqliteCatalog(path);
    expect(parts()).toEqual([]);
    for (const each of [filling, other, third]) await each.close();
  });
});
