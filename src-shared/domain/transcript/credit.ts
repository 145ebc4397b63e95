import { BILLED_NUMBERS } from './billed-rows';
import { MARK_NUMBERS, type SessionTally, timeOfMark } from './session-tally';
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
  const own = self.tally.billed.numbers;
  for (let at = 0; at < own.length; at += BILLED_NUMBERS) {
    const key = own[at] ?? 0;
    let holders: Holder[] | null = null;
    for (const other of others)
      if (other.tally.billed.has(key)) {
        if (holders === null) holders = [self, other];
        else holders.push(other);
      }
    if (holders !== null && firstHolder(holders, order) !== self) billed.add(key);
  }
  for (const other of others) {
    if (!order(other, self)) continue;
    const { numbers, size } = other.tally.marks;
    for (let at = 0; at < size * MARK_NUMBERS; at += MARK_NUMBERS) {
      const uuid = numbers[at] ?? 0;
      if (self.tally.marks.has(uuid)) lines.add(uuid);
    }
  }
  return { billed, lines };
}

/** Two can always be told apart. Of more, the one that is older than most: three could be in a circle. */
function firstHolder(holders: readonly Holder[], order: Order): Holder | undefined {
  const [first, second] = holders;
  if (first === undefined || second === undefined) return first;
  if (holders.length === 2) return order(first, second) ? first : second;
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
  const known = new Map<Holder, Map<Holder, boolean>>();
  return (a, b) => {
    let others = known.get(a);
    if (others === undefined) {
      others = new Map();
      known.set(a, others);
    }
    let told = others.get(b);
    if (told === undefined) {
      told = isOlder(a, b);
      others.set(b, told);
    }
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
  const { numbers, size } = from.tally.marks;
  const { marks } = other.tally;
  for (let at = 0; at < size * MARK_NUMBERS; at += MARK_NUMBERS) {
    if (marks.has(numbers[at] ?? 0)) continue;
    const atMs = timeOfMark(numbers[at + 1] ?? 0);
    isMissing = true;
    if (atMs < earliest) earliest = atMs;
  }
  return isMissing ? earliest : Number.NEGATIVE_INFINITY;
}
