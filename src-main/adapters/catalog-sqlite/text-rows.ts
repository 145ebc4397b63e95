import type { TextRole } from '@domain/transcript/line-facts';
import { bytesOf, numbersOf } from '@domain/transcript/number-rows';
import { type PackedTexts, TEXT_NUMBERS, TEXT_ROLES } from '@domain/transcript/packed-texts';
import { nextRowId, rowIdOf, SPREAD } from './row-ids';
import type { Database } from './sqlite-driver';

/** The full-text rows of a part. Called inside a transaction. */
export type TextRows = {
  /** Texts of several parts at once: each time a row id goes backwards the index writes out what it has gathered. */
  add(parts: readonly PartTexts[]): void;
  /** Removes some rows of the part; true when none are left. */
  remove(part: number, most: number): boolean;
};

export type PartTexts = { readonly part: number; readonly texts: PackedTexts };

/** A text, and behind it the uuid of its line, in the bytes of all. */
type TextRow = {
  readonly id: number;
  readonly part: number;
  readonly role: TextRole;
  readonly from: number;
  readonly to: number;
  readonly end: number;
};
/** Columns of digits, each of its width: read in place they cost a tenth of the insertion less than the same as JSON. */
const WIDTHS = { id: 16, from: 12, length: 8, uuid: 9, part: 12, role: 10 } as const;
const ROW_WIDTH = Object.values(WIDTHS).reduce((sum: number, width) => sum + width, 0);

function columnsOf({ id, from, to, end, part, role }: TextRow): string {
  const column = (value: number | string, name: keyof typeof WIDTHS) => String(value).padStart(WIDTHS[name]);
  // SQLite counts from one.
  const place = `${column(id, 'id')}${column(from + 1, 'from')}${column(to - from, 'length')}`;
  return `${place}${column(end - to, 'uuid')}${column(part, 'part')}${column(role, 'role')}`;
}

/** Inserts all rows whose columns stand in `columns`, with their texts and uuids out of `bytes`. */
function insertOf(bytes: string, columns: string): string {
  let before = 0;
  const column = Object.fromEntries(
    Object.entries(WIDTHS).map(([name, width]) => {
      const place = `substr(${columns}, at + ${before}, ${width})`;
      before += width;
      return [name, name === 'role' ? `ltrim(CAST(${place} AS TEXT))` : `CAST(${place} AS INTEGER)`];
    }),
  ) as Record<keyof typeof WIDTHS, string>;
  const { id, from, length, uuid, part, role } = column;
  return `WITH RECURSIVE rows (at) AS (SELECT 1 UNION ALL SELECT at + ${ROW_WIDTH} FROM rows WHERE at + ${ROW_WIDTH} < length(${columns}))
    INSERT INTO texts (rowid, text, part, role, uuid)
    SELECT ${id}, CAST(substr(${bytes}, ${from}, ${length}) AS TEXT), ${part}, ${role},
    CAST(substr(${bytes}, ${from} + ${length}, ${uuid}) AS TEXT) FROM rows`;
}

/** Copies of a line in other sessions are told apart from it by this. */
const PART_STEP = 40_503;

export function createTextRows(db: Database): TextRows {
  const insert = db.prepare(
    'INSERT INTO texts (rowid, text, part, role, uuid) VALUES (CAST(? AS INTEGER), ?, CAST(? AS INTEGER), ?, ?)',
  );
  const insertAll = db.prepare(insertOf('?1', '?2'));
  const taken = db.prepare('SELECT 1 AS is_taken FROM texts WHERE rowid = CAST(? AS INTEGER)');
  const remove = db.prepare('DELETE FROM texts WHERE rowid = CAST(? AS INTEGER)');
  const chunks = db.prepare(
    'SELECT seq, row_ids FROM part_rows WHERE part = CAST(? AS INTEGER) ORDER BY seq LIMIT 1',
  );
  const addChunk = db.prepare(`INSERT INTO part_rows (part, seq, row_ids)
    SELECT CAST(?1 AS INTEGER), COALESCE(MAX(seq), 0) + 1, ?2 FROM part_rows WHERE part = CAST(?1 AS INTEGER)`);
  const setChunk = db.prepare('UPDATE part_rows SET row_ids = ? WHERE part = CAST(? AS INTEGER) AND seq = ?');
  const dropChunk = db.prepare('DELETE FROM part_rows WHERE part = CAST(? AS INTEGER) AND seq = ?');

  /** The id it got: nearly always the wanted one, so whether that is free is asked only when it was not. */
  const insertNear = (bytes: Buffer, { part, role, ...row }: TextRow): number => {
    const text = bytes.toString('utf8', row.from, row.to);
    const uuid = bytes.toString('utf8', row.to, row.end);
    let { id } = row;
    for (;;) {
      try {
        insert.run(id, text, part, role, uuid);
        return id;
      } catch (error) {
        if (taken.all(id).length === 0) throw error;
        id = nextRowId(id);
      }
    }
  };

  /** All in one statement: for each statement the index writes out what it has gathered. */
  const insertRows = (bytes: Buffer, rows: readonly TextRow[]): readonly number[] => {
    try {
      insertAll.run(bytes, Buffer.from(rows.map(columnsOf).join(''), 'latin1'));
      return rows.map(({ id }) => id);
    } catch {
      // An id that is taken, which is rare. Whatever else it is, it is met again here.
      return rows.map((row) => insertNear(bytes, row));
    }
  };

  return {
    add(parts) {
      const { bytes, rows } = gather(parts);
      if (rows.length === 0) return;
      const ids = new Map<number, number[]>(parts.map(({ part }) => [part, []]));
      for (const [index, id] of insertRows(bytes, rows).entries()) ids.get(rows[index]?.part ?? 0)?.push(id);
      for (const [part, own] of ids) {
        if (own.length === 0) continue;
        addChunk.run(part, bytesOf(Float64Array.from(own)));
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

/** Sorted, since the index writes out what it has gathered whenever an id goes backwards. Each id is there once. */
function gather(parts: readonly PartTexts[]): { bytes: Buffer; rows: readonly TextRow[] } {
  const rows: TextRow[] = [];
  const ids = new Set<number>();
  let from = 0;
  for (const { part, texts } of parts)
    for (let each = 0; each < texts.count; each += 1) {
      const [length = 0, uuidLength = 0, role = 0, atMs = 0, line = 0] = numbersAt(texts.rows, each);
      // Spread over their second: a file may give all its lines one time.
      let id = rowIdOf(atMs, (line % SPREAD) + part * PART_STEP + each);
      while (ids.has(id)) id = nextRowId(id);
      ids.add(id);
      const to = from + length;
      rows.push({ id, part, role: TEXT_ROLES[role] ?? 'user', from, to, end: to + uuidLength });
      from = to + uuidLength;
    }
  rows.sort((a, b) => a.id - b.id);
  return { bytes: Buffer.concat(parts.map(({ texts }) => texts.bytes)), rows };
}

const numbersAt = (rows: Float64Array, each: number) =>
  rows.subarray(each * TEXT_NUMBERS, (each + 1) * TEXT_NUMBERS);
