import { bytesOf, numbersOf } from '@domain/transcript/number-rows';
import { type PackedTexts, TEXT_NUMBERS, TEXT_ROLES } from '@domain/transcript/packed-texts';
import { eachRow, writeDigits } from './digit-columns';
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

/** As JSON they cost a tenth of the insertion more. */
const WIDTHS = { id: 16, from: 12, length: 8, uuid: 9, part: 12, role: 10 } as const;
const ROW_WIDTH = Object.values(WIDTHS).reduce((sum: number, width) => sum + width, 0);
const ROLES = TEXT_ROLES.map((role) => Buffer.from(role.padStart(WIDTHS.role)));
const USER = Buffer.from('user'.padStart(WIDTHS.role));

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
  return `${eachRow(ROW_WIDTH, `length(${columns})`)}
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
  const insertNear = ({ ids, facts, bytes }: Gathered, row: number): number => {
    const at = row * FACTS;
    const [from = 0, length = 0, uuidLength = 0, part = 0, role = 0] = facts.subarray(at, at + FACTS);
    const text = bytes.toString('utf8', from, from + length);
    const uuid = bytes.toString('utf8', from + length, from + length + uuidLength);
    let id = ids[row] ?? 0;
    for (;;) {
      try {
        insert.run(id, text, part, TEXT_ROLES[role] ?? 'user', uuid);
        return id;
      } catch (error) {
        if (taken.all(id).length === 0) throw error;
        id = nextRowId(id);
      }
    }
  };

  /** All in one statement: for each statement the index writes out what it has gathered. Afterwards `ids` says what each got. */
  const insertRows = (gathered: Gathered): void => {
    const { ids, order, bytes } = gathered;
    try {
      insertAll.run(bytes, columnsOf(gathered));
    } catch {
      // An id that is taken, which is rare. Whatever else it is, it is met again here.
      for (const row of order) ids[row] = insertNear(gathered, row);
    }
  };

  return {
    add(parts) {
      const gathered = gather(parts);
      if (gathered.order.length === 0) return;
      insertRows(gathered);
      let first = 0;
      for (const { part, texts } of parts) {
        const own = gathered.ids.slice(first, first + texts.count);
        first += texts.count;
        if (own.length > 0) addChunk.run(part, bytesOf(own.sort()));
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

/** Of each row, in the order of the parts: its id, and where its text begins, how long that and the uuid are, its part, its role. */
type Gathered = {
  readonly ids: Float64Array;
  readonly facts: Float64Array;
  /** The rows by their ids. */
  readonly order: Uint32Array;
  readonly bytes: Buffer;
};
const FACTS = 5;

/** Sorted, since the index writes out what it has gathered whenever an id goes backwards. Each id is there once. */
function gather(parts: readonly PartTexts[]): Gathered {
  const count = parts.reduce((sum, { texts }) => sum + texts.count, 0);
  const ids = new Float64Array(count);
  const facts = new Float64Array(count * FACTS);
  const rowOf = new Map<number, number>();
  let row = 0;
  let from = 0;
  for (const { part, texts } of parts) {
    const { rows } = texts;
    for (let each = 0; each < texts.count; each += 1) {
      const read = each * TEXT_NUMBERS;
      const length = rows[read] ?? 0;
      const uuidLength = rows[read + 1] ?? 0;
      // Spread over their second: a file may give all its lines one time.
      let id = rowIdOf(rows[read + 3] ?? 0, ((rows[read + 4] ?? 0) % SPREAD) + part * PART_STEP + each);
      while (rowOf.has(id)) id = nextRowId(id);
      rowOf.set(id, row);
      ids[row] = id;
      const at = row * FACTS;
      facts[at] = from;
      facts[at + 1] = length;
      facts[at + 2] = uuidLength;
      facts[at + 3] = part;
      facts[at + 4] = rows[read + 2] ?? 0;
      row += 1;
      from += length + uuidLength;
    }
  }
  const order = Uint32Array.from(ids.slice().sort(), (id) => rowOf.get(id) ?? 0);
  return { ids, facts, order, bytes: Buffer.concat(parts.map(({ texts }) => texts.bytes)) };
}

function columnsOf({ ids, facts, order }: Gathered): Buffer {
  const columns = Buffer.alloc(order.length * ROW_WIDTH, ' ');
  let end = 0;
  const column = (value: number, width: number) => {
    end += width;
    writeDigits(columns, end, value);
  };
  for (const row of order) {
    const at = row * FACTS;
    column(ids[row] ?? 0, WIDTHS.id);
    // SQLite counts from one.
    column((facts[at] ?? 0) + 1, WIDTHS.from);
    column(facts[at + 1] ?? 0, WIDTHS.length);
    column(facts[at + 2] ?? 0, WIDTHS.uuid);
    column(facts[at + 3] ?? 0, WIDTHS.part);
    columns.set(ROLES[facts[at + 4] ?? 0] ?? USER, end);
    end += WIDTHS.role;
  }
  return columns;
}
