import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TrackerGeneration } from '@domain/bead/tracker-info';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { describeBeadTracker } from '../../testing/bead-tracker-conformance';
import { findRealBd, initRealBd, runRealBd } from '../../testing/real-bd';
import { nodeTimers } from '../system/node-timers';
import { createBdCliTracker } from './bd-cli-tracker';

const GENERATIONS: readonly {
  readonly name: string;
  readonly generation: TrackerGeneration;
  readonly range: { from: string; below: string };
}[] = [
  { name: 'bd 1.3', generation: 'dolt-1x', range: { from: '1.3.0', below: '2.0.0' } },
  { name: 'bd 1.0', generation: 'dolt-1x', range: { from: '1.0.0', below: '1.3.0' } },
  { name: 'bd 0.4x', generation: 'sqlite-04x', range: { from: '0.47.0', below: '0.50.0' } },
];

for (const { name, generation, range } of GENERATIONS) {
  const bd = findRealBd(range);
  if (bd === null) {
    console.info(`skipped: no ${name} on this machine (tools/install-bd.mjs builds one)`);
    describe.skip(`bead tracker: ${name}`, () => it('needs a real bd', () => {}));
    continue;
  }
  describe(`real ${name}`, () => {
    const base = mkdtempSync(join(realpathSync(tmpdir()), 'beads-console-bd-'));
    const template = mkdtempSync(join(base, 'template-'));
    beforeAll(() => initRealBd(bd, template));
    afterAll(() => rmSync(base, { recursive: true, force: true }));

    describeBeadTracker(name, async () => {
      const folder = mkdtempSync(join(base, 'project-'));
      cpSync(template, folder, { recursive: true });
      const tracker = createBdCliTracker({
        program: { kind: 'bd', path: bd.path, version: bd.version },
        generation,
        folder,
        beadsDir: join(folder, '.beads'),
        env: process.env,
        timers: nodeTimers,
        timeouts: { readMs: 120_000, writeMs: 120_000 },
      });
      return {
        tracker,
        addFromOutside: async (title) => {
          runRealBd(bd, folder, '--json', '--actor=grace', 'create', `--title=${title}`);
        },
        dispose: async () => rmSync(folder, { recursive: true, force: true }),
      };
    });
  });
}
