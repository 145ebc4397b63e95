import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { findRealClaude } from '../testing/real-claude';

const SOAK = fileURLToPath(new URL('../../tools/soak.mjs', import.meta.url));
const claude = findRealClaude();

// The long run, with the slope of the heap, is `node tools/soak.mjs --minutes 10`.
// Needs the real claude; npm ci installs the pinned one.
it.skipIf(claude === null)(
  'eight sessions stream at once for a minute: nothing is mixed or lost, and nobody is left',
  async () => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [SOAK, '--sessions', '8', '--turns', '2', '--minutes', '1'],
      {
        env: { ...process.env, BEADS_CONSOLE_CLAUDE: claude ?? '' },
      },
    );
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({ sessions: 8, wrong: [], orphans: 0 });
    expect(report.turns).toBeGreaterThanOrEqual(16);
    expect(report.seconds).toBeGreaterThanOrEqual(60);
    // A minute is short for a slope, and long enough for a leak of every piece told.
    expect(report.heap_mb.last - report.heap_mb.middle).toBeLessThan(2);
  },
);
