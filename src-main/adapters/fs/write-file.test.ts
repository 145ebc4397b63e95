import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createFaultyFileSystem } from '../../testing/faulty-file-system';
import { tempDir } from '../../testing/temp-dir';
import { ensureFolder } from './folders';
import { readRegular, readTextIfThere } from './read-file';
import { writeAtomic, writeAtomicNow } from './write-file';

it('writes a private file and replaces it as a whole', async () => {
  const path = join(tempDir(), 'a.json');
  expect((await writeAtomic(path, 'one')).ok).toBe(true);
  expect((await writeAtomic(path, 'two')).ok).toBe(true);
  expect(writeAtomicNow(path, 'three').ok).toBe(true);
  expect(readFileSync(path, 'utf8')).toBe('three');
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

it.each([
  ['open', 'EACCES', 'disk-permission'],
  ['write', 'ENOSPC', 'disk-full'],
  ['fsync', 'EIO', 'disk-io'],
  ['rename', 'EROFS', 'disk-read-only'],
] as const)('%s failing with %s keeps the old content and leaves no temp file', async (call, errno, code) => {
  const dir = tempDir();
  const path = join(dir, 'a.json');
  const fs = createFaultyFileSystem();
  await writeAtomic(path, 'old', { fs });
  fs.inject({ call, errno, partial: 1 });
  expect(await writeAtomic(path, 'new', { fs })).toMatchObject({ ok: false, error: { code, errno } });
  expect(readFileSync(path, 'utf8')).toBe('old');
  expect(readdirSync(dir)).toEqual(['a.json']);
});

it('replaces a symlink instead of writing through it', async () => {
  const dir = tempDir();
  writeFileSync(join(dir, 'target'), 'keep');
  symlinkSync(join(dir, 'target'), join(dir, 'a.json'));
  expect((await writeAtomic(join(dir, 'a.json'), 'new')).ok).toBe(true);
  expect(readFileSync(join(dir, 'target'), 'utf8')).toBe('keep');
});

it('reads plain files only, and not more than asked for', () => {
  const dir = tempDir();
  writeFileSync(join(dir, 'a'), 'hello');
  symlinkSync(join(dir, 'a'), join(dir, 'link'));
  expect(readTextIfThere(join(dir, 'a'))).toEqual({ ok: true, value: 'hello' });
  expect(readTextIfThere(join(dir, 'none'))).toEqual({ ok: true, value: null });
  expect(readTextIfThere(join(dir, 'link'))).toMatchObject({ error: { code: 'file-is-symlink' } });
  expect(readTextIfThere(dir)).toMatchObject({ error: { code: 'file-not-regular' } });
  expect(readRegular(join(dir, 'a'), { maxBytes: 3 })).toMatchObject({
    ok: false,
    error: { errno: 'EFBIG' },
  });
});

it('makes private folders and refuses a link or a file in their place', () => {
  const dir = tempDir();
  expect(ensureFolder(join(dir, 'x', 'y')).ok).toBe(true);
  expect(statSync(join(dir, 'x')).mode & 0o777).toBe(0o700);
  mkdirSync(join(dir, 'real'));
  symlinkSync(join(dir, 'real'), join(dir, 'link'));
  writeFileSync(join(dir, 'file'), '');
  expect(ensureFolder(join(dir, 'link'))).toMatchObject({ error: { code: 'file-is-symlink' } });
  expect(ensureFolder(join(dir, 'file'))).toMatchObject({ error: { code: 'file-not-regular' } });
});
