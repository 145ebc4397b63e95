import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { withBuildLock } from './build-lock.mjs';

let root;
let folder;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'beads-build-lock-'));
  folder = join(root, 'cache', 'building');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it('is held while the work is done and gone afterwards, also when the work fails', async () => {
  expect(await withBuildLock(folder, async () => existsSync(folder))).toBe(true);
  await expect(withBuildLock(folder, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(readdirSync(join(root, 'cache'))).toEqual([]);
});

it('waits for a living owner', async () => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'pid'), String(process.pid));
  const order = [];
  let waits;
  const isWaiting = new Promise((done) => {
    waits = done;
  });
  const second = withBuildLock(folder, async () => order.push('second'), waits);
  await isWaiting;
  order.push('first ends');
  rmSync(folder, { recursive: true });
  await second;
  expect(order).toEqual(['first ends', 'second']);
});

it('takes over from an owner that is gone', async () => {
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'pid'), String(pid));
  expect(await withBuildLock(folder, async () => 'done')).toBe('done');
});

it('takes over from one that shows no life, though its number belongs to a living process by now', async () => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'pid'), String(process.pid));
  const longAgo = new Date(Date.now() - 10 * 60_000);
  utimesSync(folder, longAgo, longAgo);
  // Its own sign of life is new from the first moment on.
  expect(await withBuildLock(folder, async () => statSync(folder).mtimeMs > longAgo.getTime())).toBe(true);
});
