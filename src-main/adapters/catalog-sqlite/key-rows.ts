import { BILLED_NUMBERS } from '@domain/transcript/billed-rows';
import { numbersOf } from '@domain/transcript/number-rows';
import type { PackedTally } from '@domain/transcript/tally-bytes';
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

export function createKeyRows(db: Database): KeyRows {
  const sql = (text: string) => db.prepare(text);
  // Thousands of keys at once are one statement with a list: a call for each is what takes the time.
  const add = sql(
    'INSERT INTO billed_keys (hash, session) SELECT value, CAST(? AS INTEGER) FROM json_each(?)',
  );
  const addPairs = sql(
    'INSERT INTO billed_keys (hash, session) SELECT CAST(key AS INTEGER), value FROM json_each(?)',
  );
  const holders = sql('SELECT hash, session FROM billed_keys WHERE hash IN (SELECT value FROM json_each(?))');
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
      const keys: number[] = [];
      const owners: number[] = [];
      for (const { n, tally } of sessions)
        for (const key of keysOf(tally.billed)) {
          keys.push(key);
          owners.push(n);
        }
      if (keys.length === 0) return shared;
      // In the order of the table: each of its pages is touched once.
      const order = Uint32Array.from(keys.keys()).sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0));
      const known = new Set<number>();
      for (const { hash, session } of holders.all(JSON.stringify(Array.from(order, (at) => keys[at])))) {
        known.add(Number(hash));
        uncredit.run(Number(session));
      }
      let pairs = '';
      let before = -1;
      for (const at of order) {
        const [key = 0, n = 0] = [keys[at], owners[at]];
        const isTwice = before !== -1 && keys[before] === key;
        if (isTwice) shared.add(owners[before] ?? 0);
        if (isTwice || known.has(key)) shared.add(n);
        pairs += `${pairs === '' ? '' : ','}"${key}":${n}`;
        before = at;
      }
      addPairs.run(`{${pairs}}`);
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
