import { BilledRows } from './billed-rows';
import { bytesOf, NumberRows, numbersOf } from './number-rows';
import { createTally, MARK_NUMBERS, type SessionTally } from './session-tally';

/** A tally as it is kept between two looks at a session: a few bytes per line, in one piece. `head` is JSON. */
export type PackedTally = {
  readonly head: string;
  readonly billed: Uint8Array;
  readonly marks: Uint8Array;
  readonly ids: Uint8Array;
};

/** What is JSON of it. */
export type TallyHead = {
  lines: number;
  broken: number;
  unknown: number;
  first: number | null;
  last: number | null;
  agents: string[];
  models: string[];
  counts: [tools: number, errors: number, roots: number];
};

export function packTally(tally: SessionTally): PackedTally {
  const { billed, marks, tools, toolErrors, roots } = tally;
  const head: TallyHead = {
    lines: tally.lines,
    broken: tally.broken,
    unknown: tally.unknown,
    first: Number.isFinite(tally.firstMs) ? tally.firstMs : null,
    last: Number.isFinite(tally.lastMs) ? tally.lastMs : null,
    agents: [...tally.agents],
    models: [...billed.models],
    counts: [tools.size, toolErrors.size, roots.size],
  };
  return packRows(head, billed.numbers, marks.filled, [tools.filled, toolErrors.filled, roots.filled]);
}

/** The same of rows that lie somewhere else. */
export function packRows(
  head: TallyHead,
  billed: Float64Array,
  marks: Float64Array,
  ids: readonly Float64Array[],
): PackedTally {
  const lists = [billed, marks, ...ids];
  const all = new Float64Array(lists.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  const marksAt = billed.length;
  const idsAt = marksAt + marks.length;
  return {
    head: JSON.stringify(head),
    billed: bytesOf(all.subarray(0, marksAt)),
    marks: bytesOf(all.subarray(marksAt, idsAt)),
    ids: bytesOf(all.subarray(idsAt)),
  };
}

export function unpackTally(packed: PackedTally): SessionTally {
  const head = readHead(packed);
  const [tools, errors] = head.counts;
  const ids = numbersOf(packed.ids);
  const idsOf = (from: number, to?: number) => new NumberRows(1, bytesOf(ids.subarray(from, to)));
  const tally = createTally();
  return {
    lines: head.lines,
    broken: head.broken,
    unknown: head.unknown,
    firstMs: head.first ?? tally.firstMs,
    lastMs: head.last ?? tally.lastMs,
    agents: new Set(head.agents),
    billed: new BilledRows(packed.billed, head.models),
    marks: new NumberRows(MARK_NUMBERS, packed.marks),
    tools: idsOf(0, tools),
    toolErrors: idsOf(tools, tools + errors),
    roots: idsOf(tools + errors),
  };
}

/** Only what was billed: all that a report needs. */
export function unpackBilled(packed: Pick<PackedTally, 'head' | 'billed'>): BilledRows {
  return new BilledRows(packed.billed, readHead(packed).models);
}

function readHead(packed: Pick<PackedTally, 'head'>): TallyHead {
  return JSON.parse(packed.head) as TallyHead;
}
