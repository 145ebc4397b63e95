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
 * A line that bills nothing can turn the order of two around: with each its kin are reckoned, and all of them credited at
 * once, so that no message is given up by one and not yet taken by the other.
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
    const families = createFamilies(catalog);
    const touched = new Set(ids);
    for (const id of ids) for (const other of await families.kinOf(id)) touched.add(other);
    const credits = [];
    for (const id of touched) credits.push(await creditOf(catalog, id, families, price));
    await catalog.setCredit(credits);
    count += credits.length;
    // Only here: between the reading of a session and its credit nobody may write on it.
    await breathe();
  }
}

type Member = Holder & { readonly tally: SessionTally };
/** Families are read together: each member once, while the batch lasts. */
type Families = {
  read(id: string): Promise<Member | null>;
  kinOf(id: string): Promise<readonly string[]>;
};

function createFamilies(catalog: Catalog): Families {
  const members = new Map<string, Member | null>();
  const kin = new Map<string, readonly string[]>();
  return {
    async read(id) {
      const met = members.get(id);
      if (met !== undefined) return met;
      const held = await catalog.held(id);
      const member = held === null ? null : { id, tally: unpackTally(held.tally) };
      members.set(id, member);
      return member;
    },
    async kinOf(id) {
      const met = kin.get(id);
      if (met !== undefined) return met;
      const found = await catalog.kin(id);
      kin.set(id, found);
      return found;
    },
  };
}

async function creditOf(catalog: Catalog, id: string, { read, kinOf }: Families, price: PriceFinder) {
  const self = await read(id);
  const record = await catalog.show(id);
  if (self === null || record === null) return { id, record: {}, inherited: new Uint8Array() };
  const others: Holder[] = [];
  for (const other of await kinOf(id)) {
    const holder = await read(other);
    if (holder !== null) others.push(holder);
  }
  const inherited = inheritedOf(self, others);
  const openTails = Math.max(0, record.stats.lines_not_understood - self.tally.broken);
  const stats = describeStats(self.tally, inherited, openTails, price);
  return { id, record: { stats }, inherited: bytesOf(Float64Array.from(inherited.billed)) };
}
