import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { PrivacyPolicy } from '@domain/privacy/tiers';
import { startEngineThread } from '../compose/history-thread';
import type { HistoryEngine } from '../services/history/history-engine';

/*
 * The history as a running app has it, in a process of its own: what `bench/history` measures.
 * `node history-life.mjs <worker file> <home> <claude folder> first|second <session>` prints one line of JSON.
 */
const [file = '', home = '', claude = '', phase = '', longest = ''] = process.argv.slice(2);
const SCREEN = 50;
const APPENDS = 40;
/** As much as the doors give at once. */
const PAGE = 500;
const STALL_RESOLUTION_MS = 5;
/** Plain data: nothing is loaded here that a window does not need for its list. */
const POLICY: PrivacyPolicy = { Read: 'full', Bash: 'redacted', Edit: 'metadata', Write: 'metadata' };
const silent = { debug() {}, info() {}, warn() {}, error() {} };
/** From the moment on at which the process can run a line of ours. */
const begun = performance.nodeTiming.bootstrapComplete;
const { engine } = startEngineThread(
  file,
  {
    catalog: join(home, 'catalog', 'history.db'),
    claude,
    uploads: join(home, 'uploads'),
    summaries: join(home, 'summaries'),
    archive: join(home, 'archive'),
    forgotten: join(home, 'forgotten.txt'),
    prices: [],
  },
  silent,
);
const since = (from: number) => Math.round((performance.now() - from) * 10) / 10;
const told = phase === 'first' ? await first(engine) : await second(engine);
process.stdout.write(`${JSON.stringify(told)}\n`);
await engine.close();

/** Whoever asks all the time keeps it from its work. */
function aMoment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 3));
}

/** A history nobody has read yet: when its first screen is there, and when all of it is. */
async function first(history: HistoryEngine) {
  await history.keepUp();
  let total = 0;
  for (; total < SCREEN; await aMoment()) ({ total } = await history.list({}, { limit: SCREEN, offset: 0 }));
  const firstScreenMs = since(begun);
  const reading = watchStalls();
  await history.backfill();
  const allMs = since(begun);
  const readStallMs = reading();
  await history.obey({ mode: 'off', keepDays: null, indexTools: true });
  const indexing = watchStalls();
  await history.indexTools();
  return {
    first_screen_ms: firstScreenMs,
    all_ms: allMs,
    read_stall_ms: readStallMs,
    tools_ms: since(begun) - allMs,
    tools_stall_ms: indexing(),
  };
}

/** How long the thread that a window talks to was ever busy or kept waiting, until the answer is asked for. */
function watchStalls(): () => number {
  const delays = monitorEventLoopDelay({ resolution: STALL_RESOLUTION_MS });
  delays.enable();
  return () => {
    delays.disable();
    return Math.round((delays.max / 1e6 - STALL_RESOLUTION_MS) * 10) / 10;
  };
}

async function wholeList(history: HistoryEngine) {
  const { total, sessions } = await history.list({}, { limit: PAGE, offset: 0 });
  const offsets = Array.from({ length: Math.ceil(total / PAGE) - 1 }, (_, at) => (at + 1) * PAGE);
  const others = await Promise.all(offsets.map((offset) => history.list({}, { limit: PAGE, offset })));
  return { total, sessions: [...sessions, ...others.flatMap((page) => page.sessions)] };
}

async function second(history: HistoryEngine) {
  const { total, sessions } = await wholeList(history);
  const listMs = since(begun);
  const { bytes } = await history.backfill();

  const opening = performance.now();
  const page = {
    id: longest,
    branches: false,
    policy: POLICY,
    direction: 'after',
    limit: 50,
  } as const;
  const shown = await history.transcript(page);
  const openMs = since(opening);

  await history.keepUp();
  await history.backfill();
  const restMb = await restingMb();
  const appends: number[] = [];
  const paths = sessions.flatMap(({ id, transcript_path }) =>
    transcript_path ? [{ id, transcript_path }] : [],
  );
  for (let at = 0; at < APPENDS; at += 1) {
    const { id, transcript_path } = paths[(at * 37) % paths.length] ?? { id: '', transcript_path: '' };
    // Another one in every run: those of the run before are in the files.
    const word = `appended${process.pid}word${at}`;
    const line = {
      type: 'user',
      uuid: randomUUID(),
      timestamp: new Date().toISOString(),
      cwd: '/home/dev/project',
      sessionId: id,
      message: { role: 'user', content: word },
    };
    const from = performance.now();
    // Some of the files end in the middle of a line; Claude begins a new one then, too.
    appendFileSync(transcript_path, `\n${JSON.stringify(line)}\n`);
    while ((await history.search(word, {}, 1)).length === 0) await aMoment();
    appends.push(since(from));
  }
  appends.sort((a, b) => a - b);
  return {
    sessions: total === sessions.length ? total : 0,
    list_ms: listMs,
    bytes_read_again: bytes,
    open_ms: openMs,
    open_kb: Math.round(JSON.stringify(shown).length / 1000),
    append_p50_ms: appends[Math.floor(APPENDS / 2)],
    append_p95_ms: appends[Math.floor(APPENDS * 0.95)],
    rest_mb: restMb,
  };
}

/** After a while without work, as an app is most of the day. */
async function restingMb(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 3000));
  return Math.round(process.memoryUsage().rss / 1e6);
}
