import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { type BundledScript, bundleScript } from '../../testing/bundled-script';
import { aliveOf, familyOf, MOST_ALIVE_MS } from '../../testing/process-family';
import { tempDir } from '../../testing/temp-dir';

let script: BundledScript;
beforeAll(async () => {
  script = await bundleScript(fileURLToPath(new URL('../../testing/summary-to-kill.ts', import.meta.url)));
});
afterAll(() => script?.remove());

it.skipIf(process.platform !== 'linux')(
  'killed while a summary is written, nothing of it is left: its limit was ours to hold',
  async () => {
    const folder = tempDir('summary-killed');
    const path = join(folder, 'claude');
    const pids = join(folder, 'pids');
    // What it starts leaves its group, as Claude's tools do.
    writeFileSync(
      path,
      `#!${process.execPath}
const { spawn } = require('node:child_process');
const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' });
require('node:fs').writeFileSync(${JSON.stringify(pids)}, process.pid + ' ' + other.pid + '\\n');
setInterval(() => {}, 1000);
`,
      { mode: 0o755 },
    );
    const app = spawn(process.execPath, [script.file, path], { stdio: 'ignore' });
    const ended = once(app, 'exit');
    onTestFinished(async () => {
      app.kill('SIGKILL');
      await ended;
    });
    await vi.waitFor(() => expect(existsSync(pids) && readFileSync(pids, 'utf8')).toMatch(/\n$/), 30_000);
    const named = readFileSync(pids, 'utf8').trim().split(' ').map(Number);
    const family = familyOf(app.pid ?? -1);
    onTestFinished(() => named.forEach(endNow));
    expect(family.map(({ pid }) => pid)).toEqual(expect.arrayContaining(named));
    // The guard is one of them.
    expect(family.length).toBeGreaterThan(2);
    app.kill('SIGKILL');
    await ended;
    await vi.waitFor(() => expect(aliveOf(app.pid ?? -1, family)).toEqual([]), MOST_ALIVE_MS);
  },
);

function endNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // As it should be.
  }
}
