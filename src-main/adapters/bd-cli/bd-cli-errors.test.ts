import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BeadId } from '@domain/ids';
import { expect, it, vi } from 'vitest';
import { accepted, refusal } from '../../testing/bead-tracker-conformance';
import { FAKE_BD, type FakeBdOrders, hangingCalls, orderFakeBd } from '../../testing/fake-bd';
import { createManualTimers } from '../../testing/manual-timers';
import { tempDir } from '../../testing/temp-dir';
import { nodeTimers } from '../system/node-timers';
import { createBdCliTracker } from './bd-cli-tracker';
import { createRunProgram } from './run-program';

const ID = BeadId.parse('shop-f01');
const LONG = { readMs: 120_000, writeMs: 120_000 };

function trackerAt(folder: string, orders: FakeBdOrders = {}, timers = nodeTimers) {
  orderFakeBd(folder, orders);
  const version = orders.version ?? '1.3.0';
  return createBdCliTracker({
    program: { kind: 'bd', path: FAKE_BD, version },
    generation: version.startsWith('0.') ? 'sqlite-04x' : 'dolt-1x',
    folder,
    beadsDir: join(folder, '.beads'),
    env: process.env,
    timers,
    timeouts: LONG,
  });
}

it.each([
  // mood           what it does                                     what we say
  ['stdout-json', { code: 'tracker-refused', exit_code: 1, words: 'dolt said no' }],
  ['stderr-json', { code: 'tracker-refused', words: 'cannot open the store (run bd doctor)' }],
  ['stderr-text', { code: 'tracker-refused', words: 'Error: the disk is on fire' }],
  ['usage', { code: 'tracker-refused', exit_code: 1 }],
  ['silent', { code: 'tracker-refused', exit_code: 0 }],
  ['garbage', { code: 'tracker-bad-output', version: '1.3.0' }],
  ['locked', { code: 'tracker-locked' }],
  ['frozen', { code: 'tracker-locked' }],
  ['skew', { code: 'tracker-too-old', version: '1.3.0' }],
] as const)('names the failure of a call that is %s', async (mood, expected) => {
  const folder = tempDir('bd');
  expect(refusal(await trackerAt(folder, { mood }).statuses())).toMatchObject(expected);
});

it.each([
  ['stdout-json', 'tracker-refused'],
  ['garbage', 'tracker-bad-output'],
  ['locked', 'tracker-locked'],
  ['skew', 'tracker-too-old'],
] as const)('names the failure of a list that is %s', async (mood, code) => {
  const folder = tempDir('bd');
  expect(refusal(await trackerAt(folder, { mood }).list()).code).toBe(code);
});

it('takes an answer without the id for no success', async () => {
  const folder = tempDir('bd');
  accepted(await trackerAt(folder).create(NEW, 'ada'));
  const tracker = trackerAt(folder, { mood: 'wrong-id', only: 'update' });
  const update = { id: ID, patch: { title: 'New' }, expected: {}, actor: 'ada' };
  expect(refusal(await tracker.update(update)).code).toBe('tracker-bad-output');
});

it('tells a missing bead from a store that does not open', async () => {
  const folder = tempDir('bd');
  accepted(await trackerAt(folder).create(NEW, 'ada'));
  const missing = await trackerAt(folder).show(BeadId.parse('shop-f0'));
  expect(refusal(missing)).toEqual({ code: 'bead-not-found', id: 'shop-f0' });
  const shut = await trackerAt(folder, { mood: 'stderr-json' }).show(ID);
  expect(refusal(shut).code).toBe('tracker-refused');
});

it('does not let bd make an edge to nowhere, and removes one that is there', async () => {
  const folder = tempDir('bd');
  const tracker = trackerAt(folder);
  accepted(await tracker.create(NEW, 'ada'));
  const edge = { id: ID, depends_on: 'nope-1', type: 'blocks' };
  const missing = { code: 'bead-not-found', id: 'nope-1' };
  expect(refusal(await tracker.addDependency(edge, 'ada'))).toEqual(missing);
  expect(refusal(await tracker.create({ ...NEW, blocked_by: [ID, 'nope-1'] }, 'ada'))).toEqual(missing);
  expect(accepted(await tracker.list()).beads).toHaveLength(1);
  accepted(await tracker.addDependency({ ...edge, depends_on: 'external:other:thing' }, 'ada'));
  execFileSync(FAKE_BD, ['dep', 'add', '--type=blocks', '--', ID, 'nope-1'], { cwd: folder });
  const ends = async () =>
    accepted(await tracker.list())
      .beads.flatMap((bead) => bead.dependencies ?? [])
      .map((e) => e.depends_on_id);
  expect(await ends()).toEqual(['external:other:thing', 'nope-1']);
  for (const end of await ends()) accepted(await tracker.removeDependency(ID, end, 'ada'));
  expect(await ends()).toEqual([]);
  expect(refusal(await tracker.removeDependency(ID, 'nope-1', 'ada'))).toMatchObject({ why: 'no-such-edge' });
});

it('says that the program is missing, with the way to get it', async () => {
  const folder = tempDir('bd');
  const tracker = createBdCliTracker({
    program: { kind: 'bd', path: join(folder, 'no-such-bd'), version: '1.3.0' },
    generation: 'dolt-1x',
    folder,
    beadsDir: join(folder, '.beads'),
    env: process.env,
    timers: nodeTimers,
  });
  expect(refusal(await tracker.list())).toMatchObject({ code: 'tracker-missing', program: 'bd' });
});

it('R1 R2 answers a hang when its time is up, and the process and its child are gone', async () => {
  const folder = tempDir('bd');
  const timers = createManualTimers();
  const listing = trackerAt(folder, { mood: 'hang-family' }, timers).list();
  const pids = await vi.waitFor(
    () => {
      const found = hangingCalls(folder);
      expect(found).toHaveLength(2);
      return found;
    },
    { timeout: 20_000 },
  );
  timers.turn(LONG.readMs);
  expect(refusal(await listing)).toEqual({
    code: 'tracker-timed-out',
    command: 'export',
    after_ms: LONG.readMs,
  });
  // A child whose parent is gone stays in the table until the machine's first process has noticed.
  await vi.waitFor(() => expect(pids.filter(isRunning)).toEqual([]), { timeout: 20_000 });
  expect(timers.waiting()).toBe(0);
});

it('R3 ends a program that does not stop talking', async () => {
  const folder = tempDir('bd');
  orderFakeBd(folder, { mood: 'flood' });
  const run = createRunProgram(nodeTimers, 1_000_000);
  const outcome = await run({
    path: FAKE_BD,
    args: ['export'],
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '' },
    timeoutMs: 120_000,
  });
  expect(outcome).toEqual({ type: 'too-much-output', maxBytes: 1_000_000 });
});

it('keeps the claim of a call whose answer was lost, for the same attempt only', async () => {
  const folder = tempDir('bd');
  accepted(await trackerAt(folder).create(NEW, 'ada'));
  const timers = createManualTimers();
  const claim = { id: ID, actor: 'ada', marker: 'm1' };
  const claiming = trackerAt(folder, { mood: 'hang-after', only: 'update' }, timers).claim(claim);
  await vi.waitFor(() => firstHanging(folder), { timeout: 20_000 });
  timers.turn(LONG.writeMs);
  expect(refusal(await claiming).code).toBe('tracker-timed-out');
  const tracker = trackerAt(folder);
  expect(accepted(await tracker.claim(claim)).assignee).toBe('ada');
  expect(refusal(await tracker.claim({ ...claim, marker: 'm2' })).code).toBe('claim-lost');
});

const NEW = { title: 'One', issue_type: 'task', priority: 2 };

function firstHanging(folder: string): number {
  const [pid] = hangingCalls(folder);
  if (pid === undefined) throw new Error('nothing hangs yet');
  return pid;
}

/** A zombie has ended; that nobody collects it here is not ours to mend. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
