import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createFaultyFileSystem } from '../../testing/faulty-file-system';
import { tempDir } from '../../testing/temp-dir';
import { createLockKeeper, type LockKeeper, type LockKeeperOptions } from './lock-keeper';
import { createProcessTable, type ProcessTable } from './process-identity';

function keeperIn(folder: string, more: Partial<LockKeeperOptions> = {}): LockKeeper {
  const keeper = createLockKeeper({ folder, ...more });
  onTestFinished(() => keeper.close());
  return keeper;
}
const held = (keeper: LockKeeper, name: string) => {
  const lock = keeper.tryAcquire(name);
  if (!lock.ok) throw new Error(lock.error.code);
  return lock.value;
};
/** A process that lived and is gone: its pid is real and dead. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  return child.pid ?? 0;
}
const self = createProcessTable().self();
const plant = (folder: string, name: string, owner: object) => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), JSON.stringify({ version: 1, ...self, nonce: 'x', ...owner }));
};

it('K1 a second keeper is told who holds it, and gets it after the release', () => {
  const folder = join(tempDir(), 'locks');
  const [one, two] = [keeperIn(folder), keeperIn(folder)];
  const lock = held(one, 'a');
  expect(two.tryAcquire('a')).toMatchObject({
    ok: false,
    error: { code: 'lock-busy', owner: { pid: process.pid } },
  });
  expect(one.tryAcquire('a')).toMatchObject({ ok: false, error: { code: 'lock-busy' } });
  expect(two.ownerOf('a')).toMatchObject({ pid: process.pid, host: self.host });
  expect(two.tryAcquire('b').ok).toBe(true);
  lock.release();
  expect(two.ownerOf('a')).toBeNull();
  expect(two.tryAcquire('a').ok).toBe(true);
  lock.release();
  expect(two.ownerOf('a')).not.toBeNull();
});

it('K1 works on a disk without hard links', () => {
  const folder = join(tempDir(), 'locks');
  const fs = createFaultyFileSystem();
  fs.inject({ call: 'link', errno: 'EPERM' });
  const [one, two] = [keeperIn(folder, { fs }), keeperIn(folder, { fs })];
  const lock = held(one, 'a');
  expect(two.tryAcquire('a')).toMatchObject({ error: { code: 'lock-busy', owner: { pid: process.pid } } });
  lock.release();
  expect(two.tryAcquire('a').ok).toBe(true);
});

it('K2 a dead owner, an owner before the reboot and a reused pid are broken, and it is said', async () => {
  const folder = join(tempDir(), 'locks');
  const broken: string[] = [];
  plant(folder, 'dead', { pid: await deadPid() });
  plant(folder, 'rebooted', { boot_id: 'another' });
  plant(folder, 'reused', { process_started_at: '1' });
  const keeper = keeperIn(folder, { onBroken: (name) => broken.push(name) });
  for (const name of ['dead', 'rebooted', 'reused']) {
    expect(keeper.ownerOf(name)).toBeNull();
    expect(keeper.tryAcquire(name).ok).toBe(true);
  }
  expect(broken).toEqual(['dead', 'rebooted', 'reused']);
});

it('K2 a breaker that died while breaking is broken as well', async () => {
  const folder = join(tempDir(), 'locks');
  const pid = await deadPid();
  plant(folder, 'a', { pid });
  plant(folder, 'a.breaking', { pid });
  const keeper = keeperIn(folder);
  expect(keeper.tryAcquire('a').ok).toBe(true);
  expect(existsSync(join(folder, 'a.breaking'))).toBe(false);
});

it('K2 a breaker that comes late does not touch the new owner', () => {
  const folder = join(tempDir(), 'locks');
  const winner = keeperIn(folder);
  let isFirst = true;
  // The late one finds the owner dead; before it acts, the winner has broken the lock and holds it.
  const table: ProcessTable = {
    ...createProcessTable(),
    isAlive: (pid) => {
      if (pid === process.pid) return true;
      if (isFirst) {
        isFirst = false;
        rmSync(join(folder, 'a'));
        held(winner, 'a');
      }
      return false;
    },
  };
  plant(folder, 'a', { pid: 999_999_999 });
  expect(keeperIn(folder, { table }).tryAcquire('a')).toMatchObject({ error: { code: 'lock-busy' } });
  expect(winner.ownerOf('a')).toMatchObject({ pid: process.pid });
});

it('K3 a foreign host is never broken', () => {
  const folder = join(tempDir(), 'locks');
  plant(folder, 'a', { host: 'elsewhere', pid: 999_999_999, boot_id: 'another' });
  const keeper = keeperIn(folder, { now: () => new Date('2199-01-01') });
  keeper.sweep();
  expect(keeper.tryAcquire('a')).toMatchObject({ error: { code: 'lock-busy', isForeign: true } });
  expect(keeper.ownerOf('a')).toMatchObject({ host: 'elsewhere' });
});

it('K4 a symlink or folder in its place is refused and stays', () => {
  const dir = tempDir();
  const folder = join(dir, 'locks');
  mkdirSync(join(folder, 'b'), { recursive: true });
  writeFileSync(join(dir, 'target'), 'keep');
  symlinkSync(join(dir, 'target'), join(folder, 'a'));
  const keeper = keeperIn(folder);
  expect(keeper.tryAcquire('a')).toMatchObject({ error: { code: 'file-is-symlink' } });
  expect(keeper.tryAcquire('b')).toMatchObject({ error: { code: 'file-not-regular' } });
  expect(readFileSync(join(dir, 'target'), 'utf8')).toBe('keep');
});

it('K5 closing leaves nothing; the leavings of the dead are swept', async () => {
  const folder = join(tempDir(), 'locks');
  const pid = await deadPid();
  for (const name of ['a', 'a.breaking', `claim-${pid}-x`]) plant(folder, name, { pid });
  const keeper = createLockKeeper({ folder });
  held(keeper, 'b');
  keeper.sweep();
  expect(readdirSync(folder).filter((name) => !name.startsWith('claim-'))).toEqual(['b']);
  keeper.close();
  expect(existsSync(folder)).toBe(false);
});

it('K5 a lock whose file was deleted is written again, or reported lost when another has it', () => {
  const folder = join(tempDir(), 'locks');
  const [one, two] = [keeperIn(folder), keeperIn(folder)];
  const lock = held(one, 'a');
  let lost = 0;
  lock.onLost(() => {
    lost += 1;
  });
  rmSync(folder, { recursive: true });
  one.beat();
  expect(two.ownerOf('a')).toMatchObject({ pid: process.pid });
  expect(lost).toBe(0);
  rmSync(folder, { recursive: true });
  held(two, 'a');
  one.beat();
  expect(lost).toBe(1);
});

it('K1 a lock that is taken and given back again and again is busy, not broken', () => {
  const fs = createFaultyFileSystem();
  const keeper = keeperIn(join(tempDir(), 'locks'), { fs });
  held(keeper, 'other');
  fs.inject({ call: 'link', errno: 'EEXIST' });
  expect(keeper.tryAcquire('journal')).toMatchObject({ ok: false, error: { code: 'lock-busy' } });
  fs.heal();
  held(keeper, 'journal');
});
