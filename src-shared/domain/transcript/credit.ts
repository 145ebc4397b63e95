import { marksOf, type SessionTally, timeOfMark } from './session-tally';
import type { Inherited } from './tally-stats';

/** A session that holds messages others may hold too. */
export type Holder = { readonly id: string; readonly tally: Pick<SessionTally, 'marks' | 'billed'> };

/*
 * A message that stands in several files is credited to the first session that holds it. Nothing in a file says which
 * is the copy, so the lines themselves decide, whatever was read first:
 * F1  Of two holders the older is the one whose earliest line missing from the other is earlier.
 * F2  One that has no line the other lacks is older; a tie goes to the smaller id.
 */
export function inheritedOf(self: Holder, others: readonly Holder[]): Inherited {
  const billed = new Set<number>();
  const lines = new Set<number>();
  const order = rememberedOrder();
  for (const key of self.tally.billed.keys()) {
    const holders = [self, ...others.filter((other) => other.tally.billed.has(key))];
    if (firstHolder(holders, order) !== self) billed.add(key);
  }
  for (const other of others.filter((each) => order(each, self)))
    for (const uuid of other.tally.marks.keys()) if (self.tally.marks.has(uuid)) lines.add(uuid);
  return { billed, lines };
}

/** Two can always be told apart. Of more, the one that is older than most: three could be in a circle. */
function firstHolder(holders: readonly Holder[], order: Order): Holder | undefined {
  if (holders.length < 2) return holders[0];
  const ranked = holders.map((holder) => ({
    holder,
    wins: holders.filter((other) => other !== holder && order(holder, other)).length,
  }));
  ranked.sort((a, b) => b.wins - a.wins || (a.holder.id < b.holder.id ? -1 : 1));
  return ranked[0]?.holder;
}

type Order = (a: Holder, b: Holder) => boolean;

/** The same two are asked about for every message they share. */
function rememberedOrder(): Order {
  const known = new Map<string, boolean>();
  return (a, b) => {
    const pair = `${a.id} ${b.id}`;
    const told = known.get(pair) ?? isOlder(a, b);
    known.set(pair, told);
    return told;
  };
}

export function isOlder(a: Holder, b: Holder): boolean {
  const mine = earliestMissing(a, b);
  const theirs = earliestMissing(b, a);
  return mine === theirs ? a.id < b.id : mine < theirs;
}

function earliestMissing(from: Holder, other: Holder): number {
  let earliest = Number.POSITIVE_INFINITY;
  let isMissing = false;
  for (const [uuid, mark] of marksOf(from.tally)) {
    if (other.tally.marks.has(uuid)) continue;
    const atMs = timeOfMark(mark);
    isMissing = true;
    if (atMs < earliest) earliest = atMs;
  }
  return isMissing ? earliest : Number.NEGATIVE_INFINITY;
}
