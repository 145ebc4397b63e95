import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packTexts } from '../../testing/pack-texts';
import { tempDir } from '../../testing/temp-dir';
import { timeOfRow } from './row-ids';
import { openCatalogDatabase } from './schema';
import { type Database, inTransaction } from './sqlite-driver';
import { createTextRows, type TextRows } from './text-rows';

let db: Database;
let rows: TextRows;
beforeEach(() => {
  ({ db } = openCatalogDatabase(join(tempDir('texts'), 'history.db')));
  rows = createTextRows(db);
});
afterEach(() => db.close());

const held = () =>
  db
    .prepare('SELECT rowid AS id, text, part, role, uuid FROM texts ORDER BY part, text')
    .all()
    .map(({ id: _id, ...row }) => Object.values(row).map(String).join(' '));
const found = (words: string) =>
  Number(db.prepare('SELECT COUNT(*) AS n FROM texts WHERE texts MATCH ?').all(words)[0]?.['n']);
const add = (...parts: [part: number, texts: Parameters<typeof packTexts>[0]][]) =>
  inTransaction(db, () => rows.add(parts.map(([part, texts]) => ({ part, texts: packTexts(texts) }))));

describe('rows of texts', () => {
  it('come in as they were packed, whatever letters they are written in', () => {
    add([1, [{ text: 'grüße 𝄞 "x"', role: 'tool', uuid: 'u1' }]], [2, [{ text: 'fin', uuid: 'ü2' }]]);
    add([3, []]);
    expect(held()).toEqual(['grüße 𝄞 "x" 1 tool u1', 'fin 2 user ü2']);
    expect([found('grusse'), found('gruße'), found('fin')]).toEqual([0, 1, 1]);
  });

  it('of one line that come again, in one write or in several, all have a place of their own', () => {
    const three = ['one', 'two', 'three'].map((text) => ({ text, atMs: 5000, uuid: 'same' }));
    add([1, three], [1, three], [2, three]);
    add([1, three]);
    add([1, [...three, { text: 'four', atMs: 1000, uuid: 'other' }]]);
    expect(held()).toHaveLength(16);
    expect([found('one'), found('four'), found('none')]).toEqual([5, 1, 0]);
    while (!inTransaction(db, () => rows.remove(1, 2)));
    expect(held()).toEqual(['one 2 user same', 'three 2 user same', 'two 2 user same']);
    expect([found('one'), found('four')]).toEqual([1, 0]);
  });

  it('stand at their second, whatever digits that is written with', () => {
    // Of the fourth one the lower half of the id begins with a nought.
    const times = [0, 42_949_672_000, 47_683_716_000, 1_763_500_000_123, 4_294_967_295_000];
    add([123_456_789, times.map((atMs, index) => ({ text: `word${index}`, atMs, uuid: `u${index}` }))]);
    const rowsHeld = db.prepare('SELECT rowid AS id, text, part FROM texts ORDER BY rowid').all();
    expect(rowsHeld.map(({ id, text, part }) => [timeOfRow(Number(id)) ?? 0, text, Number(part)])).toEqual(
      times.map((atMs, index) => [Math.floor(atMs / 1000) * 1000, `word${index}`, 123_456_789]),
    );
  });

  it('are written all or not at all', () => {
    add([1, [{ text: 'before' }]]);
    expect(() =>
      inTransaction(db, () => {
        rows.add([{ part: 1, texts: packTexts([{ text: 'before' }, { text: 'after' }]) }]);
        throw new Error('ended');
      }),
    ).toThrow('ended');
    expect([held(), found('after')]).toEqual([['before 1 user a'], 0]);
  });

  it('a text that is too long is findable by its beginning', () => {
    add([1, [{ text: `first ${'x'.repeat(300_000)} last` }]]);
    expect([found('first'), found('last')]).toEqual([1, 0]);
  });
});
