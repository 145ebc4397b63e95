import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tempDir } from '../../testing/temp-dir';
import { createMachineFacts } from './machine-facts';

it('tells a private data folder from one others can read, and one that is not made yet', async () => {
  const folder = tempDir();
  const facts = (path: string) => createMachineFacts(path, {}).dataFolder();
  expect(await facts(folder)).toEqual({ path: folder, isWritable: true, isPrivate: true });
  chmodSync(folder, 0o755);
  expect(await facts(folder)).toMatchObject({ isPrivate: false });
  const later = join(folder, 'not', 'yet');
  expect(await facts(later)).toEqual({ path: later, isWritable: true, isPrivate: true });
  writeFileSync(join(folder, 'file'), '');
  expect(await facts(join(folder, 'file', 'below'))).toMatchObject({ isWritable: false });
});

it('finds Electron without importing it', async () => {
  const dist = tempDir();
  writeFileSync(join(dist, 'electron'), '', { mode: 0o755 });
  const found = await createMachineFacts(dist, { ELECTRON_OVERRIDE_DIST_PATH: dist }).electron();
  expect(found?.isInstalled).toBe(process.platform === 'linux');
  expect(
    (await createMachineFacts(dist, { ELECTRON_OVERRIDE_DIST_PATH: '/none' }).electron())?.isInstalled,
  ).toBe(false);
});
