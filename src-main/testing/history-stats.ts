import { setFlagsFromString } from 'node:v8';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { type Holder, inheritedOf } from '@domain/transcript/credit';
import { numbersOf } from '@domain/transcript/number-rows';
import { createTally, type SessionTally } from '@domain/transcript/session-tally';
import { type PackedTally, packTally, unpackTally } from '@domain/transcript/tally-bytes';
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
type Counted = {
  readonly id: string;
  readonly tally: PackedTally;
  /** As if nothing were inherited, which is true of nearly all. */
  readonly stats: TallyStats;
  readonly broken: number;
};
type Share = { readonly sessions: readonly Session[]; readonly next: Int32Array };

function* countSome({ sessions, next }: Share): Generator<Counted> {
  const scanner = createSessionScanner();
  for (;;) {
    const session = sessions[Atomics.add(next, 0, 1)];
    if (session === undefined) return;
    const tally = createTally();
    let openTails = 0;
    for (const path of session.paths) openTails += scanner.scanFile(path, 0, { tally }).openTail;
    yield {
      id: session.id,
      tally: packTally(tally),
      stats: statsOf(tally),
      broken: tally.broken + openTails,
    };
  }
}

if (isMainThread) {
  const [folder = '', threads = '2'] = process.argv.slice(2);
  const counted: Counted[] = [];
  // They start while the files are looked for.
  const workers = Array.from({ length: Number(threads) - 1 }, () => new Worker(new URL(import.meta.url)));
  const others = workers.map(
    (worker) =>
      new Promise<void>((resolve, reject) => {
        worker.on('message', (batch: Counted[]) => counted.push(...batch));
        worker.on('error', reject);
        worker.on('exit', () => resolve());
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
  for (const each of countSome(share)) counted.push(each);
  await Promise.all(others);
  process.stdout.write(`${JSON.stringify({ sessions: credited(counted) })}\n`);
} else {
  parentPort?.once('message', (share: Share) => parentPort?.postMessage([...countSome(share)]));
}

function credited(counted: readonly Counted[]) {
  const first = new Map<number, Counted>();
  const kin = new Map<Counted, Set<Counted>>();
  const sharing = new Map<number, Set<Counted>>();
  for (const session of counted) {
    const billed = numbersOf(session.tally.billed);
    for (let at = 0; at < billed.length; at += 9) {
      const key = billed[at] ?? 0;
      const met = first.get(key);
      if (met === undefined) first.set(key, session);
      else sharing.set(key, (sharing.get(key) ?? new Set([met])).add(session));
    }
  }
  for (const holders of sharing.values())
    for (const one of holders)
      for (const other of holders) if (one !== other) kin.set(one, (kin.get(one) ?? new Set()).add(other));
  const read = new Map<Counted, Holder & { tally: SessionTally }>();
  const holderOf = (session: Counted) => {
    const holder = read.get(session) ?? { id: session.id, tally: unpackTally(session.tally) };
    read.set(session, holder);
    return holder;
  };
  const statsWithin = (session: Counted, family: ReadonlySet<Counted>): TallyStats => {
    const self = holderOf(session);
    return statsOf(self.tally, inheritedOf(self, [...family].map(holderOf)));
  };
  return Object.fromEntries(
    counted.map((session) => {
      const family = kin.get(session);
      const { usage, ...stats } = family === undefined ? session.stats : statsWithin(session, family);
      return [session.id, { ...stats, ...usage, broken: session.broken }];
    }),
  );
}
