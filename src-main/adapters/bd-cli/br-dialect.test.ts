import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { NewBead } from '@domain/bead/change';
import { BeadId } from '@domain/ids';
import { expect, it } from 'vitest';
import { accepted } from '../../testing/bead-tracker-conformance';
import { createManualTimers } from '../../testing/manual-timers';
import { tempDir } from '../../testing/temp-dir';
import { createBdCliTracker } from './bd-cli-tracker';
import type { RunProgram } from './run-program';

/*
 * What br 0.7.6 takes and prints where it differs from bd, as its source says: `create` prints one object and has no design or
 * notes, `update` a list with a few fields, `close` and `reopen` an object of lists, `show` a list of whole records.
 */
const ID = BeadId.parse('shop-1');
const RECORD = {
  id: ID,
  title: 'One',
  description: 'text',
  status: 'open',
  priority: 2,
  issue_type: 'task',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  labels: ['x'],
};
const FEW = { id: ID, title: 'One', status: 'open', priority: 2, assignee: null, owner: null };
const PRINTED: Readonly<Record<string, unknown>> = {
  create: RECORD,
  show: [RECORD],
  update: [FEW],
  close: { closed: [{ id: ID, title: 'One', status: 'closed', closed_at: '2026-01-02T00:00:00Z' }] },
  reopen: { reopened: [{ id: ID, title: 'One', status: 'open' }] },
};

function setUp(shown: object = RECORD) {
  const folder = tempDir('br');
  mkdirSync(join(folder, '.beads'));
  const calls: { args: readonly string[]; stdin: string | undefined }[] = [];
  const run: RunProgram = async ({ args, stdin }) => {
    const [command = '', ...rest] = args.filter((arg) => arg !== '--json' && !arg.startsWith('--actor='));
    if (command !== 'show') calls.push({ args: [command, ...rest], stdin });
    const value = command === 'show' ? [shown] : PRINTED[command];
    return { type: 'exited', code: 0, stdout: JSON.stringify(value), stderr: '' };
  };
  const tracker = createBdCliTracker({
    program: { kind: 'br', path: '/nowhere/br', version: '0.7.6' },
    generation: 'br',
    folder,
    beadsDir: join(folder, '.beads'),
    env: {},
    timers: createManualTimers(),
    run,
  });
  return { tracker, calls };
}

it('creates with plain lists, the text on stdin, and what create does not take afterwards', async () => {
  const { tracker, calls } = setUp();
  const bead = { title: 'One', description: 'text', labels: ['a b', 'c'], notes: 'later', design: 'so' };
  expect(accepted(await tracker.create(NewBead.parse(bead), 'ada'))).toMatchObject({ id: ID });
  expect(calls).toEqual([
    {
      args: [
        'create',
        '--title=One',
        '--type=task',
        '--priority=2',
        '--labels=a b',
        '--labels=c',
        '--description-file=-',
      ],
      stdin: 'text',
    },
    { args: ['update', '--force', '--design=so', '--notes=later', '--', ID], stdin: undefined },
  ]);
});

it('answers an update with the whole bead, although br prints a few fields of it', async () => {
  const { tracker, calls } = setUp();
  const patch = { title: 'One', labels: ['x', 'y, z'] };
  expect(accepted(await tracker.update({ id: ID, patch, expected: {}, actor: 'ada' }))).toMatchObject({
    description: 'text',
    issue_type: 'task',
    labels: ['x'],
  });
  expect(calls[0]?.args).toEqual(['update', '--title=One', '--add-label=y, z', '--', ID]);
});

it('takes the lists of close and reopen for an answer', async () => {
  const close = { id: ID, reason: 'Done', session: null, force: false, actor: 'ada' };
  accepted(await setUp().tracker.close(close));
  const closed = { ...RECORD, status: 'closed', closed_at: '2026-01-02T00:00:00Z' };
  accepted(await setUp(closed).tracker.reopen(ID, 'ada'));
});
