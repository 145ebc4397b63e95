import { hashText } from '@domain/transcript/id-hash';
import { bytesOf, numbersOf } from '@domain/transcript/number-rows';
import type { IndexedText } from '../../ports/transcripts';
import { nextRowId, rowIdOf } from './row-ids';
import type { Database } from './sqlite-driver';

/** The full-text rows of a part. Called inside a transaction. */
export type TextRows = {
  /** Texts of several parts at once: each time a row id goes backwards the index writes out what it has gathered. */
  add(parts: readonly PartTexts[]): void;
  /** Removes some rows of the part; true when none are left. */
  remove(part: number, most: number): boolean;
};

export type PartTexts = { readonly part: number; readonly texts: readonly IndexedText[] };

/** What one text may bring into the index; a longer one is findable by its beginning. */
const MAX_TEXT = 256 * 1024;

export function createTextRows(db: Database): TextRows {
  const insert = db.prepare(
    'INSERT INTO texts (rowid, text, part, role, uuid) VALUES (CAST(? AS INTEGER), ?, CAST(? AS INTEGER), ?, ?)',
  );
  const taken = db.prepare('SELECT 1 AS is_taken FROM texts WHERE rowid = CAST(? AS INTEGER)');
  const remove = db.prepare('DELETE FROM texts WHERE rowid = CAST(? AS INTEGER)');
  const chunks = db.prepare(
    'SELECT seq, row_ids FROM part_rows WHERE part = CAST(? AS INTEGER) ORDER BY seq LIMIT 1',
  );
  const lastChunk = db.prepare(
    'SELECT COALESCE(MAX(seq), 0) AS seq FROM part_rows WHERE part = CAST(? AS INTEGER)',
  );
  const addChunk = db.prepare('INSERT INTO part_rows (part, seq, row_ids) VALUES (CAST(? AS INTEGER), ?, ?)');
  const setChunk = db.prepare('UPDATE part_rows SET row_ids = ? WHERE part = CAST(? AS INTEGER) AND seq = ?');
  const dropChunk = db.prepare('DELETE FROM part_rows WHERE part = CAST(? AS INTEGER) AND seq = ?');

  /** The id it got: nearly always the wanted one, so whether that is free is asked only when it was not. */
  const insertNear = (wanted: number, part: number, { text, role, uuid }: IndexedText): number => {
    let id = wanted;
    for (;;) {
      try {
        insert.run(id, text.slice(0, MAX_TEXT), part, role, uuid);
        return id;
      } catch (error) {
        if (taken.all(id).length === 0) throw error;
        id = nextRowId(id);
      }
    }
  };

  return {
    add(parts) {
      // Spread over their second: a file may give all its lines one time.
      const rows = parts
        .flatMap(({ part, texts }) =>
          texts.map((text, index) => ({
            part,
            text,
            id: rowIdOf(text.atMs, hashText(`${part} ${text.uuid}`) + index),
          })),
        )
        .sort((a, b) => a.id - b.id);
      const ids = new Map<number, number[]>(parts.map(({ part }) => [part, []]));
      for (const { part, text, id } of rows) ids.get(part)?.push(insertNear(id, part, text));
      for (const [part, own] of ids) {
        if (own.length === 0) continue;
        const seq = Number(lastChunk.all(part)[0]?.['seq'] ?? 0) + 1;
        addChunk.run(part, seq, bytesOf(Float64Array.from(own)));
      }
    },
    remove(part, most) {
      const [chunk] = chunks.all(part);
      if (chunk === undefined) return true;
      const seq = Number(chunk['seq']);
      const ids = numbersOf(chunk['row_ids'] as Uint8Array);
      const gone = ids.subarray(0, most);
      for (const id of gone) remove.run(id);
      if (gone.length === ids.length) dropChunk.run(part, seq);
      else setChunk.run(bytesOf(ids.slice(most)), part, seq);
      return false;
    },
  };
}
