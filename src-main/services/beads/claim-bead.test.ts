import { NewBead } from '@domain/bead/change';
import { claimMarkerOf } from '@domain/bead/claim';
import type { BeadError } from '@domain/bead/errors';
import { ok } from '@domain/result';
import { expect, it, onTestFinished } from 'vitest';
import { initJsonlProject } from '../../adapters/bd-jsonl/init-jsonl-project';
import { createJsonlTracker } from '../../adapters/bd-jsonl/jsonl-tracker';
import { createFileProjectLock } from '../../adapters/project-lock/file-project-lock';
import { nodeTimers } from '../../adapters/system/node-timers';
import { accepted, refusal } from '../../testing/bead-tracker-conformance';
import { gateTracker } from '../../testing/gated-tracker';
import { createManualClock } from '../../testing/manual-clock';
import { tempDir } from '../../testing/temp-dir';
import { createClaimDesk } from './claim-bead';

const TIMED_OUT: BeadError = { code: 'tracker-timed-out', command: 'update', after_ms: 60_000 };

async function setUp() {
  const beadsDir = accepted(initJsonlProject(tempDir('claim'), 'shop'));
  const clock = createManualClock();
  const real = createJsonlTracker({
    beadsDir,
    generation: 'jsonl',
    access: { mode: 'read-write' },
    clock,
    timers: nodeTimers,
  });
  onTestFinished(() => real.dispose());
  const gate = gateTracker(real);
  const open = { tracker: gate.tracker, beadsDir };
  let made = 0;
  const newMarker = () => {
    made += 1;
    return `m${made}`;
  };
  const desk = () => createClaimDesk({ lock: createFileProjectLock(nodeTimers), newMarker });
  const bead = accepted(await real.create(NewBead.parse({ title: 'Take me' }), 'ada'));
  const now = async () => accepted(await real.show(bead.id));
  return { open, gate, desk, bead, now };
}

it.each([
  ['one name', () => 'ada'],
  ['names of their own', (racer: number) => `worker-${racer}`],
])('L1 L2 of eight racers under %s one wins', async (_name, nameOf) => {
  const { open, desk, bead, now } = await setUp();
  // Desks of their own, as in eight processes: only the lock on disk is between them.
  const racers = Array.from({ length: 8 }, (_, racer) => desk().claim(open, bead.id, nameOf(racer)));
  const answers = await Promise.all(racers);
  const won = answers.filter((answer) => answer.ok);
  expect(won).toHaveLength(1);
  const holder = accepted(won[0] ?? answers[0] ?? expect.fail()).bead.assignee;
  for (const answer of answers.filter((one) => !one.ok))
    expect(refusal(answer)).toMatchObject({ code: 'claim-lost', holder });
  expect((await now()).assignee).toBe(holder);
});

it('L3 finds that a claim without an answer went through', async () => {
  const { open, gate, desk, bead, now } = await setUp();
  gate.next('claim', { type: 'lose-answer', error: TIMED_OUT });
  const { marker } = accepted(await desk().claim(open, bead.id, 'ada'));
  expect(claimMarkerOf(await now())).toBe(marker);
  expect(gate.calls.filter((call) => call === 'claim')).toHaveLength(1);
});

it('L3 says that a claim without an answer was not made, and leaves the bead free', async () => {
  const { open, gate, desk, bead, now } = await setUp();
  gate.next('claim', { type: 'fail', error: TIMED_OUT });
  expect(refusal(await desk().claim(open, bead.id, 'ada'))).toEqual(TIMED_OUT);
  expect((await now()).status).toBe('open');
});

it('L3 L4 stays unresolved until it can look, and then gives the claim to who asked', async () => {
  const { open, gate, desk, bead } = await setUp();
  const mine = desk();
  gate.next('claim', { type: 'lose-answer', error: TIMED_OUT });
  gate.always('show', { type: 'fail', error: TIMED_OUT });
  const unresolved = { code: 'claim-unresolved', id: bead.id, actor: 'ada' };
  expect(refusal(await mine.claim(open, bead.id, 'ada'))).toEqual(unresolved);
  expect(refusal(await mine.settle(open))).toEqual(unresolved);
  gate.clear('show');
  accepted(await mine.settle(open));
  expect(accepted(await mine.claim(open, bead.id, 'ada')).bead.assignee).toBe('ada');
  // Settled and handed over: the next one is another worker.
  expect(refusal(await mine.claim(open, bead.id, 'ada')).code).toBe('claim-lost');
});

it('L5 renews the claim made through us in the name of its holder, and no other', async () => {
  const { open, desk, bead } = await setUp();
  const renewed: string[] = [];
  const tracker = {
    ...open.tracker,
    renewClaim: async (id: string, holder: string) => {
      renewed.push(`${id} ${holder}`);
      return ok(null);
    },
  };
  const mine = desk();
  accepted(await mine.renew({ ...open, tracker }, bead.id));
  accepted(await mine.claim(open, bead.id, 'ada'));
  // A tracker whose claims do not expire.
  accepted(await mine.renew(open, bead.id));
  expect(renewed).toEqual([]);
  accepted(await mine.renew({ ...open, tracker }, bead.id));
  expect(renewed).toEqual([`${bead.id} ada`]);
});

it('L4 forgets an unresolved claim that was never made', async () => {
  const { open, gate, desk, bead } = await setUp();
  const mine = desk();
  gate.next('claim', { type: 'fail', error: TIMED_OUT });
  gate.next('show', { type: 'fail', error: TIMED_OUT });
  expect(refusal(await mine.claim(open, bead.id, 'ada')).code).toBe('claim-unresolved');
  accepted(await mine.settle(open));
  expect(accepted(await mine.claim(open, bead.id, 'grace')).bead.assignee).toBe('grace');
});
