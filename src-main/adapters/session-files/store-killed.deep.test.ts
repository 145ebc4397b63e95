import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { SessionId } from '@domain/ids';
import { verifyAudit } from '@domain/session/audit';
import { SessionEvent } from '@domain/session/events';
import { evolve } from '@domain/session/evolve';
import type { Session } from '@domain/session/record';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BundledScript, bundleScript } from '../../testing/bundled-script';
import { createdIn, value } from '../../testing/session-facts';
import { contentOf, createStorePlace, type StorePlace } from '../../testing/store-place';
import { sha256 } from './audit-log';

const ROUNDS = Number(process.env['BEADS_CONSOLE_CRASH_ROUNDS'] ?? 60);
const SECONDS = Number(process.env['BEADS_CONSOLE_RACE_SECONDS'] ?? 30);

let script: BundledScript;
beforeAll(async () => {
  script = await bundleScript(fileURLToPath(new URL('../../testing/store-writer.ts', import.meta.url)));
});
afterAll(() => script.remove());

type Said = {
  id: SessionId;
  rev?: number;
  child?: SessionId;
  message?: string;
  purging?: true;
  purged?: true;
  number?: number;
  holds?: boolean;
  at?: string;
};

function start(place: StorePlace, mode: string, seed: number, seconds = 600): ChildProcess {
  const args = [
    script.file,
    mode,
    place.folder,
    place.replica,
    place.projectId,
    String(seed),
    String(seconds),
  ];
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Reads what a writer acknowledges; kills it after so many lines, whatever it is doing then. */
async function follow(child: ChildProcess, killAfter = Number.POSITIVE_INFINITY): Promise<Said[]> {
  const ended = once(child, 'exit');
  const said: Said[] = [];
  let lines = 0;
  if (child.stdout === null) throw new Error('no output');
  for await (const line of createInterface({ input: child.stdout })) {
    const fact = JSON.parse(line) as Said;
    if (fact.id !== undefined) said.push(fact);
    lines += 1;
    if (lines === killAfter) child.kill('SIGKILL');
  }
  const [code, signal] = await ended;
  expect([code, signal]).toEqual(killAfter === Number.POSITIVE_INFINITY ? [0, null] : [null, 'SIGKILL']);
  return said;
}

/** From the lines alone, with nothing of the store's. */
function replayJournal(place: StorePlace): { sessions: Map<SessionId, Session>; purged: Set<SessionId> } {
  const sessions = new Map<SessionId, Session>();
  const purged = new Set<SessionId>();
  const text = place.read('events.jsonl');
  expect(text === '' || text.endsWith('\n')).toBe(true);
  for (const line of text.split('\n').slice(0, -1)) {
    const raw = JSON.parse(line) as { type: string };
    if (raw.type === 'journal-rewritten') continue;
    const { left: _left, ...event } = SessionEvent.parse(raw) as SessionEvent & { left?: number };
    const session = evolve(sessions.get(event.session_id) ?? null, event as SessionEvent);
    if (session === null) sessions.delete(event.session_id);
    else sessions.set(event.session_id, session);
    if (event.type === 'purged') purged.add(event.session_id);
  }
  return { sessions, purged };
}

function expectTidy(place: StorePlace): void {
  const { sessions, purged } = replayJournal(place);
  const index = place.json('index.json') as { sessions: Session[]; tombstones: SessionId[] };
  expect(new Map(index.sessions.map((each) => [each.id, each]))).toEqual(sessions);
  expect(new Set(index.tombstones)).toEqual(purged);
  for (const [id, session] of sessions) expect(place.json(join(id, 'meta.json'))).toEqual(session);
  const names = readdirSync(place.folder).filter((name) => name.length !== 36);
  expect(names.filter((name) => name.endsWith('~') || name === '.locks')).toEqual([]);
  expect(readdirSync(place.folder).filter((name) => purged.has(name as SessionId))).toEqual([]);
  if (!names.includes('audit.jsonl')) return;
  expect(verifyAudit(place.read('audit.jsonl').split('\n').slice(0, -1), sha256)).toBeNull();
}

it(`L7 P1 P4 two writers killed at any point, ${ROUNDS} kills: every acknowledged fact is there`, async () => {
  const place = createStorePlace('killed');
  const revisions = new Map<SessionId, number>();
  const messages: Said[] = [];
  const maybePurged = new Set<SessionId>();
  for (let round = 0; round < ROUNDS / 2; round += 1) {
    const writers = [1, 2].map((n) =>
      follow(start(place, 'random', round * 2 + n), 2 + ((round * 13 + n * 7) % 41)),
    );
    for (const fact of (await Promise.all(writers)).flat()) {
      if (fact.purging) maybePurged.add(fact.id);
      if (fact.rev !== undefined) revisions.set(fact.id, Math.max(fact.rev, revisions.get(fact.id) ?? 0));
      if (fact.child !== undefined) revisions.set(fact.child, Math.max(1, revisions.get(fact.child) ?? 0));
      if (fact.message !== undefined) messages.push(fact);
      if (fact.purged) revisions.delete(fact.id);
    }
    const store = await place.open();
    for (const [id, rev] of revisions) {
      if (maybePurged.has(id) && store.tombstones().has(id)) continue;
      expect(store.read(id)?.revision ?? 0).toBeGreaterThanOrEqual(rev);
    }
    for (const { id, message } of messages.splice(0)) {
      if (store.read(id) === undefined) continue;
      const page = value(await store.readMessages(id, { cursor: null, limit: 2000 }));
      expect(page.messages.map((each) => each.id)).toContain(message);
    }
    const before = contentOf(store);
    await store.close();
    expectTidy(place);
    const again = await place.open();
    expect(contentOf(again)).toEqual(before);
    expect(again.notices()).toEqual([]);
    await again.close();
  }
  expect(revisions.size).toBeGreaterThan(5);
}, 900_000);

it(`P3 P5 two processes on one project for ${SECONDS} s: no update lost, no line torn, one owner at a time`, async () => {
  const place = createStorePlace('raced');
  const first = await place.open();
  const ids: SessionId[] = [];
  for (let n = 0; n < 4; n += 1) ids.push((await createdIn(first, { title: '0' })).id);
  await first.close();
  const said = await Promise.all([1, 2].map((seed) => follow(start(place, 'count', seed, SECONDS))));
  const store = await place.open();
  for (const id of ids) {
    const numbers = said.flat().filter((fact) => fact.id === id && fact.number !== undefined);
    const sorted = numbers.map((fact) => fact.number ?? 0).sort((a, b) => a - b);
    // Each number was acknowledged to exactly one process, and none is missing.
    expect(sorted).toEqual(sorted.map((_, index) => index + 1));
    expect(store.read(id)).toMatchObject({ title: String(sorted.length), revision: sorted.length + 1 });
    expectNoOverlap(said.map((facts) => holdsOf(facts, id)));
  }
  for (const facts of said)
    expect(facts.filter((fact) => fact.number !== undefined).length).toBeGreaterThan(0);
  await store.close();
  expectTidy(place);
}, 300_000);

type Hold = { from: bigint; to: bigint };
function holdsOf(facts: readonly Said[], id: SessionId): Hold[] {
  const marks = facts
    .filter((fact) => fact.id === id && fact.at !== undefined)
    .map((fact) => BigInt(fact.at ?? 0));
  return Array.from({ length: marks.length / 2 }, (_, n) => ({
    from: marks[2 * n] ?? 0n,
    to: marks[2 * n + 1] ?? 0n,
  }));
}

function expectNoOverlap(holders: readonly Hold[][]): void {
  const all = holders.flatMap((holds, by) => holds.map((hold) => ({ ...hold, by })));
  all.sort((a, b) => (a.from < b.from ? -1 : 1));
  for (let n = 1; n < all.length; n += 1) {
    const [before, after] = [all[n - 1], all[n]];
    expect(before !== undefined && after !== undefined && before.to <= after.from).toBe(true);
  }
}
