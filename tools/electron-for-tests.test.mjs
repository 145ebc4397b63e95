import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { fetchElectronForTests } from './electron-for-tests.mjs';

it('a cache folder that cannot be made is a problem in words, not an exception', () => {
  const root = mkdtempSync(join(tmpdir(), 'beads-electron-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const file = join(root, 'file');
  writeFileSync(file, '');
  const env = { ELECTRON_OVERRIDE_DIST_PATH: join(root, 'none'), XDG_CACHE_HOME: join(file, 'cache') };
  expect(fetchElectronForTests(env)).toEqual({ problem: expect.stringMatching(/./) });
});
