import { existsSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tempDir } from '../../testing/temp-dir';
import { makeFolders } from './make-folders';

it('makes a private folder with its parents, and one that is there stays', () => {
  const path = join(tempDir(), 'a', 'b', 'c');
  makeFolders(path);
  makeFolders(path);
  expect(statSync(path).mode & 0o777).toBe(0o700);
});

it('a file in the way, or a dangling link, is an error', () => {
  const folder = tempDir();
  writeFileSync(join(folder, 'file'), '');
  symlinkSync(join(folder, 'nowhere'), join(folder, 'link'));
  expect(() => makeFolders(join(folder, 'file'))).toThrow('EEXIST');
  expect(() => makeFolders(join(folder, 'file', 'below'))).toThrow('ENOTDIR');
  expect(() => makeFolders(join(folder, 'link'))).toThrow();
});

it('a place where nothing can be made is an error at once, not a loop', () => {
  if (!existsSync('/proc/self')) return;
  expect(() => makeFolders('/proc/beads-console/data')).toThrow('ENOENT');
});
