import type { TrackerGeneration } from '@domain/bead/tracker-info';
import { ok } from '@domain/result';
import { expect, it } from 'vitest';
import type { OpenedTracker, TrackerFactory } from '../../ports/tracker-factory';
import { chooseTracker } from './choose-tracker';

const NOTHING = {} as OpenedTracker;

async function chosenFor(generation: TrackerGeneration, version: string | null) {
  let opened: unknown = null;
  const factory: TrackerFactory = {
    recognise: async () => ok(null),
    findProgram: async (kind) => (version === null ? null : { kind, path: `/bin/${kind}`, version }),
    openProgram: (_folder, _found, program) => {
      opened = program.kind;
      return NOTHING;
    },
    openFile: (_folder, _found, access) => {
      opened = access.mode === 'read-write' ? 'file' : [access.reason, access.install_command];
      return NOTHING;
    },
    initProgram: async () => ok(undefined),
    initFile: async () => ok(undefined),
  };
  await chooseTracker(factory, '/p', { generation, beadsDir: '/p/.beads', exportedAt: null });
  return opened;
}

const NEWEST = 'npm install -g @beads/bd';
const LAST_SQLITE = 'npm install -g @beads/bd@0.49.6';

it.each([
  // project        installed   opened
  ['dolt-1x', '1.3.0', 'bd'],
  ['dolt-1x', '1.0.0', 'bd'],
  ['dolt-1x', '0.49.6', ['tracker-too-old', NEWEST]],
  ['dolt-1x', null, ['tracker-missing', NEWEST]],
  ['sqlite-04x', '0.47.1', 'bd'],
  ['sqlite-04x', '0.40.0', ['tracker-too-old', LAST_SQLITE]],
  // It would take the project for one of its own and change it.
  ['sqlite-04x', '1.3.0', ['export-only', LAST_SQLITE]],
  ['sqlite-04x', null, ['tracker-missing', LAST_SQLITE]],
  ['br', '0.1.12', 'br'],
  ['br', null, ['tracker-missing', null]],
  ['jsonl', '1.3.0', 'file'],
  ['jsonl', null, 'file'],
] as const)('a %s project with bd or br %s opens %j', async (generation, version, opened) => {
  expect(await chosenFor(generation, version)).toEqual(opened);
});
