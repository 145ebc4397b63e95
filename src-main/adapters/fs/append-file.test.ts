import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createFaultyFileSystem } from '../../testing/faulty-file-system';
import { tempDir } from '../../testing/temp-dir';
import { openAppend } from './append-file';

const opened = (path: string, fs = createFaultyFileSystem()) => {
  const file = openAppend(path, fs);
  if (!file.ok) throw new Error(file.error.code);
  return file.value;
};

it('A1 what append acknowledged can be read back, and the file is private', async () => {
  const path = join(tempDir(), 'log');
  const file = opened(path);
  expect(await file.append(Buffer.from('one\n'))).toEqual({ ok: true, value: undefined });
  expect(file.appendLazily(Buffer.from('two\n')).ok).toBe(true);
  file.close();
  expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n');
});

it.each([
  ['write', 'ENOSPC', 'disk-full'],
  ['write', 'EROFS', 'disk-read-only'],
  ['write', 'EACCES', 'disk-permission'],
  ['fsync', 'EIO', 'disk-io'],
] as const)('A2 %s failing with %s gives %s and leaves the file as it was', async (call, errno, code) => {
  const path = join(tempDir(), 'log');
  const fs = createFaultyFileSystem();
  const file = opened(path, fs);
  await file.append(Buffer.from('one\n'));
  fs.inject({ call, errno, partial: 2 });
  expect(await file.append(Buffer.from('two\n'))).toEqual({ ok: false, error: { code, path, errno } });
  expect(readFileSync(path, 'utf8')).toBe('one\n');
  fs.heal();
  expect((await file.append(Buffer.from('three\n'))).ok).toBe(true);
  expect(readFileSync(path, 'utf8')).toBe('one\nthree\n');
  file.close();
});

it('A2 a file that could not be put back refuses further appends', async () => {
  const path = join(tempDir(), 'log');
  const fs = createFaultyFileSystem();
  const file = opened(path, fs);
  fs.inject({ call: 'write', errno: 'EIO', partial: 1 });
  fs.inject({ call: 'truncate', errno: 'EIO' });
  expect((await file.append(Buffer.from('one\n'))).ok).toBe(false);
  fs.heal();
  expect(file.isDamaged()).toBe(true);
  expect((await file.append(Buffer.from('two\n'))).ok).toBe(false);
  file.close();
});

it('A3 a symlink is refused and its target stays untouched', () => {
  const dir = tempDir();
  writeFileSync(join(dir, 'target'), 'keep');
  symlinkSync(join(dir, 'target'), join(dir, 'log'));
  expect(openAppend(join(dir, 'log'))).toMatchObject({ ok: false, error: { code: 'file-is-symlink' } });
  expect(openAppend(dir)).toMatchObject({ ok: false, error: { code: 'file-not-regular' } });
  expect(readFileSync(join(dir, 'target'), 'utf8')).toBe('keep');
});
