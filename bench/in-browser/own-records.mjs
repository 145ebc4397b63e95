import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { root } from './served-app.mjs';

const DEVICE = '00000000-0000-4000-b000-000000000001';
const AT_ONCE = 500;
const AGENTS = ['executor', 'reviewer', 'planner', 'researcher'];
const clock = {
  now: () => new Date().toISOString(),
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
};

/** Our own records of these sessions, in the project's own store: each worked on one of 700 beads, as one of four agents. */
export async function writeRecords(project, ids) {
  const folder = mkdtempSync(join(root, 'node_modules', '.cache', 'bench-'));
  try {
    const { openSessionStore, draftOf, createRun, stampFacts } = await bundled(folder);
    const projectId = randomUUID();
    const opened = await openSessionStore({
      kind: 'project',
      folder: join(project, '.beads', 'sessions'),
      root: project,
      projectId,
      replica: join(folder, 'replica'),
      clock,
      watch: false,
    });
    if (!opened.ok) throw new Error(JSON.stringify(opened.error));
    const store = opened.value;
    const write = async (id, n) => {
      const at = new Date().toISOString();
      const session = draftOf({
        id,
        project_id: projectId,
        device_id: DEVICE,
        at,
        cwd: project,
        title: `Keep the order of table ${n}`,
        bead_id: `tide-${n % 700}`,
        agent_id: AGENTS[n % AGENTS.length],
      });
      const run = createRun({
        run_id: randomUUID(),
        session_id: id,
        trigger_source: 'start-work',
        prompt: '',
        started_at: at,
      });
      const events = stampFacts({ session_id: id, revision: 0, at }, [
        { type: 'created', session },
        { type: 'start-requested', run_id: run.run_id },
        { type: 'run-created', run },
        { type: 'started' },
        { type: 'closed', outcome: 'done', active_ms: 60_000 },
      ]);
      const done = await store.commit([{ session_id: id, expected_revision: 0, events }]);
      if (!done.ok) throw new Error(JSON.stringify(done.error));
    };
    for (let from = 0; from < ids.length; from += AT_ONCE)
      await Promise.all(ids.slice(from, from + AT_ONCE).map((id, k) => write(id, from + k)));
    await store.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function bundled(folder) {
  const id = join(folder, 'entry.ts');
  const source = `
    export { openSessionStore } from '${root}src-main/adapters/session-files/session-files-store.ts';
    export { draftOf } from '${root}src-shared/domain/session/create.ts';
    export { createRun } from '${root}src-shared/domain/session/audit.ts';
    export { stampFacts } from '${root}src-shared/domain/session/events.ts';`;
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
  const file = join(folder, 'records.mjs');
  await build.write({ file, format: 'esm' });
  await build.close();
  return import(pathToFileURL(file).href);
}
