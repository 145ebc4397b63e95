import { describeStats } from '@domain/history/describe-session';
import type { PriceFinder } from '@domain/history/report';
import { type Holder, inheritedOf } from '@domain/transcript/credit';
import { bytesOf } from '@domain/transcript/number-rows';
import type { SessionTally } from '@domain/transcript/session-tally';
import { unpackTally } from '@domain/transcript/tally-bytes';
import type { Catalog } from '../../ports/catalog';
import { breathe } from './breathe';

const AT_ONCE = 50;

/**
 * Decides for every session that shares messages with others what of it is inherited. Sessions come in any order and grow
 * while we look; whoever is touched is marked in the catalog with the write itself, so none is forgotten after a crash.
 */
export async function creditSessions(
  catalog: Catalog,
  price: PriceFinder,
  isEnded: () => boolean = () => false,
): Promise<number> {
  let count = 0;
  for (;;) {
    const ids = isEnded() ? [] : await catalog.uncredited(AT_ONCE);
    if (ids.length === 0) return count;
    const read = createReader(catalog);
    const credits = [];
    for (const id of ids) {
      const credit = await creditOf(catalog, id, read, price);
      if (credit !== null) credits.push(credit);
    }
    await catalog.setCredit(credits);
    count += credits.length;
    // Only here: between the reading of a session and its credit nobody may write on it.
    await breathe();
  }
}

type Reader = (id: string) => Promise<(Holder & { tally: SessionTally }) | null>;

/** Families are read together: each member once, while the batch lasts. */
function createReader(catalog: Catalog): Reader {
  const read = new Map<string, Holder & { tally: SessionTally }>();
  return async (id) => {
    const met = read.get(id);
    if (met !== undefined) return met;
    const held = await catalog.held(id);
    if (held === null) return null;
    const holder = { id, tally: unpackTally(held.tally) };
    read.set(id, holder);
    return holder;
  };
}

async function creditOf(catalog: Catalog, id: string, read: Reader, price: PriceFinder) {
  const self = await read(id);
  const record = await catalog.show(id);
  if (self === null || record === null) return { id, record: {}, inherited: new Uint8Array() };
  const others: Holder[] = [];
  for (const other of await catalog.kin(id)) {
    const holder = await read(other);
    if (holder !== null) others.push(holder);
  }
  const inherited = inheritedOf(self, others);
  const openTails = Math.max(0, record.stats.lines_not_understood - self.tally.broken);
  const stats = describeStats(self.tally, inherited, openTails, price);
  return { id, record: { stats }, inherited: bytesOf(Float64Array.from(inherited.billed)) };
}
