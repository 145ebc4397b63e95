import { NewBead } from '@domain/bead/change';
import type { BeadError } from '@domain/bead/errors';
import type { Bead } from '@domain/bead/record';
import { INSTALL_BD, type TrackerGeneration } from '@domain/bead/tracker-info';
import type { FolderPath } from '@domain/ids';
import { ok } from '@domain/result';
import type { BeadsChange } from '@domain/tracker-state';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { initJsonlProject } from '../../adapters/bd-jsonl/init-jsonl-project';
import { createJsonlTracker } from '../../adapters/bd-jsonl/jsonl-tracker';
import { nodeTimers } from '../../adapters/system/node-timers';
import type { TrackerFactory, TrackerProgram } from '../../ports/tracker-factory';
import { accepted, refusal } from '../../testing/bead-tracker-conformance';
import { gateTracker } from '../../testing/gated-tracker';
import { createManualClock } from '../../testing/manual-clock';
import { createManualTimers } from '../../testing/manual-timers';
import { tempDir } from '../../testing/temp-dir';
import { createProjectBeads } from './project-beads';
import { SLOW_AFTER_MS } from './watch-health';

const TIMED_OUT: BeadError = { code: 'tracker-timed-out', command: 'export', after_ms: 30_000 };
const LOCKED: BeadError = { code: 'tracker-locked', words: 'somebody else' };
const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const BD: TrackerProgram = { kind: 'bd', path: '/bin/bd', version: '1.3.0' };

function setUp(generation: TrackerGeneration = 'jsonl') {
  const folder = tempDir('project-beads') as FolderPath;
  const beadsDir = accepted(initJsonlProject(folder, 'shop'));
  const clock = createManualClock();
  const timers = createManualTimers();
  const real = createJsonlTracker({
    beadsDir,
    generation: 'jsonl',
    access: { mode: 'read-write' },
    clock,
    timers: nodeTimers,
  });
  const gate = gateTracker({
    ...real,
    info: async () => {
      const info = await real.info();
      return info.ok ? ok({ ...info.value, generation }) : info;
    },
  });
  const state = { hasBeads: true, isTrusted: false };
  const factory: TrackerFactory = {
    recognise: async () => ok(state.hasBeads ? { generation, beadsDir, exportedAt: null } : null),
    findProgram: async () => BD,
    openProgram: () => gate.tracker,
    openFile: () => gate.tracker,
    initProgram: async () => ok(undefined),
    initFile: async () => ok(undefined),
  };
  const beads = createProjectBeads({
    folder,
    factory,
    clock,
    timers,
    epoch: 'e',
    isTrusted: () => state.isTrusted,
    log: quiet,
  });
  onTestFinished(() => {
    beads.close();
    real.dispose();
  });
  const create = async (title: string): Promise<Bead> =>
    accepted(await beads.write(({ tracker }) => tracker.create(NewBead.parse({ title }), 'ada')));
  const follow = () => {
    const changes: BeadsChange[] = [];
    const stop = beads.follow(null, (frame) => {
      if (frame.type === 'change') changes.push(frame.change);
    });
    return { changes, stop };
  };
  const titles = () => beads.snapshot().beads.map((bead) => bead.title);
  return { folder, beadsDir, clock, timers, real, gate, state, beads, create, follow, titles };
}

/** Until everything that waits for nothing but the machine is done. */
const settled = <T>(check: () => T) => vi.waitFor(check, { timeout: 20_000, interval: 5 });

describe('the beads of a project', () => {
  it('follows with a snapshot and then only what changed', async () => {
    const { beads, create, follow, titles, gate, real } = setUp();
    const one = await create('One');
    const { changes, stop } = follow();
    await settled(() => expect(titles()).toEqual(['One']));
    changes.length = 0;
    const two = accepted(await real.create(NewBead.parse({ title: 'Two' }), 'grace'));
    gate.ring();
    await settled(() => expect(titles().toSorted()).toEqual(['One', 'Two']));
    expect(changes).toMatchObject([{ type: 'beads-changed', changed: [{ id: two.id }], removed: [] }]);
    stop();
    expect(beads.snapshot().beads.find((bead) => bead.id === one.id)?.title).toBe('One');
  });

  it('P1 keeps what it read while the tracker hangs, and says that it is slow, then failing', async () => {
    const { beads, create, titles, gate, timers, clock } = setUp();
    await create('One');
    accepted(await beads.refresh());
    const release = gate.hold('list');
    const reading = beads.refresh();
    await settled(() => expect(gate.calls.at(-1)).toBe('list'));
    clock.turn(SLOW_AFTER_MS);
    timers.turn(SLOW_AFTER_MS);
    expect(beads.snapshot().health).toMatchObject({ state: 'slow', since: clock.now() });
    expect(titles()).toEqual(['One']);
    gate.next('list', { type: 'fail', error: TIMED_OUT });
    release();
    accepted(await reading);
    expect(beads.snapshot().health.state).toBe('ok');
    expect(refusal(await beads.refresh())).toEqual(TIMED_OUT);
    expect(beads.snapshot().health).toMatchObject({ state: 'failing', error: TIMED_OUT });
    expect(titles()).toEqual(['One']);
    accepted(await beads.refresh());
    expect(beads.snapshot().health.state).toBe('ok');
  });

  it('P2 shares readings, and one that began before a write does not hide it', async () => {
    const { beads, create, titles, gate } = setUp();
    await create('One');
    const before = gate.calls.length;
    const release = gate.hold('list');
    const readings = Array.from({ length: 10 }, () => beads.refresh());
    await settled(() => expect(gate.calls.length).toBeGreaterThan(before));
    const two = await create('Two');
    beads.note(two);
    release();
    await Promise.all(readings);
    expect(gate.calls.slice(before).filter((call) => call === 'list')).toHaveLength(2);
    expect(titles().toSorted()).toEqual(['One', 'Two']);
  });

  it('P2 an older reading does not take back what a write answered', async () => {
    const { beads, create, gate, titles, real } = setUp();
    const one = await create('One');
    accepted(await beads.refresh());
    const old = accepted(await real.list());
    let release = () => {};
    gate.next('list', { type: 'hold', until: new Promise<void>((resolve) => (release = resolve)) });
    const reading = beads.refresh();
    await settled(() => expect(gate.calls.at(-1)).toBe('list'));
    beads.note({ ...one, title: 'Newer' });
    release();
    accepted(await reading);
    expect(old.beads).toHaveLength(1);
    expect(titles()).toEqual(['Newer']);
    accepted(await beads.refresh());
    expect(titles()).toEqual(['One']);
  });

  it('P3 watches, polls and waits for nothing while nobody follows', async () => {
    const { create, follow, gate, timers, titles } = setUp();
    await create('One');
    expect([gate.watches(), timers.waiting()]).toEqual([0, 0]);
    const first = follow();
    const second = follow();
    await settled(() => expect(titles()).toEqual(['One']));
    expect(gate.watches()).toBe(1);
    first.stop();
    expect(gate.watches()).toBe(1);
    second.stop();
    await settled(() => expect([gate.watches(), timers.waiting()]).toEqual([0, 0]));
  });

  it('P3 tries again by itself after a failure only while it is followed', async () => {
    const { beads, create, follow, gate, timers } = setUp();
    await create('One');
    gate.always('list', { type: 'fail', error: TIMED_OUT });
    const { stop } = follow();
    await settled(() => expect(beads.snapshot().health.state).toBe('failing'));
    gate.clear('list');
    timers.turn(5_000);
    await settled(() => expect(beads.snapshot().health.state).toBe('ok'));
    gate.always('list', { type: 'fail', error: TIMED_OUT });
    gate.ring();
    await settled(() => expect(beads.snapshot().health.state).toBe('failing'));
    await settled(() => expect(timers.waiting()).toBe(1));
    stop();
    expect(timers.waiting()).toBe(0);
  });

  it('P4 writes through a program only in a trusted project', async () => {
    const { beads, state, create } = setUp('dolt-1x');
    const writing = () =>
      beads.write(({ tracker }) => tracker.create(NewBead.parse({ title: 'One' }), 'ada'));
    expect(refusal(await writing())).toEqual({ code: 'tracker-untrusted' });
    accepted(await beads.refresh());
    state.isTrusted = true;
    expect((await create('Two')).title).toBe('Two');
  });

  it('asks again when the tracker is locked, and says so when it stays', async () => {
    const { beads, gate, timers, create } = setUp();
    gate.next('list', { type: 'fail', error: LOCKED });
    const reading = beads.refresh();
    await settled(() => expect(gate.calls.at(-1)).toBe('list'));
    // One wait for the slow mark of this reading, one for the next try.
    await settled(() => expect(timers.waiting()).toBe(2));
    timers.turn(400);
    accepted(await reading);
    await create('One');
    gate.always('list', { type: 'fail', error: LOCKED });
    const failing = beads.refresh();
    for (const wait of [400, 800]) {
      await settled(() => expect(timers.waiting()).toBe(2));
      timers.turn(wait);
    }
    expect(refusal(await failing)).toEqual(LOCKED);
    expect(beads.snapshot().health.state).toBe('locked');
  });

  it('offers to make beads where there are none, and finds them when somebody did', async () => {
    const { beads, state, follow, timers } = setUp();
    state.hasBeads = false;
    const { stop } = follow();
    await settled(() =>
      expect(beads.snapshot().tracker).toEqual({
        type: 'none',
        offers: [
          { kind: 'bd', makes_commit: true, program_version: '1.3.0' },
          { kind: 'jsonl', makes_commit: false, program_version: null },
        ],
        install_command: INSTALL_BD,
      }),
    );
    state.hasBeads = true;
    await settled(() => expect(timers.waiting()).toBe(1));
    timers.turn(5_000);
    await settled(() => expect(beads.snapshot().tracker.type).toBe('open'));
    stop();
  });

  it('leaves the cards alone when a bead is read the other way', async () => {
    const { beads, create, gate, follow } = setUp();
    const one = await create('One');
    const { changes, stop } = follow();
    await settled(() => expect(beads.snapshot().health.last_read_at).not.toBeNull());
    changes.length = 0;
    beads.note({ ...one, comments: [], revision: '17', _type: 'issue' });
    gate.ring();
    await settled(() => expect(gate.calls.filter((call) => call === 'list').length).toBeGreaterThan(1));
    accepted(await beads.refresh());
    expect(changes.filter((change) => change.type === 'beads-changed')).toEqual([]);
    stop();
  });
});
