import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { SessionId } from '@domain/ids';
import { verifyAudit } from '@domain/session/audit';
import { SessionEvent } from '@domain/session/events';
import { evolve, replay } from '@domain/session/evolve';
import { Session } from '@domain/session/record';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../adapters/session-files/audit-log';
import { createSystemClock } from '../../adapters/system/system-clock';
import { openSessionStores } from '../../compose/open-session-stores';
import { placesOf } from '../../compose/places';
import type { SessionStore } from '../../ports/session-store';
import { type BundledScript, bundleScript } from '../../testing/bundled-script';
import { value } from '../../testing/session-facts';
import { tempDir } from '../../testing/temp-dir';

const ROUNDS = Number(process.env['BEADS_CONSOLE_CRASH_ROUNDS'] ?? 200);

let script: BundledScript;
beforeAll(async () => {
  script = await bundleScript(fileURLToPath(new URL('../../testing/session-writer.ts', import.meta.url)));
});
afterAll(() => script.remove());

type Place = { project: string; home: string; folder: string };
function newPlace(): Place {
  const base = tempDir('killed');
  const project = join(base, 'project');
  mkdirSync(join(project, '.beads'), { recursive: true });
  return { project, home: join(base, 'home'), folder: join(project, '.beads', 'sessions') };
}

function start(place: Place, args: readonly string[]) {
  const [mode = '', ...rest] = args;
  return spawn(process.execPath, [script.file, mode, place.project, place.home, ...rest], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Kills the writer as soon as it has said `lines` lines; what it is doing then is any point of the next use case. */
async function runAndKill(place: Place, seed: number, lines: number): Promise<Session[]> {
  const child = start(place, ['random', String(seed)]);
  const ended = once(child, 'exit');
  const acknowledged: Session[] = [];
  let seen = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    const said = JSON.parse(line) as { session?: unknown };
    if (said.session !== undefined) acknowledged.push(Session.parse(said.session));
    seen += 1;
    if (seen === lines) child.kill('SIGKILL');
  }
  const [, signal] = await ended;
  expect(signal).toBe('SIGKILL');
  return acknowledged;
}

async function withStore<T>(place: Place, act: (store: SessionStore) => Promise<T>): Promise<T> {
  const places = placesOf({ BEADS_CONSOLE_HOME: place.home });
  const stores = value(
    await openSessionStores({ places, env: {}, clock: createSystemClock(), watch: false }),
  );
  try {
    return await act(value(await stores.forFolder(place.project)).store);
  } finally {
    await stores.close();
  }
}

function linesOf(path: string): string[] {
  const text = readFileSync(path, 'utf8');
  expect(text === '' || text.endsWith('\n')).toBe(true);
  return text.split('\n').filter((line) => line !== '');
}

/** Read with nothing of the store's: the files alone must say it. */
function replayOfFiles(place: Place): Map<SessionId, Session> {
  const sessions = new Map<SessionId, Session>();
  for (const line of linesOf(join(place.folder, 'events.jsonl'))) {
    const raw = JSON.parse(line) as { type?: string };
    const event = SessionEvent.safeParse(raw);
    if (!event.success) continue;
    const next = evolve(sessions.get(event.data.session_id) ?? null, event.data);
    if (next === null) sessions.delete(event.data.session_id);
    else sessions.set(event.data.session_id, next);
  }
  return sessions;
}

function checkFiles(place: Place): void {
  const replayed = replayOfFiles(place);
  const index = JSON.parse(readFileSync(join(place.folder, 'index.json'), 'utf8')) as { sessions: Session[] };
  expect(new Map(index.sessions.map((session) => [session.id, session]))).toEqual(replayed);
  for (const [id, session] of replayed)
    expect(JSON.parse(readFileSync(join(place.folder, id, 'meta.json'), 'utf8'))).toEqual(session);
  const strangers = readdirSync(place.folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(tmp|lock(?!s)|\.torn)/.test(name),
  );
  expect(strangers).toEqual([]);
  const audit = readdirSync(place.folder).includes('audit.jsonl')
    ? linesOf(join(place.folder, 'audit.jsonl'))
    : [];
  expect(verifyAudit(audit, sha256)).toBeNull();
}

describe('use cases in a process that is killed', () => {
  it(`L7 every acknowledged fact is there after ${ROUNDS} kills`, async () => {
    const place = newPlace();
    const everSeen = new Set<SessionId>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const acknowledged = await runAndKill(place, round + 1, 2 + ((round * 7) % 23));
      await withStore(place, async (store) => {
        const histories = new Map<SessionId, readonly SessionEvent[]>();
        for (const session of acknowledged) {
          everSeen.add(session.id);
          const events = histories.get(session.id) ?? value(await store.readEvents(session.id));
          histories.set(session.id, events);
          expect(replay(events.slice(0, session.revision))).toEqual(session);
        }
        expect([...everSeen].filter((id) => store.read(id) === undefined)).toEqual([]);
      });
      checkFiles(place);
    }
    expect(everSeen.size).toBeGreaterThan(5);
  }, 1_800_000);

  it('L5 two consoles on one project: no update lost, no line torn, one owner per session', async () => {
    const place = newPlace();
    await runAndKill(place, 4711, 60);
    const count = '800';
    const writers = ['1', '2'].map((seed) => start(place, ['hammer', seed, count]));
    const said: { id?: SessionId; file?: string; owns?: boolean; by: number }[] = [];
    const codes = await Promise.all(
      writers.map(async (child, by) => {
        const ended = once(child, 'exit');
        for await (const line of createInterface({ input: child.stdout }))
          said.push({ ...JSON.parse(line), by });
        return (await ended)[0] as number;
      }),
    );
    expect(codes).toEqual([0, 0]);
    await withStore(place, async (store) => {
      for (const { id, file } of said)
        if (id !== undefined && file !== undefined) expect(store.read(id)?.files_touched).toContain(file);
      for (const id of store.all().keys()) {
        const events = value(await store.readEvents(id));
        expect(events.map(({ rev }) => rev)).toEqual(events.map((_, index) => index + 1));
        // Whoever began it ended it before the other could begin: starts and ends alternate in the journal.
        const turns = events
          .filter(({ type }) => type === 'started' || type === 'paused' || type === 'closed')
          .map(({ type }) => type);
        for (const [index, type] of turns.entries())
          if (type === 'started') expect(turns[index - 1]).not.toBe('started');
      }
    });
    expect(said.filter(({ owns }) => owns === true).length).toBeGreaterThan(0);
    checkFiles(place);
  }, 600_000);
});
