import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';

const run = promisify(execFile);
const tool = (name: string) => join(import.meta.dirname, '..', 'tools', name);

test('npm run pack makes an app that starts by itself', async () => {
  test.setTimeout(600_000);
  const electron = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? '';
  const output = await mkdtemp(join(tmpdir(), 'bc-pack-'));
  try {
    const pack = [tool('pack.mjs'), '--electron-dist', electron, '--output', output];
    await run(process.execPath, pack, { timeout: 400_000 });
    const { stdout } = await run(process.execPath, [tool('pack-smoke.mjs'), output], { timeout: 180_000 });
    expect(stdout).toContain('The packed app is ready');
  } finally {
    await rm(output, { recursive: true, force: true, maxRetries: 10 });
  }
});
