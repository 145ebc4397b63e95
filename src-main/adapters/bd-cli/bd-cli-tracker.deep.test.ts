import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TrackerGeneration } from '@domain/bead/tracker-info';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { describeBeadTracker } from '../../testing/bead-tracker-conformance';
import {
  findRealBd,
  findRealBr,
  initRealBd,
  initRealBr,
  type RealBd,
  runRealBd,
} from '../../testing/real-bd';
import { nodeTimers } from '../system/node-timers';
import { createBdCliTracker } from './bd-cli-tracker';

const GENERATIONS: readonly {
  readonly name: string;
  readonly kind: 'bd' | 'br';
  readonly generation: TrackerGeneration;
  readonly found: RealBd | null;
  readonly way: string;
}[] = [
  ...(
    [
      ['bd 1.3', 'dolt-1x', { from: '1.3.0', below: '2.0.0' }],
      ['bd 1.0', 'dolt-1x', { from: '1.0.0', below: '1.3.0' }],
      ['bd 0.4x', 'sqlite-04x', { from: '0.47.0', below: '0.50.0' }],
    ] as const
  ).map(([name, generation, range]) => ({
    ...{ name, generation, kind: 'bd' as const, found: findRealBd(range) },
    way: 'tools/install-bd.mjs builds one',
  })),
  {
    ...{ name: 'br', generation: 'br', kind: 'br', found: findRealBr() },
    way: 'BEADS_CONSOLE_BR names one; it needs a nightly Rust to build',
  },
];

for (const { name, kind, generation, found: bd, way } of GENERATIONS) {
  if (bd === null) {
    console.info(`skipped: no ${name} on this machine (${way})`);
    describe.skip(`bead tracker: ${name}`, () => it('needs a real bd', () => {}));
    continue;
  }
  describe(`real ${name}`, () => {
    const base = mkdtempSync(join(realpathSync(tmpdir()), 'beads-console-bd-'));
    const template = mkdtempSync(join(base, 'template-'));
    beforeAll(() => (kind === 'br' ? initRealBr(bd, template) : initRealBd(bd, template)));
    afterAll(() => rmSync(base, { recursive: true, force: true }));

    describeBeadTracker(
      name,
      async () => {
        const folder = mkdtempSync(join(base, 'project-'));
        cpSync(template, folder, { recursive: true });
        const tracker = createBdCliTracker({
          program: { kind, path: bd.path, version: bd.version },
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
      },
      { takesAnyStatus: kind === 'br' },
    );
  });
}
