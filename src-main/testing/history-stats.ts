import { setFlagsFromString } from 'node:v8';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { BILLED_NUMBERS } from '@domain/transcript/billed-rows';
import { type Holder, inheritedOf } from '@domain/transcript/credit';
import { bytesOf, NumberRows, numbersOf } from '@domain/transcript/number-rows';
import { createTally, type SessionTally } from '@domain/transcript/session-tally';
import { unpackTally } from '@domain/transcript/tally-bytes';
import { statsOf, type TallyStats } from '@domain/transcript/tally-stats';
import { createClaudeProjects } from '../adapters/transcripts/claude-projects';
import { createSessionScanner } from '../adapters/transcripts/scan-session';

/*
 * The numbers of a whole history and nothing else, in as many threads as are asked for: what `bench/ingest` holds against
 * programs that only count. `node history-stats.mjs <projects folder> <threads>` prints one line of JSON.
 */
// It is over before most of what the optimiser makes would have paid.
setFlagsFromString('--interrupt-budget=2000000');

type Session = { readonly id: string; readonly paths: readonly string[] };
/** What one thread has counted, as few things as can be: it crosses to another thread at once. */
type Counted = {
  readonly ids: string[];
  /** What a session says as if nothing were inherited, which is true of nearly all. */
  readonly told: string[];
  readonly heads: string[];
  /** The rows of all tallies, one after the other; and of each session how long its three lists are, and its broken lines. */
  numbers: Float64Array;
  readonly lengths: number[];
};
type Share = { readonly sessions: readonly Session[]; readonly next: Int32Array };
const LENGTHS = 4;

function countSome({ sessions, next }: Share): Counted {
  const scanner = createSessionScanner();
  const counted: Counted = { ids: [], told: [], heads: [], numbers: new Float64Array(1 << 18), lengths: [] };
  let end = 0;
  const keep = (rows: Float64Array) => {
    if (end + rows.length > counted.numbers.length) {
      const larger = new Float64Array((end + rows.length) * 2);
      larger.set(counted.numbers.subarray(0, end));
      counted.numbers = larger;
    }
    counted.numbers.set(rows, end);
    end += rows.length;
    counted.lengths.push(rows.length);
  };
  for (;;) {
    const session = sessions[Atomics.add(next, 0, 1)];
    if (session === undefined) return { ...counted, numbers: counted.numbers.slice(0, end) };
    const tally = createTally();
    let openTails = 0;
    for (const path of session.paths)
      openTails += scanner.scanFile(path, 0, { tally, isKept: true }).openTail;
    const packed = scanner.pack(tally);
    const { head, billed, marks, ids } = packed;
    const stats = statsOf(unpackTally(packed));
    const broken = stats.lines_not_understood + openTails;
    counted.ids.push(session.id);
    counted.told.push(tell(stats, broken));
    counted.heads.push(head);
    for (const rows of [billed, marks, ids]) keep(numbersOf(rows));
    counted.lengths.push(broken);
  }
}

function tell(stats: TallyStats, broken: number): string {
  return JSON.stringify({ ...stats, ...stats.usage, usage: undefined, whole_usage: undefined, broken });
}

if (isMainThread) {
  const [folder = '', threads = '2'] = process.argv.slice(2);
  // They start while the files are looked for.
  const workers = Array.from({ length: Number(threads) - 1 }, () => new Worker(new URL(import.meta.url)));
  const others = workers.map(
    (worker) =>
      new Promise<Counted>((resolve, reject) => {
        worker.once('message', resolve);
        worker.once('error', reject);
      }),
  );
  const { files } = await createClaudeProjects(folder).discover(new Map());
  const byId = new Map<string, { id: string; paths: string[]; size: number }>();
  for (const { sessionId, path, size } of files) {
    const session = byId.get(sessionId) ?? { id: sessionId, paths: [], size: 0 };
    byId.set(sessionId, session);
    session.paths.push(path);
    session.size += size;
  }
  // The longest first: the threads end together.
  const sessions = [...byId.values()].sort((a, b) => b.size - a.size);
  const share: Share = { sessions, next: new Int32Array(new SharedArrayBuffer(4)) };
  for (const worker of workers) worker.postMessage(share);
  const own = countSome(share);
  process.stdout.write(`{"sessions":{${credited([own, ...(await Promise.all(others))])}}}\n`);
} else {
  parentPort?.once('message', (share: Share) => {
    const counted = countSome(share);
    parentPort?.postMessage(counted, [counted.numbers.buffer as ArrayBuffer]);
  });
}

/** A session among all: which thread has counted it, and where its rows begin. */
type Place = { readonly by: Counted; readonly at: number; readonly rows: number };

function credited(all: readonly Counted[]): string {
  const places: Place[] = [];
  for (const by of all)
    for (let at = 0, rows = 0; at < by.ids.length; at += 1) {
      places.push({ by, at, rows });
      for (let list = 0; list < LENGTHS - 1; list += 1) rows += lengthOf(by, at, list);
    }
  const kin = findKin(places);
  const read = new Map<number, Holder & { tally: SessionTally }>();
  const holderOf = (which: number) => {
    const holder = read.get(which) ?? readHolder(places[which]);
    read.set(which, holder);
    return holder;
  };
  return places
    .map(({ by, at }, which) => {
      const family = kin.get(which);
      if (family === undefined) return `${JSON.stringify(by.ids[at])}:${by.told[at]}`;
      const self = holderOf(which);
      const stats = statsOf(self.tally, inheritedOf(self, [...family].map(holderOf)));
      return `${JSON.stringify(by.ids[at])}:${tell(stats, lengthOf(by, at, LENGTHS - 1))}`;
    })
    .join();
}

/** Sessions that share a billed message, each with the others. */
function findKin(places: readonly Place[]): ReadonlyMap<number, ReadonlySet<number>> {
  const first = new NumberRows(2);
  const kin = new Map<number, Set<number>>();
  const join = (one: number, other: number) => {
    kin.set(one, (kin.get(one) ?? new Set()).add(other));
    kin.set(other, (kin.get(other) ?? new Set()).add(one));
  };
  const sharing = new Map<number, Set<number>>();
  for (const [which, { by, at, rows }] of places.entries())
    for (let row = rows; row < rows + lengthOf(by, at, 0); row += BILLED_NUMBERS) {
      const key = by.numbers[row] ?? 0;
      const met = first.find(key);
      if (met === -1) first.numbers[first.add(key) + 1] = which;
      else {
        const holders = sharing.get(key) ?? new Set([first.numbers[met + 1] ?? 0]);
        for (const holder of holders) if (holder !== which) join(holder, which);
        sharing.set(key, holders.add(which));
      }
    }
  return kin;
}

function readHolder(place: Place | undefined): Holder & { tally: SessionTally } {
  if (place === undefined) throw new Error('nobody has counted this session');
  const { by, at } = place;
  let { rows } = place;
  const take = (list: number) => {
    const from = rows;
    rows += lengthOf(by, at, list);
    return bytesOf(by.numbers.subarray(from, rows));
  };
  const packed = { head: by.heads[at] ?? '', billed: take(0), marks: take(1), ids: take(2) };
  return { id: by.ids[at] ?? '', tally: unpackTally(packed) };
}

function lengthOf(by: Counted, at: number, list: number): number {
  return by.lengths[at * LENGTHS + list] ?? 0;
}
