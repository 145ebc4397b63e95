/*
 * Bars of a project with 10,000 sessions:
 *   open     opening the store and giving the first page <= 3 x reading and JSON.parse-ing index.json
 *   page     a filtered page, p95 < 5 ms
 *   durable  create + start + close through the use cases, each acknowledged and on disk, >= 0.40 of a bare append + fsync
 *            loop. They take five durable steps (the wish to start and to close is kept before it is acted upon), so five
 *            bare appends are what they are held against; `calls_ratio` is the same against three.
 *   memory   VmHWM of a process that opened, listed and changed it <= 60 MB above one that did so with an empty store
 * Ratios are taken in turns in one run, each the median of its rounds.
 */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const COUNT = 10_000;
const ROUNDS = 7;
const root = fileURLToPath(new URL('..', import.meta.url));
const self = fileURLToPath(import.meta.url);
const [phase, bundlePath, place] = process.argv.slice(2);

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const round = (value) => Math.round(value * 1000) / 1000;
const clock = {
  now: () => new Date().toISOString(),
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
};
const PROJECT = '00000000-0000-4000-a000-000000000001';
const DEVICE = '00000000-0000-4000-b000-000000000001';

async function bundle(out) {
  const { rolldown } = await import('rolldown');
  const id = `${root}bench/sessions-entry.ts`;
  const source = `
    export { openSessionStore } from '${root}src-main/adapters/session-files/session-files-store.ts';
    export { createSessionList } from '${root}src-shared/domain/session/query.ts';
    export { draftOf } from '${root}src-shared/domain/session/create.ts';
    export { createRun, completionOf } from '${root}src-shared/domain/session/audit.ts';
    export { stampFacts } from '${root}src-shared/domain/session/events.ts';
    export { fixedPolicies } from '${root}src-main/testing/fixed-policies.ts';
    export { createExportFolder } from '${root}src-main/adapters/exports/export-folder.ts';
    export { nodeTimers } from '${root}src-main/adapters/system/node-timers.ts';
    export { openSessionStores } from '${root}src-main/compose/open-session-stores.ts';
    export { placesOf } from '${root}src-main/compose/places.ts';
    export { createSessionsService } from '${root}src-main/services/sessions/sessions-service.ts';
    export { createFakeClaudeDriver } from '${root}src-main/testing/fake-claude-driver.ts';`;
  const build = await rolldown({
    input: id,
    cwd: root,
    platform: 'node',
    resolve: { alias: { '@domain': join(root, 'src-shared/domain') } },
    plugins: [
      {
        name: 'entry',
        resolveId: (name) => (name === id ? id : null),
        load: (name) => (name === id ? source : null),
      },
    ],
  });
  await build.write({ dir: out, format: 'esm', entryFileNames: 'sessions.mjs' });
  await build.close();
  return join(out, 'sessions.mjs');
}

async function withStore(lib, folder, act, watch = true) {
  const opened = await lib.openSessionStore({
    kind: 'project',
    folder: join(folder, '.beads', 'sessions'),
    root: folder,
    projectId: PROJECT,
    replica: join(folder, 'replica'),
    clock,
    watch,
  });
  if (!opened.ok) throw new Error(JSON.stringify(opened.error));
  try {
    return await act(opened.value);
  } finally {
    await opened.value.close();
  }
}

/** The three calls a session needs from its first word to its last. */
function life(lib, store, n) {
  const at = new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString();
  const id = randomUUID();
  const draft = lib.draftOf({
    id,
    project_id: PROJECT,
    device_id: DEVICE,
    at,
    cwd: '/home/someone/projects/example',
    title: `Session ${n}: make the importer keep its order`,
    bead_id: `demo-${n % 700}`,
    agent_id: `agent-${n % 9}`,
    branch: `feature/importer-${n}`,
    tags: n % 3 === 0 ? ['backend', 'importer'] : ['frontend'],
    prompt: 'Please make the importer keep the order of lines and add a test for it.',
  });
  const run = lib.createRun({
    run_id: randomUUID(),
    session_id: id,
    trigger_source: 'start-work',
    prompt: draft.prompt,
    started_at: at,
  });
  const end = lib.completionOf(
    run,
    { result: 'Done, with a test.', error: null, success: true, tool_calls: [] },
    at,
  );
  const call = async (revision, facts) => {
    const events = lib.stampFacts({ session_id: id, revision, at }, facts);
    const done = await store.commit([{ session_id: id, expected_revision: revision, events }]);
    if (!done.ok) throw new Error(JSON.stringify(done.error));
  };
  return {
    create: () => call(0, [{ type: 'created', session: draft }]),
    start: () =>
      call(1, [
        { type: 'start-requested', run_id: run.run_id },
        { type: 'run-created', run },
        { type: 'started' },
      ]),
    close: () =>
      call(4, [
        { type: 'closed', outcome: 'done', active_ms: 1000 },
        { type: 'run-completed', completion: end },
      ]),
  };
}

const peakMb = () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]) / 1024;

async function fill(lib, folder) {
  await withStore(lib, folder, async (store) => {
    for (let from = 0; from < COUNT; from += 500) {
      await Promise.all(
        Array.from({ length: 500 }, async (_, k) => {
          const session = life(lib, store, from + k);
          await session.create();
          await session.start();
          if ((from + k) % 50 !== 0) await session.close();
        }),
      );
    }
  });
}

async function measureOpen(lib, folder) {
  const begun = performance.now();
  let firstPage = 0;
  await withStore(lib, folder, async (store) => {
    const list = lib.createSessionList(store.all().values());
    const page = list.page({}, {});
    if (!page.ok || page.value.sessions.length !== 20) throw new Error('no first page');
    firstPage = performance.now() - begun;
  });
  return firstPage;
}

function measureRaw(folder) {
  const begun = performance.now();
  const parsed = JSON.parse(readFileSync(join(folder, '.beads', 'sessions', 'index.json'), 'utf8'));
  if (parsed.sessions.length < COUNT) throw new Error('index.json is short');
  return performance.now() - begun;
}

async function measurePages(lib, folder) {
  return withStore(lib, folder, async (store) => {
    const list = lib.createSessionList(store.all().values());
    const filters = [
      { bead_id: 'demo-13' },
      { status: ['active'] },
      { tags: ['backend', 'importer'], outcome: ['done'] },
      { text: 'session 99' },
      { agent: 'agent-4', since: '2026-01-03T00:00:00Z', until: '2026-01-05T00:00:00Z' },
      { chain_id: randomUUID() },
    ];
    const times = [];
    for (let n = 0; n < 600; n += 1) {
      const begun = performance.now();
      list.page(filters[n % filters.length], { limit: 50 });
      times.push(performance.now() - begun);
    }
    return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)];
  });
}

/** The app's own use cases on the full project; only Claude is scripted. */
async function withService(lib, folder, act) {
  const env = { BEADS_CONSOLE_HOME: join(folder, 'home') };
  const stores = await lib.openSessionStores({ places: lib.placesOf(env), env, clock, watch: true });
  if (!stores.ok) throw new Error(JSON.stringify(stores.error));
  const service = lib.createSessionsService({
    stores: stores.value,
    driver: lib.createFakeClaudeDriver(),
    exports: lib.createExportFolder(),
    clock,
    timers: lib.nodeTimers,
    log: { debug() {}, info() {}, warn() {}, error() {} },
    deviceId: DEVICE,
    newId: randomUUID,
    epoch: 'bench',
    privacy: lib.fixedPolicies,
  });
  try {
    return await act(service);
  } finally {
    await service.shutdown();
  }
}

const STEPS = 5;

async function measureDurable(lib, folder) {
  const ratios = [];
  const rates = { ours: [], bare: [] };
  const line = Buffer.from(`${'x'.repeat(600)}\n`);
  const value = (result) => {
    if (!result.ok) throw new Error(JSON.stringify(result.error));
    return result.value;
  };
  await withService(lib, folder, async (service) => {
    const fd = openSync(join(folder, 'bare.log'), 'a');
    const bare = (count) => {
      const begun = performance.now();
      for (let n = 0; n < count; n += 1) {
        writeSync(fd, line);
        fsyncSync(fd);
      }
      return (count / (performance.now() - begun)) * 1000;
    };
    const ours = async (count) => {
      const begun = performance.now();
      for (let n = 0; n < count; n += 1) {
        const { id } = value(
          await service.create({ folder, title: `Session ${n}`, prompt: 'Keep the order.' }),
        );
        value(await service.start({ id }));
        value(await service.close(id, 'done'));
      }
      return (count / (performance.now() - begun)) * 1000;
    };
    await ours(100);
    for (let n = 0; n < 2 * ROUNDS; n += 1) {
      const [a, b] = [bare(300), await ours(100)];
      rates.bare.push(a);
      rates.ours.push(b);
      ratios.push((b * STEPS) / a);
    }
    closeSync(fd);
  });
  return { ratio: median(ratios), ours: median(rates.ours), bare: median(rates.bare) };
}

async function measureMemory(lib, folder) {
  await withStore(lib, folder, async (store) => {
    const list = lib.createSessionList(store.all().values());
    list.page({ tags: ['backend'] }, { limit: 50 });
    const session = life(lib, store, COUNT + 1);
    await session.create();
    await session.start();
    await session.close();
    await store.flush();
    await store.swept();
  });
  return peakMb();
}

if (phase !== undefined) {
  const lib = await import(pathToFileURL(bundlePath).href);
  const phases = {
    fill,
    open: measureOpen,
    pages: measurePages,
    durable: measureDurable,
    memory: measureMemory,
  };
  const answer = phase === 'raw' ? measureRaw(place) : await phases[phase](lib, place);
  console.log(JSON.stringify(answer ?? null));
} else {
  const base = mkdtempSync(join(tmpdir(), 'bench-sessions-'));
  try {
    const bundled = await bundle(base);
    const [full, empty] = [join(base, 'full'), join(base, 'empty')];
    for (const folder of [full, empty]) mkdirSync(join(folder, '.beads'), { recursive: true });
    const run = (name, folder) =>
      JSON.parse(
        execFileSync(process.execPath, [self, name, bundled, folder], {
          encoding: 'utf8',
          maxBuffer: 1 << 24,
        }),
      );
    writeFileSync(join(base, 'package.json'), '{"type":"module"}');
    run('fill', full);
    const opens = [];
    for (let n = 0; n < ROUNDS; n += 1) {
      const raw = run('raw', full);
      opens.push({ raw, ours: run('open', full), ratio: 0 });
    }
    const openRatio = median(opens.map(({ raw, ours }) => ours / raw));
    const pageP95 = run('pages', full);
    const memory = median([1, 2, 3, 4, 5].map(() => run('memory', full) - run('memory', empty)));
    const durable = run('durable', full);
    const pass = openRatio <= 3 && pageP95 < 5 && durable.ratio >= 0.4 && memory <= 60;
    console.log(
      JSON.stringify({
        bench: 'sessions',
        pass,
        sessions: COUNT,
        open_ratio: round(openRatio),
        open_ms: round(median(opens.map(({ ours }) => ours))),
        raw_ms: round(median(opens.map(({ raw }) => raw))),
        page_p95_ms: round(pageP95),
        durable_ratio: round(durable.ratio),
        calls_ratio: round((durable.ratio * 3) / STEPS),
        lives_per_s: round(durable.ours),
        bare_appends_per_s: round(durable.bare),
        memory_above_empty_mb: round(memory),
      }),
    );
    process.exitCode = pass ? 0 : 1;
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}
