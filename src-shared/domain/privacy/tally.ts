import type { Redactions } from './filter-text';
import type { RedactionCount } from './rules';

/** Sums what was taken by tool and rule. */
export type Tally = {
  add(tool: string | null, redactions: Redactions): void;
  addCounts(counts: readonly RedactionCount[]): void;
  /** What people and Claude said first, then by tool and rule. */
  counts(): RedactionCount[];
};

export function createTally(): Tally {
  const sums = new Map<string, RedactionCount>();
  const add = ({ tool, rule, count }: RedactionCount) => {
    const key = JSON.stringify([tool, rule]);
    sums.set(key, { tool, rule, count: (sums.get(key)?.count ?? 0) + count });
  };
  return {
    add(tool, redactions) {
      for (const [rule, count] of Object.entries(redactions)) add({ tool, rule, count });
    },
    addCounts: (counts) => {
      for (const one of counts) add(one);
    },
    counts: () =>
      [...sums.values()].sort((a, b) => compare(a.tool ?? '', b.tool ?? '') || compare(a.rule, b.rule)),
  };
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
