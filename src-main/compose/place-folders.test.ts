import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createProjectMap } from '@domain/history/project-map';
import { expect, it } from 'vitest';
import { resolveProjectId } from '../adapters/project-identity/project-id';
import { makeGitRepository } from '../testing/git-repository';
import { tempDir } from '../testing/temp-dir';
import { placeFolders } from './place-folders';

const now = () => '2026-01-19T10:00:00.000Z';

function place() {
  const base = tempDir('folders');
  const registry = join(base, 'data', 'projects.json');
  const remaps = join(base, 'data', 'folders.json');
  const recent: string[] = [];
  const at = (...names: string[]) => join(base, ...names);
  /** The app has opened it. */
  const open = async (root: string) => {
    const folder = join(root, '.beads', 'sessions');
    mkdirSync(folder, { recursive: true });
    const found = await resolveProjectId({ folder, registry, now });
    if (!found.ok) throw new Error(found.error.code);
    return found.value.project_id;
  };
  const places = { projects: registry, folders: remaps, sessions: join(base, 'data', 'sessions') };
  const folders = placeFolders(places, () => recent, now);
  const keyOf = async (cwd: string, own: Parameters<typeof folders.look>[0] = []) =>
    createProjectMap((await folders.look(own)).folders).keyOf(cwd);
  return { base, at, open, folders, keyOf, recent, remaps };
}

it('a checkout, its worktrees and a part of a repository, seen without running git', async () => {
  const { at, open, keyOf } = place();
  const repo = makeGitRepository(at('tide'));
  await open(at('tide'));
  repo.commit('app/one.txt', '1');
  expect(await keyOf(at('trees', 'one', 'app'))).toBe('_unassociated');
  repo.git('worktree', 'add', '-q', at('trees', 'one'), '-b', 'one');
  expect(await keyOf(at('trees', 'one', 'app'))).toBe(at('tide'));
  expect(await keyOf(at('trees'))).toBe('_unassociated');
  await open(at('tide', 'app'));
  expect(await keyOf(at('trees', 'one', 'app', 'x'))).toBe(at('tide', 'app'));
  expect(await keyOf(at('trees', 'one', 'lib'))).toBe(at('tide'));
  repo.git('worktree', 'remove', at('trees', 'one'));
  expect(await keyOf(at('trees', 'one'))).toBe('_unassociated');
});

it('a worktree of ours counts after it was removed, by the project of its session', async () => {
  const { at, open, keyOf } = place();
  const project_id = await open(at('tide'));
  const own = [
    { project_id, worktree: at('trees', 'gone') },
    { project_id: 'nobody', worktree: at('trees', 'other') },
  ];
  expect(await keyOf(at('trees', 'gone', 'src'), own)).toBe(at('tide'));
  expect(await keyOf(at('trees', 'other'), own)).toBe('_unassociated');
});

it('a project that was moved keeps what ran where it was, until another lives there', async () => {
  const { at, open, keyOf } = place();
  await open(at('a'));
  for (const name of ['b', 'c']) {
    renameSync(at(name === 'b' ? 'a' : 'b'), at(name));
    await open(at(name));
  }
  for (const name of ['a', 'b', 'c']) expect(await keyOf(at(name, 'src'))).toBe(at('c'));
  await open(at('a'));
  expect(await keyOf(at('a', 'src'))).toBe(at('a'));
  expect(await keyOf(at('b', 'src'))).toBe(at('c'));
});

it('a folder that was opened without beads is a project by its path; one that redirects is the other', async () => {
  const { at, open, keyOf, recent, folders } = place();
  await open(at('tide'));
  mkdirSync(at('plain'));
  mkdirSync(at('second', '.beads'), { recursive: true });
  writeFileSync(at('second', '.beads', 'redirect'), '../tide/.beads\n');
  recent.push(at('plain'), at('second'), at('tide', 'src'));
  expect(await keyOf(at('plain', 'x'))).toBe(at('plain'));
  expect(await keyOf(at('second', 'x'))).toBe(at('tide'));
  expect((await folders.look([])).projects).toEqual([
    { path: at('tide'), project_id: expect.any(String), is_there: true },
    { path: at('plain'), project_id: null, is_there: true },
  ]);
});

it('what a person said counts, follows the project when it moves again, and can be taken back', async () => {
  const { at, open, keyOf, folders, remaps } = place();
  const project_id = await open(at('tide'));
  const old = at('long', 'gone');
  expect(await folders.remap(`${old}/`, at('tide', 'src'))).toEqual({ ok: true, value: undefined });
  expect(await keyOf(join(old, 'src'))).toBe(at('tide'));
  expect(JSON.parse(readFileSync(remaps, 'utf8'))).toEqual({
    version: 1,
    folders: [{ folder: old, project: at('tide'), project_id, said_at: now() }],
  });
  expect(statSync(remaps).mode & 0o777).toBe(0o600);
  renameSync(at('tide'), at('bay'));
  await open(at('bay'));
  expect(await keyOf(join(old, 'src'))).toBe(at('bay'));
  expect((await folders.look([])).remaps).toEqual([{ folder: old, project: at('bay'), said_at: now() }]);
  expect((await folders.remap(old, null)).ok).toBe(true);
  expect(await keyOf(old)).toBe('_unassociated');
  expect(await folders.remap(old, null)).toMatchObject({ error: { code: 'remap-not-found' } });
});

it('a folder nobody knew becomes a project by that word, and may be remapped itself; circles end', async () => {
  const { at, folders, keyOf } = place();
  for (const name of ['new', 'newer']) mkdirSync(at(name));
  await folders.remap(at('old'), at('new'));
  expect(await keyOf(at('new', 'src'))).toBe(at('new'));
  expect((await folders.look([])).projects).toEqual([{ path: at('new'), project_id: null, is_there: true }]);
  await folders.remap(at('new'), at('newer'));
  for (const name of ['old', 'new', 'newer']) expect(await keyOf(at(name))).toBe(at('newer'));
  await folders.remap(at('newer'), at('new'));
  for (const name of ['old', 'new', 'newer']) expect(await keyOf(at(name))).not.toBe('_unassociated');
  expect(await folders.remap(at('old'), at('nowhere'))).toMatchObject({
    error: { code: 'folder-not-found' },
  });
  for (const [from, to] of [
    ['old', at('new')],
    [at('old'), 'new'],
  ] as const)
    expect(await folders.remap(from, to)).toMatchObject({ error: { code: 'folder-path-relative' } });
});

it('F2 keeps what it does not know, and leaves alone what it cannot read', async () => {
  const { at, folders, remaps, open } = place();
  await open(at('tide'));
  const said = { folder: at('a'), project: at('tide'), said_at: now(), note: 'mine' };
  writeFileSync(remaps, JSON.stringify({ version: 1, colour: 'blue', folders: [said] }));
  await folders.remap(at('b'), at('tide'));
  await folders.remap(at('a'), at('tide'));
  expect(JSON.parse(readFileSync(remaps, 'utf8'))).toMatchObject({
    colour: 'blue',
    folders: [{ folder: at('b') }, { ...said, project_id: expect.any(String) }],
  });
  for (const text of ['{"version":1,"fold', '{"version":2,"folders":[]}', '[]']) {
    writeFileSync(remaps, text);
    expect(await folders.look([])).toMatchObject({ remaps: [], problem: expect.stringMatching(/not what/) });
    for (const project of [at('tide'), null])
      expect(await folders.remap(at('a'), project)).toMatchObject({ error: { code: 'folders-not-saved' } });
    expect(readFileSync(remaps, 'utf8')).toBe(text);
  }
  rmSync(remaps);
  expect(await folders.look([])).toMatchObject({ remaps: [], problem: null });
});

it('two that speak at once are both heard', async () => {
  const { at, folders, open } = place();
  await open(at('tide'));
  await Promise.all(['a', 'b', 'c', 'd'].map((name) => folders.remap(at(name), at('tide'))));
  expect((await folders.look([])).remaps).toHaveLength(4);
});
