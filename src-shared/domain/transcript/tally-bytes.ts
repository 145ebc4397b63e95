import { createTally, type SessionTally } from './session-tally';

/** A tally as it is kept between two looks at a session: a few bytes per line. `head` is JSON. */
export type PackedTally = {
  readonly head: string;
  readonly billed: Uint8Array;
  readonly marks: Uint8Array;
  readonly ids: Uint8Array;
};

const BILLED = 9;
const MARK = 2;

type Head = {
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
  const models: string[] = [];
  const billed = new Float64Array(tally.billed.size * BILLED);
  let at = 0;
  for (const [key, each] of tally.billed) {
    let model = models.indexOf(each.model);
    if (model === -1) model = models.push(each.model) - 1;
    const kind = model * 2 + (each.isSidechain ? 1 : 0);
    billed[at] = key;
    billed[at + 1] = each.atMs;
    billed[at + 2] = kind;
    billed[at + 3] = each.tokensIn;
    billed[at + 4] = each.tokensOut;
    billed[at + 5] = each.cacheRead;
    billed[at + 6] = each.cacheWrite;
    billed[at + 7] = each.cacheWrite5m;
    billed[at + 8] = each.cacheWrite1h;
    at += BILLED;
  }
  const marks = new Float64Array(tally.marks.size * MARK);
  at = 0;
  for (const [uuid, mark] of tally.marks) {
    marks[at] = uuid;
    marks[at + 1] = mark;
    at += MARK;
  }
  const head: Head = {
    lines: tally.lines,
    broken: tally.broken,
    unknown: tally.unknown,
    first: Number.isFinite(tally.firstMs) ? tally.firstMs : null,
    last: Number.isFinite(tally.lastMs) ? tally.lastMs : null,
    agents: [...tally.agents],
    models,
    counts: [tally.tools.size, tally.toolErrors.size, tally.roots.size],
  };
  const ids = new Float64Array(tally.tools.size + tally.toolErrors.size + tally.roots.size);
  at = 0;
  for (const set of [tally.tools, tally.toolErrors, tally.roots])
    for (const id of set) {
      ids[at] = id;
      at += 1;
    }
  return { head: JSON.stringify(head), billed: bytesOf(billed), marks: bytesOf(marks), ids: bytesOf(ids) };
}

export function unpackTally(packed: PackedTally): SessionTally {
  const head = readHead(packed);
  const tally = createTally();
  tally.lines = head.lines;
  tally.broken = head.broken;
  tally.unknown = head.unknown;
  tally.firstMs = head.first ?? tally.firstMs;
  tally.lastMs = head.last ?? tally.lastMs;
  for (const agent of head.agents) tally.agents.add(agent);
  unpackBilled(packed, tally.billed);
  const marks = numbersOf(packed.marks);
  for (let at = 0; at + MARK <= marks.length; at += MARK) tally.marks.set(marks[at] ?? 0, marks[at + 1] ?? 0);
  const ids = numbersOf(packed.ids);
  const [tools, errors] = head.counts;
  ids.forEach((id, index) => {
    (index < tools ? tally.tools : index < tools + errors ? tally.toolErrors : tally.roots).add(id);
  });
  return tally;
}

/** Only what was billed: all that a report needs. */
export function unpackBilled(
  packed: Pick<PackedTally, 'head' | 'billed'>,
  into: SessionTally['billed'] = new Map(),
): SessionTally['billed'] {
  const { models } = readHead(packed);
  const numbers = numbersOf(packed.billed);
  for (let at = 0; at + BILLED <= numbers.length; at += BILLED) {
    const number = (index: number) => numbers[at + index] ?? 0;
    const kind = number(2);
    into.set(number(0), {
      atMs: number(1),
      model: models[Math.floor(kind / 2)] ?? '',
      isSidechain: kind % 2 === 1,
      tokensIn: number(3),
      tokensOut: number(4),
      cacheRead: number(5),
      cacheWrite: number(6),
      cacheWrite5m: number(7),
      cacheWrite1h: number(8),
    });
  }
  return into;
}

/** Numbers that are ids, as bytes and back. */
export function bytesOf(numbers: Float64Array): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}

export function numbersOf(bytes: Uint8Array): Float64Array {
  // Copied: what a database hands out may begin at any byte of a larger buffer.
  return new Float64Array(new Uint8Array(bytes).buffer, 0, Math.floor(bytes.byteLength / 8));
}

function readHead(packed: Pick<PackedTally, 'head'>): Head {
  return JSON.parse(packed.head) as Head;
}
