import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cacheFolder } from './electron-for-tests.mjs';
import { findElectron, programIn } from './find-electron.mjs';
import { cacheOf, integrityOf } from './pinned-package.mjs';
import { sourceStamp } from './source-stamp.mjs';

let root;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'beads-find-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path, content = '', mode = 0o644) {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  chmodSync(file, mode);
  return file;
}

it('finds what the official package fetched, by path.txt and the program itself', () => {
  const folder = join(root, 'electron');
  expect(findElectron({}, folder)).toBeNull();
  const program = write('electron/dist/electron', '', 0o755);
  expect(findElectron({}, folder)).toBeNull();
  write('electron/path.txt', 'electron');
  expect(findElectron({}, folder)).toEqual({ source: 'package', dist: join(folder, 'dist'), program });
  chmodSync(program, 0o644);
  expect(findElectron({}, folder)).toBeNull();
});

it('a folder that was named wins, and is missed when it is empty', () => {
  const dist = join(root, 'own');
  const env = { ELECTRON_OVERRIDE_DIST_PATH: dist };
  expect(findElectron(env, null)).toMatchObject({ source: 'missing', dist });
  write(join('own', programIn()), '', 0o755);
  expect(findElectron(env, null)).toMatchObject({ source: 'override', dist });
});

it('without the package there is none', () => {
  expect(findElectron({}, null)).toBeNull();
});

it('knows the test binary by its content and keeps it outside the project', () => {
  expect(integrityOf(Buffer.from('abc'))).toBe(
    'sha512-3a81oZNherrMQXNJriBBMRLm+k6JqX6iCp7u5ktV05ohkpkqJ0/BqDa6PCOj/uu9RU1EI2Q86A4qmslPpUyknw==',
  );
  expect(cacheFolder({ XDG_CACHE_HOME: '/c' })).toBe(join('/c', 'beads-console', 'electron-42.0.0'));
  expect(cacheOf('x', { XDG_CACHE_HOME: 'c' }, '/h')).toBe(join('/h', '.cache', 'beads-console', 'x'));
});

it('the stamp of the sources follows what is built, and only that', () => {
  write('src-main/index.ts', 'one');
  const first = sourceStamp(root);
  write('src-main/index.ts', 'one');
  write('src-main/index.test.ts', 'a test');
  write('src-main/testing/fake.ts', 'a fake');
  write('docs/x.md', 'words');
  expect(sourceStamp(root)).toBe(first);
  write('src-main/index.ts', 'two');
  const second = sourceStamp(root);
  expect(second).not.toBe(first);
  write('src-renderer/new.css', '');
  expect(sourceStamp(root)).not.toBe(second);
});
