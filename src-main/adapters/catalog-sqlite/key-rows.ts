import { BILLED_NUMBERS } from '@domain/transcript/billed-rows';
import { NumberRows, numbersOf } from '@domain/transcript/number-rows';
import type { PackedTally } from '@domain/transcript/tally-bytes';
import { eachRow, writeDigits } from './digit-columns';
import type { Database } from './sqlite-driver';

/**
 * Who holds which billed message. Whoever else holds a key that came or went may win or lose its credit, and is marked to be
 * reckoned again. Called inside a transaction.
 */
export type KeyRows = {
  /** Of sessions that nobody wrote before, all at once. Answers those that share a message with somebody. */
  addFirst(sessions: readonly { readonly n: number; readonly tally: PackedTally }[]): ReadonlySet<number>;
  /** What came and went since the last time. True: it is the first time, and nobody shares anything. */
  replace(n: number, tally: PackedTally): boolean;
  drop(n: number): void;
  /** Sessions that hold a message of this one too. */
  sharers(n: number): number[];
};

const KEY_WIDTH = 16;
const OWNER_WIDTH = 12;
const PAIR_WIDTH = KEY_WIDTH + OWNER_WIDTH;

export function createKeyRows(db: Database): KeyRows {
  const sql = (text: string) => db.prepare(text);
  // Thousands of keys at once are one statement with a list: a call for each is what takes the time.
  const add = sql(
    'INSERT INTO billed_keys (hash, session) SELECT value, CAST(? AS INTEGER) FROM json_each(?)',
  );
  // Its length is told, since libsql takes bytes that are bound alone for a list of values.
  const pairs = eachRow(PAIR_WIDTH, '?2');
  const hash = `CAST(substr(?1, at, ${KEY_WIDTH}) AS INTEGER)`;
  const owner = `CAST(substr(?1, at + ${KEY_WIDTH}, ${OWNER_WIDTH}) AS INTEGER)`;
  const addPairs = sql(`${pairs} INSERT INTO billed_keys (hash, session) SELECT ${hash}, ${owner} FROM rows`);
  const holdersOfPairs = sql(
    `${pairs} SELECT hash, session FROM billed_keys WHERE hash IN (SELECT ${hash} FROM rows)`,
  );
  const sharers = sql(`SELECT DISTINCT session FROM billed_keys WHERE hash IN (SELECT value FROM json_each(?))
    AND session <> CAST(? AS INTEGER)`);
  const dropKey = sql(
    'DELETE FROM billed_keys WHERE hash = CAST(? AS INTEGER) AND session = CAST(? AS INTEGER)',
  );
  const billedOf = sql('SELECT billed FROM tallies WHERE session = CAST(? AS INTEGER)');
  const uncredit = sql('UPDATE sessions SET is_credited = 0 WHERE n = CAST(? AS INTEGER)');

  const held = (n: number) => keysOf(billedOf.all(n)[0]?.['billed'] as Uint8Array | undefined);
  const sharersOf = (keys: readonly number[], n: number): number[] =>
    sharers.all(JSON.stringify(keys), n).map(({ session }) => Number(session));

  return {
    addFirst(sessions) {
      const shared = new Set<number>();
      const owners = new NumberRows(2);
      /** Of those that come twice: the key, who else has it. */
      const more: [key: number, n: number][] = [];
      for (const { n, tally } of sessions)
        for (const key of keysOf(tally.billed)) {
          const met = owners.find(key);
          if (met === -1) {
            const at = owners.add(key);
            owners.numbers[at + 1] = n;
          } else {
            shared.add(n).add(owners.numbers[met + 1] ?? 0);
            more.push([key, n]);
          }
        }
      if (owners.size === 0) return shared;
      const ownerOf = (key: number) => owners.numbers[owners.find(key) + 1] ?? 0;
      // In the order of the table: each of its pages is touched once.
      const sorted = Float64Array.from(owners.keys()).sort();
      const pairs = Buffer.alloc((sorted.length + more.length) * PAIR_WIDTH, ' ');
      let end = 0;
      const addPair = (key: number, n: number) => {
        writeDigits(pairs, end + KEY_WIDTH, key);
        end += PAIR_WIDTH;
        writeDigits(pairs, end, n);
      };
      for (const key of sorted) addPair(key, ownerOf(key));
      for (const [key, n] of more) addPair(key, n);
      const known = new Set<number>();
      for (const { hash, session } of holdersOfPairs.all(pairs, pairs.length)) {
        known.add(Number(hash));
        uncredit.run(Number(session));
      }
      for (const key of known) shared.add(ownerOf(key));
      for (const [key, n] of more) if (known.has(key)) shared.add(n);
      addPairs.run(pairs, pairs.length);
      return shared;
    },
    replace(n, tally) {
      const known = new Set(held(n));
      const isFirst = known.size === 0;
      const added = keysOf(tally.billed).filter((key) => !known.delete(key));
      const moved = [...added, ...known];
      if (moved.length === 0) return isFirst;
      const others = sharersOf(moved, n);
      for (const session of others) uncredit.run(session);
      if (added.length > 0) add.run(n, JSON.stringify(added.sort((a, b) => a - b)));
      for (const key of known) dropKey.run(key, n);
      return isFirst && others.length === 0;
    },
    drop(n) {
      const keys = held(n);
      for (const session of sharersOf(keys, n)) uncredit.run(session);
      for (const key of keys) dropKey.run(key, n);
    },
    sharers: (n) => sharersOf(held(n), n),
  };
}

function keysOf(bytes: Uint8Array | undefined): number[] {
  if (bytes === undefined) return [];
  const numbers = numbersOf(bytes);
  const keys: number[] = [];
  for (let at = 0; at < numbers.length; at += BILLED_NUMBERS) keys.push(numbers[at] ?? 0);
  return keys;
}
