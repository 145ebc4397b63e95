import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NewBead } from '@domain/bead/change';
import { claimMarkerOf } from '@domain/bead/claim';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { TrackerChange } from '../../ports/bead-tracker';
import { accepted, refusal } from '../../testing/bead-tracker-conformance';
import { composedBeads, folderPath } from '../../testing/composed-beads';
import { createManualTimers } from '../../testing/manual-timers';
import { findRealBd, initRealBd, type RealBd, runRealBd } from '../../testing/real-bd';
import { type DoltServer, findRealDolt, startDoltServer } from '../../testing/real-dolt';
import { recogniseGeneration } from '../beads-dir/recognise-generation';
import { createBdCliTracker } from './bd-cli-tracker';

const bd = findRealBd({ from: '1.3.0', below: '2.0.0' });
const dolt = findRealDolt();
if (bd === null) console.info('skipped: no bd 1.3 on this machine (tools/install-bd.mjs builds one)');
if (dolt === null)
  console.info('skipped: no dolt on this machine (`node tools/install-bd.mjs dolt` builds one)');

const POLL_MS = 4_000;
const WAIT = { timeout: 60_000, interval: 20 };

// Needs both programs; tools/install-bd.mjs builds them where Go is.
describe.skipIf(bd === null || dolt === null)('a project on a Dolt server', () => {
  const real = bd as RealBd;
  const base = mkdtempSync(join(realpathSync(tmpdir()), 'beads-console-server-'));
  const folder = mkdtempSync(join(base, 'project-'));
  const beadsDir = join(folder, '.beads');
  let server: DoltServer;

  beforeAll(async () => {
    server = await startDoltServer(dolt as string);
    const place = ['--server', '--external', '--server-host=127.0.0.1', `--server-port=${server.port}`];
    initRealBd(real, folder, 'shop', place);
  });
  afterAll(async () => {
    await server.stop();
    rmSync(base, { recursive: true, force: true });
  });

  const open = () => {
    const timers = createManualTimers();
    const program = { kind: 'bd', path: real.path, version: real.version } as const;
    const env = process.env;
    const tracker = createBdCliTracker({
      program,
      generation: 'dolt-1x',
      folder,
      beadsDir,
      env,
      timers,
    });
    return { timers, tracker };
  };
  const addFromOutside = (title: string) =>
    JSON.parse(runRealBd(real, folder, '--json', '--actor=grace', 'create', `--title=${title}`)).id as string;

  it('is recognised from its files, read and changed', async () => {
    expect(recogniseGeneration(beadsDir)).toMatchObject({ ok: true, value: { generation: 'dolt-1x' } });
    const { tracker } = open();
    const wall = accepted(await tracker.create(NewBead.parse({ title: 'Wall', labels: ['x'] }), 'ada'));
    const bead = accepted(
      await tracker.create(NewBead.parse({ title: 'Behind', blocked_by: [wall.id] }), 'ada'),
    );
    const close = { reason: 'Done', session: null, force: false, actor: 'ada' };
    expect(refusal(await tracker.close({ ...close, id: bead.id }))).toMatchObject({
      code: 'blocked-close',
      by: [wall.id],
    });
    const claimed = accepted(await tracker.claim({ id: wall.id, actor: 'ada', marker: 'm1' }));
    expect(claimMarkerOf(claimed)).toBe('m1');
    expect(refusal(await tracker.claim({ id: wall.id, actor: 'grace', marker: 'm2' }))).toMatchObject({
      code: 'claim-lost',
      holder: 'ada',
    });
    const stale = { id: wall.id, patch: { status: 'open' }, expected: { status: 'open' }, actor: 'ada' };
    accepted(await tracker.update({ ...stale, patch: { title: 'The wall' }, expected: { title: 'Wall' } }));
    expect(refusal(await tracker.update({ ...stale, patch: { status: 'blocked' } })).code).toBe(
      'bead-conflict',
    );
    accepted(await tracker.comment(wall.id, 'seen', 'grace'));
    accepted(await tracker.close({ ...close, id: wall.id }));
    const { beads } = accepted(await tracker.list());
    expect(beads.find(({ id }) => id === wall.id)).toMatchObject({
      title: 'The wall',
      status: 'closed',
      comments: [{ author: 'grace', text: 'seen' }],
    });
  });

  it('without a journal every look tells to read again, and what was made elsewhere is there', async () => {
    const { tracker, timers } = open();
    const seen: TrackerChange[] = [];
    const stop = tracker.watch((change) => seen.push(change));
    const id = addFromOutside('From another terminal');
    timers.turn(POLL_MS);
    await vi.waitFor(() => expect(seen).toEqual([{ type: 'changed', ids: null }]), WAIT);
    stop();
    expect(accepted(await tracker.list()).beads.map((bead) => bead.id)).toContain(id);
  });

  it('with a journal only what changed is told', async () => {
    runRealBd(real, folder, 'config', 'set', 'events-journal', 'true');
    const { tracker, timers } = open();
    expect(accepted(await tracker.info()).capabilities.journal).toBe(true);
    const seen: TrackerChange[] = [];
    const stop = tracker.watch((change) => seen.push(change));
    const look = async (count: number) => {
      await vi.waitFor(() => expect(timers.waiting()).toBe(1), WAIT);
      timers.turn(POLL_MS);
      await vi.waitFor(() => expect(seen).toHaveLength(count), WAIT);
    };
    await look(1);
    const id = addFromOutside('Written down');
    await look(2);
    stop();
    expect(seen).toEqual([
      { type: 'changed', ids: null },
      { type: 'changed', ids: [id] },
    ]);
  });

  it('whoever follows the board is shown what another terminal makes', async () => {
    const { service } = composedBeads({ bd: real.path });
    const { beads } = service.of(folderPath(folder));
    const titles = () => beads.snapshot().beads.map((bead) => bead.title);
    addFromOutside('Before');
    const stop = beads.follow(null, () => {});
    await vi.waitFor(() => expect(titles()).toContain('Before'), WAIT);
    addFromOutside('Live');
    await vi.waitFor(() => expect(titles()).toContain('Live'), WAIT);
    stop();
  });
});
