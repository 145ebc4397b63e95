import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeBeadTracker } from '../../testing/bead-tracker-conformance';
import { FAKE_BD, type FakeBdOrders, orderFakeBd } from '../../testing/fake-bd';
import { findRealBd } from '../../testing/real-bd';
import { nodeTimers } from '../system/node-timers';
import { createBdCliTracker } from './bd-cli-tracker';

/** The shapes a real bd shows here are proven with it; the others, and all of them without one, with recorded ones. */
const SHAPES = [
  ['fake bd 1.3, bare', { envelope: false }, null],
  ['fake bd 1.3, enveloped', {}, { from: '1.3.0', below: '2.0.0' }],
  ['fake bd 0.47', { version: '0.47.1' }, { from: '0.47.0', below: '0.50.0' }],
] as const satisfies readonly (readonly [string, FakeBdOrders, Parameters<typeof findRealBd>[0] | null])[];

for (const [name, orders, real] of SHAPES) {
  if (real !== null && findRealBd(real) !== null) continue;
  describeBeadTracker(name, async () => {
    const folder = mkdtempSync(join(realpathSync(tmpdir()), 'beads-console-fake-bd-'));
    orderFakeBd(folder, orders);
    const version = 'version' in orders ? orders.version : '1.3.0';
    const tracker = createBdCliTracker({
      program: { kind: 'bd', path: FAKE_BD, version },
      generation: version.startsWith('0.') ? 'sqlite-04x' : 'dolt-1x',
      folder,
      beadsDir: join(folder, '.beads'),
      env: process.env,
      timers: nodeTimers,
      timeouts: { readMs: 120_000, writeMs: 120_000 },
    });
    // The watched store exists from the first write on, as in a project after `bd init`.
    execFileSync(FAKE_BD, ['config', 'set', 'status.custom', ''], { cwd: folder, stdio: 'ignore' });
    return {
      tracker,
      addFromOutside: async (title) => {
        execFileSync(FAKE_BD, ['create', `--title=${title}`], { cwd: folder, stdio: 'ignore' });
      },
      dispose: async () => rmSync(folder, { recursive: true, force: true }),
    };
  });
}
