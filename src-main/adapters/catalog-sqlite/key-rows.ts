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
      const pairs = sessions.flatMap(({ n, tally }) => keysOf(tally.billed).map((key) => ({ key, n })));
      if (pairs.length === 0) return shared;
      // In the order of the table: each of its pages is touched once.
      pairs.sort((a, b) => a.key - b.key);
      const known = new Set<number>();
      for (const { hash, session } of holders.all(JSON.stringify(pairs.map(({ key }) => key)))) {
        known.add(Number(hash));
        uncredit.run(Number(session));
      }
      for (const [index, { key, n }] of pairs.entries())
        if (known.has(key) || pairs[index - 1]?.key === key || pairs[index + 1]?.key === key) shared.add(n);
      addPairs.run(`{${pairs.map(({ key, n }) => `"${key}":${n}`).join(',')}}`);
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
