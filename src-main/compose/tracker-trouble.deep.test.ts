import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NewBead } from '@domain/bead/change';
import { expect, it, vi } from 'vitest';
import { accepted, refusal } from '../testing/bead-tracker-conformance';
import { composedBeads, folderPath } from '../testing/composed-beads';
import { callsOfFakeBd, FAKE_BD, hangingCalls, orderFakeBd } from '../testing/fake-bd';
import { createManualTimers } from '../testing/manual-timers';
import { tempDir } from '../testing/temp-dir';

const WAIT = { timeout: 60_000, interval: 20 };
const EVERYTHING = { filter: {}, all: true, sort: 'id', reverse: false } as const;

function doltProject() {
  const folder = tempDir('trouble');
  mkdirSync(join(folder, '.beads'));
  writeFileSync(join(folder, '.beads', 'metadata.json'), '{"database":"dolt","dolt_mode":"embedded"}');
  orderFakeBd(folder, {});
  return folderPath(folder);
}

it('leaves the board as it was last read while bd hangs, and recovers by itself', async () => {
  const folder = doltProject();
  const timers = createManualTimers();
  const { beads, create } = composedBeads({ bd: FAKE_BD, timers }).service.of(folder);
  const made = accepted(await create(NewBead.parse({ title: 'Known' }), {}));
  const stop = beads.follow(null, () => {});
  const health = () => beads.snapshot().health.state;
  // The statuses are the last thing the first reading asks for.
  await vi.waitFor(() => expect(beads.snapshot().statuses.length).toBeGreaterThan(0), WAIT);
  expect(beads.snapshot().beads).toHaveLength(1);

  orderFakeBd(folder, { mood: 'hang' });
  void beads.refresh();
  await vi.waitFor(() => expect(hangingCalls(folder).length).toBeGreaterThan(0), WAIT);
  timers.turn(5_000);
  expect(health()).toBe('slow');
  expect(beads.snapshot().beads).toMatchObject([{ id: made.id, title: 'Known' }]);
  // Whatever else was asked meanwhile hangs too; each is ended when its own time is up.
  await vi.waitFor(() => {
    timers.turn(120_000);
    expect(health()).toBe('failing');
  }, WAIT);
  expect(beads.snapshot().health.error).toMatchObject({ code: 'tracker-timed-out' });
  expect(beads.snapshot().beads).toMatchObject([{ title: 'Known' }]);

  orderFakeBd(folder, {});
  await vi.waitFor(() => {
    timers.turn(5_000);
    expect(health()).toBe('ok');
  }, WAIT);
  stop();
  await vi.waitFor(() => {
    timers.turn(120_000);
    for (const pid of hangingCalls(folder)) expect(() => process.kill(pid, 0)).toThrow();
  }, WAIT);
});

it('shows what it last knew of a bead when bd does not answer, and says so', async () => {
  const folder = doltProject();
  const beads = composedBeads({ bd: FAKE_BD }).service.of(folder);
  const made = accepted(await beads.create(NewBead.parse({ title: 'Known' }), {}));
  accepted(await beads.list(EVERYTHING));
  orderFakeBd(folder, { mood: 'garbage' });
  expect(accepted(await beads.show(made.id))).toMatchObject({ is_stale: true, bead: { title: 'Known' } });
  expect(refusal(await beads.list(EVERYTHING)).code).toBe('tracker-bad-output');
});

it('reads the export of a project whose bd is too old, and says what to install', async () => {
  const folder = doltProject();
  writeFileSync(join(folder, '.beads', 'issues.jsonl'), `${JSON.stringify(EXPORTED)}\n`);
  const old = { FAKE_BD_VERSION: '0.49.6' };
  const beads = composedBeads({ bd: FAKE_BD, env: old }).service.of(folder);
  expect(accepted(await beads.list(EVERYTHING)).beads).toMatchObject([{ title: 'Exported' }]);
  expect(beads.beads.snapshot().tracker).toMatchObject({
    type: 'open',
    info: {
      generation: 'dolt-1x',
      access: { mode: 'read-only', reason: 'tracker-too-old', install_command: expect.any(String) },
    },
  });
  expect(callsOfFakeBd(folder)).toEqual([]);
});

const EXPORTED = {
  _type: 'issue',
  id: 'shop-1',
  title: 'Exported',
  status: 'open',
  priority: 1,
  issue_type: 'task',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
};
