import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import type { BeadId, DeviceId, SessionId } from '@domain/ids';
import type { Result } from '@domain/result';
import type { Session } from '@domain/session/record';
import { createExportFolder } from '../adapters/exports/export-folder';
import { createSystemClock } from '../adapters/system/system-clock';
import { openSessionStores } from '../compose/open-session-stores';
import { placesOf } from '../compose/places';
import { createSessionsService } from '../services/sessions/sessions-service';
import { createFakeClaudeDriver } from './fake-claude-driver';
import { fixedPolicies } from './fixed-policies';

/*
 * A console without a window, for tests that kill or race it: `node script.mjs <mode> <project> <home> <seed> [count]`.
 *   random   random use cases on twenty sessions, each acknowledged one printed as `{ "session": … }`, until it is killed
 *   hammer   notes `count` files of its own on sessions all writers share, printing each, and fights for every start
 */
const [mode = '', project = '', home = '', seed = '1', count = '100'] = process.argv.slice(2);
const SESSIONS = 20;
const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const say = (line: unknown) => void writeSync(1, `${JSON.stringify(line)}\n`);

const stores = await openSessionStores({
  places: placesOf({ BEADS_CONSOLE_HOME: home }),
  env: {},
  clock: createSystemClock(),
  watch: true,
});
if (!stores.ok) throw new Error(JSON.stringify(stores.error));
const driver = createFakeClaudeDriver({ result: 'done' });
const service = createSessionsService({
  stores: stores.value,
  driver,
  exports: createExportFolder(),
  clock: createSystemClock(),
  timers: { after: () => () => {} },
  log: quiet,
  deviceId: '00000000-0000-4000-b000-000000000001' as DeviceId,
  newId: randomUUID,
  epoch: randomUUID(),
  privacy: fixedPolicies,
});
await service.locate(project, 'nothing');
say({ ready: process.pid });

/** Small and repeatable: the seed is all a failing round needs to be run again. */
function numbers(from: number): (below: number) => number {
  let state = from >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const next = numbers(Number(seed));
const ids = (): SessionId[] => [...service.book.list.inOrder({ trash: 'with' })].map(({ id }) => id);

async function randomStep(step: number): Promise<Result<Session, { code: string }> | null> {
  const known = ids();
  const id = known[next(Math.max(1, known.length))];
  if (id === undefined || (known.length < SESSIONS && next(4) === 0))
    return service.create({ folder: project, title: `session ${step}`, prompt: 'go' });
  switch (next(12)) {
    case 0:
    case 1:
      return service.start({ id });
    case 2:
      return service.resume({ id, prompt: `again ${step}` });
    case 3:
    case 4:
      return service.pause(id);
    case 5:
      return service.rename(id, `title ${step}`);
    case 6:
      return service.tag(id, { mode: next(2) === 0 ? 'add' : 'remove', tags: [`t${next(30)}`] });
    case 7:
      return next(2) === 0 ? service.linkBead(id, `bc-${next(3)}` as BeadId) : service.unlinkBead(id);
    case 8:
      return service.noteFiles(id, [`src/file-${step}.ts`]);
    case 9: {
      await service.messages.append(id, [
        {
          id: `m${step}`,
          role: 'user',
          timestamp: new Date().toISOString(),
          content: [{ type: 'text', text: `said ${step}` }],
        },
      ]);
      return null;
    }
    case 10:
      return next(4) === 0 ? service.close(id) : service.setObjective(id, `objective ${step}`);
    default: {
      if (known.length >= SESSIONS || next(3) > 0) return service.focus(id);
      const handed = await service.handOff({ id, seed: `on ${step}` });
      return handed.ok ? { ok: true, value: handed.value.child } : handed;
    }
  }
}

if (mode === 'random') {
  for (let step = 0; ; step += 1) {
    const done = await randomStep(step);
    if (done?.ok) say({ session: done.value });
    else if (done !== null && done.error.code === 'store-unavailable')
      throw new Error(JSON.stringify(done.error));
  }
}

// A closed session takes no more files; the writers share what is still open.
const shared = service.book.list.inOrder({ status: ['draft', 'active', 'paused'] }).map(({ id }) => id);
for (let step = 0; step < Number(count); step += 1) {
  const id = shared[next(shared.length)];
  if (id === undefined) break;
  const file = `${seed}-${step}`;
  const noted = await service.noteFiles(id, [file]);
  if (!noted.ok) throw new Error(JSON.stringify(noted.error));
  say({ id, file });
  const status = service.book.find(id)?.session.status;
  const begun = status === 'draft' ? await service.start({ id }) : await service.resume({ id });
  if (!begun.ok) continue;
  say({ id, owns: true });
  await service.noteFiles(id, [`${file}-owned`]);
  say({ id, owns: false });
  const paused = await service.pause(id);
  if (!paused.ok) throw new Error(JSON.stringify(paused.error));
}
await service.shutdown();
