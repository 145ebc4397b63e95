import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tempDir } from '../../testing/temp-dir';
import { resolveBeadsDir } from './resolve-beads-dir';

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
    cwd,
    stdio: 'pipe',
  });

function project(dir: string, files: Record<string, string> = { 'config.yaml': '' }): string {
  mkdirSync(join(dir, '.beads'), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, '.beads', name), text);
  return dir;
}

function repository(): string {
  const dir = join(tempDir(), 'main');
  mkdirSync(dir);
  git(dir, 'init', '-q');
  git(dir, 'commit', '-q', '--allow-empty', '-m', 'first');
  return dir;
}

const found = (beadsDir: string, via: string, more = {}) => ({ ok: true, value: { beadsDir, via, ...more } });
const none = { ok: true, value: { beadsDir: null } };

it('D1 BEADS_DIR wins; a wrong one is passed over', async () => {
  const dir = project(tempDir());
  const other = project(tempDir());
  expect(await resolveBeadsDir(dir, { BEADS_DIR: join(other, '.beads') })).toEqual(
    found(join(other, '.beads'), 'env'),
  );
  expect(await resolveBeadsDir(dir, { BEADS_DIR: join(dir, 'nowhere') })).toEqual(
    found(join(dir, '.beads'), 'folder'),
  );
  expect(await resolveBeadsDir(dir, { BEADS_DIR: '' })).toEqual(found(join(dir, '.beads'), 'folder'));
});

it('D2 walks up to the git root and not beyond', async () => {
  const outer = project(tempDir());
  const repo = join(outer, 'repo');
  mkdirSync(join(repo, 'a', 'b'), { recursive: true });
  expect(await resolveBeadsDir(join(repo, 'a', 'b'), {})).toEqual(found(join(outer, '.beads'), 'folder'));
  git(repo, 'init', '-q');
  expect(await resolveBeadsDir(join(repo, 'a', 'b'), {})).toEqual(none);
  project(repo, { 'issues.jsonl': '' });
  mkdirSync(join(repo, 'a', '.beads'));
  expect(await resolveBeadsDir(join(repo, 'a', 'b'), {})).toEqual(found(join(repo, '.beads'), 'folder'));
});

it('D2 a bare .beads counts when there is no better one; a file of that name does not', async () => {
  const dir = project(tempDir(), {});
  expect(await resolveBeadsDir(dir, {})).toEqual(found(join(dir, '.beads'), 'folder'));
  const other = repository();
  writeFileSync(join(other, '.beads'), '');
  expect(await resolveBeadsDir(other, {})).toEqual(none);
});

it('D3 follows a redirect one hop, relative to the parent of .beads', async () => {
  const base = tempDir();
  for (const name of ['a', 'b', 'c']) mkdirSync(join(base, name));
  project(join(base, 'a'), { redirect: '# comment\n\n../b/.beads\n' });
  project(join(base, 'b'), { redirect: '../c/.beads' });
  project(join(base, 'c'));
  expect(await resolveBeadsDir(join(base, 'a'), {})).toEqual(found(join(base, 'b', '.beads'), 'redirect'));
});

it.each([
  ['missing', '../nowhere/.beads'],
  ['a file', '.beads/config.yaml'],
  ['hostile bytes', 'a\0b'],
])('D3 a redirect to %s leaves the original folder and says so', async (_what, target) => {
  const dir = project(tempDir(), { redirect: target, 'config.yaml': '' });
  expect(await resolveBeadsDir(dir, {})).toEqual(
    found(join(dir, '.beads'), 'folder', { brokenRedirect: target }),
  );
});

it('D3 loops end: to itself, two at each other, a symlink as redirect, a symlink loop as .beads', async () => {
  const base = tempDir();
  for (const name of ['a', 'b', 'c', 'd']) mkdirSync(join(base, name));
  project(join(base, 'a'), { redirect: '.beads' });
  expect(await resolveBeadsDir(join(base, 'a'), {})).toEqual(found(join(base, 'a', '.beads'), 'folder'));
  project(join(base, 'a'), { redirect: '../b/.beads' });
  project(join(base, 'b'), { redirect: '../a/.beads' });
  expect(await resolveBeadsDir(join(base, 'a'), {})).toEqual(found(join(base, 'b', '.beads'), 'redirect'));
  project(join(base, 'c'));
  symlinkSync(join(base, 'a', '.beads', 'redirect'), join(base, 'c', '.beads', 'redirect'));
  expect(await resolveBeadsDir(join(base, 'c'), {})).toEqual(found(join(base, 'c', '.beads'), 'folder'));
  symlinkSync('.beads', join(base, 'd', '.beads'));
  expect(await resolveBeadsDir(join(base, 'd'), {})).toEqual(none);
});

it('D4 a worktree uses the main checkout unless it holds a database or a redirect of its own', async () => {
  const main = project(repository());
  const tree = join(main, '..', 'tree');
  git(main, 'worktree', 'add', '-q', tree);
  expect(await resolveBeadsDir(tree, {})).toEqual(found(join(main, '.beads'), 'worktree'));
  project(tree, { 'issues.jsonl': '' });
  mkdirSync(join(tree, 'deep'));
  expect(await resolveBeadsDir(join(tree, 'deep'), {})).toEqual(found(join(main, '.beads'), 'worktree'));
  const elsewhere = project(tempDir());
  writeFileSync(join(tree, '.beads', 'redirect'), join(elsewhere, '.beads'));
  expect(await resolveBeadsDir(tree, {})).toEqual(found(join(elsewhere, '.beads'), 'redirect'));
  writeFileSync(join(tree, '.beads', 'redirect'), '');
  mkdirSync(join(tree, '.beads', 'embeddeddolt'));
  const own = await resolveBeadsDir(tree, {});
  expect(own.ok && own.value.beadsDir?.endsWith('tree/.beads')).toBe(true);
});

it('a folder that is not there, or is a file, is an error', async () => {
  const dir = tempDir();
  writeFileSync(join(dir, 'file'), '');
  expect(await resolveBeadsDir(join(dir, 'none'), {})).toMatchObject({ error: { code: 'file-not-found' } });
  expect(await resolveBeadsDir(join(dir, 'file'), {})).toMatchObject({ error: { code: 'file-not-regular' } });
});
