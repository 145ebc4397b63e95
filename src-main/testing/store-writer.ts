import { writeSync } from 'node:fs';
import type { ProjectId, SessionId } from '@domain/ids';
import type { Session } from '@domain/session/record';
import { openSessionStore } from '../adapters/session-files/session-files-store';
import { createSystemClock } from '../adapters/system/system-clock';
import { commitOf, createdCommit, messageOf, runFacts } from './session-facts';

/*
 * A process that writes to a store until it is killed or its time is over, for tests that kill and race:
 * `node script.mjs <mode> <folder> <replica> <project id> <seed> <seconds>`. It prints what was acknowledged, as lines
 * of JSON, right after the store said so.
 *   random   up to twenty sessions: whole runs, titles, messages, context, purges, several at once
 *   count    adds one to a number that all processes share, by compare-and-set, and fights for a lease
 */
const [mode, folder = '', replica = '', projectId = '', seed = '1', seconds = '600'] = process.argv.slice(2);
const say = (line: object) => void writeSync(1, `${JSON.stringify(line)}\n`);
const SESSIONS = 20;

let state = Number(seed) >>> 0;
const next = (below: number): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
};

const opened = await openSessionStore({
  kind: 'project',
  folder,
  root: folder,
  projectId: projectId as ProjectId,
  replica,
  clock: createSystemClock(),
});
if (!opened.ok) throw new Error(JSON.stringify(opened.error));
const store = opened.value;
say({ ready: process.pid });

const any = (): Session | undefined => [...store.all().values()][next(Math.max(1, store.all().size))];
const tolerated = new Set(['revision-conflict', 'session-not-found', 'session-exists']);

function settle<T>(result: { ok: true; value: T } | { ok: false; error: { code: string } }): T | null {
  if (result.ok) return result.value;
  if (!tolerated.has(result.error.code)) throw new Error(JSON.stringify(result.error));
  return null;
}

async function change(session: Session, facts: Parameters<typeof commitOf>[1]): Promise<void> {
  const done = settle(await store.commit([commitOf(session, facts)]));
  const changed = done?.[0];
  if (changed) say({ id: changed.id, rev: changed.revision });
}

async function randomStep(step: number): Promise<void> {
  const session = any();
  const choice = next(14);
  if (session === undefined || (choice < 3 && store.all().size < SESSIONS)) {
    const [made] = settle(await store.commit([createdCommit(store.project_id, { title: `t${step}` })])) ?? [];
    if (made) say({ id: made.id, rev: made.revision });
  } else if (choice < 6) await change(session, runFacts(session, `p${step}`));
  else if (choice < 8) await change(session, [{ type: 'retitled', title: `t${step}` }]);
  else if (choice < 10) {
    const number = next(1000);
    const done = settle(await store.appendMessages(session.id, [messageOf(number)]));
    if (done !== null) say({ id: session.id, message: `m${number}` });
  } else if (choice < 11) settle(await store.writeContext(session.id, { step }));
  else if (choice < 12) {
    const child = createdCommit(store.project_id, { title: `child ${step}` });
    const link = commitOf(session, [{ type: 'child-linked', child_id: child.session_id }]);
    const [made, parent] = settle(await store.commit([child, link])) ?? [];
    if (made && parent) say({ id: parent.id, rev: parent.revision, child: made.id });
  } else if (store.all().size > SESSIONS - 4) {
    say({ id: session.id, purging: true });
    const done = settle(await store.commit([commitOf(session, [{ type: 'purged' }])]));
    if (done !== null) say({ id: session.id, purged: true });
  } else await change(session, [{ type: 'tags-set', tags: [`g${step}`] }]);
}

const endAt = performance.now() + Number(seconds) * 1000;
if (mode === 'random') {
  for (let step = 0; performance.now() < endAt; step += 4) {
    await Promise.all([0, 1, 2, 3].map((lane) => randomStep(step + lane)));
  }
}
if (mode === 'count') {
  const shared = [...store.all().keys()];
  for (let step = 0; performance.now() < endAt; step += 1) {
    const id = shared[next(shared.length)] as SessionId;
    const session = store.read(id);
    if (session === undefined) throw new Error(`lost ${id}`);
    const number = Number(session.title) + 1;
    const done = settle(
      await store.commit([commitOf(session, [{ type: 'retitled', title: String(number) }])]),
    );
    if (done !== null) say({ id, number });
    if (step % 5 !== 0) continue;
    const lease = await store.acquireLease(id);
    if (!lease.ok) continue;
    say({ id, holds: true, at: process.hrtime.bigint().toString() });
    await store.refresh();
    say({ id, holds: false, at: process.hrtime.bigint().toString() });
    await lease.value.release();
  }
}
await store.close();
