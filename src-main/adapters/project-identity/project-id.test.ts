import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tempDir } from '../../testing/temp-dir';
import { readDeviceId } from './device-id';
import { resolveProjectId } from './project-id';

const now = () => '2026-01-19T10:00:00.000Z';

function place() {
  const base = tempDir();
  const registry = join(base, 'user-data', 'projects.json');
  const folderOf = (name: string) => join(base, name, '.beads', 'sessions');
  const resolve = async (name: string, otherRegistry = registry) => {
    mkdirSync(folderOf(name), { recursive: true });
    const found = await resolveProjectId({ folder: folderOf(name), registry: otherRegistry, now });
    if (!found.ok) throw new Error(found.error.code);
    return found.value;
  };
  return { base, registry, folderOf, resolve };
}

it('I1 the id survives a move and a rename', async () => {
  const { base, resolve, folderOf } = place();
  const first = await resolve('a');
  expect(JSON.parse(readFileSync(join(folderOf('a'), 'project.json'), 'utf8'))).toMatchObject({
    version: 1,
    project_id: first.project_id,
  });
  renameSync(join(base, 'a'), join(base, 'b'));
  expect(await resolve('b')).toEqual({ project_id: first.project_id, renewed_from: null });
  expect(await resolve('b')).toEqual({ project_id: first.project_id, renewed_from: null });
});

it('I2 a copy gets a new id, the original keeps its own, and both stay', async () => {
  const { base, resolve } = place();
  const original = await resolve('a');
  cpSync(join(base, 'a'), join(base, 'copy'), { recursive: true });
  const copy = await resolve('copy');
  expect(copy).toEqual({
    project_id: expect.not.stringMatching(original.project_id),
    renewed_from: original.project_id,
  });
  expect((await resolve('a')).project_id).toBe(original.project_id);
  expect(await resolve('copy')).toEqual({ project_id: copy.project_id, renewed_from: null });
});

it('I2 a copy whose original is gone simply is the project', async () => {
  const { base, resolve } = place();
  const original = await resolve('a');
  cpSync(join(base, 'a'), join(base, 'copy'), { recursive: true });
  rmSync(join(base, 'a'), { recursive: true });
  expect(await resolve('copy')).toEqual({ project_id: original.project_id, renewed_from: null });
});

it('I3 a deleted or unreadable project.json gets its id back', async () => {
  const { resolve, folderOf } = place();
  const first = await resolve('a');
  rmSync(folderOf('a'), { recursive: true });
  expect((await resolve('a')).project_id).toBe(first.project_id);
  writeFileSync(join(folderOf('a'), 'project.json'), '{"project');
  expect((await resolve('a')).project_id).toBe(first.project_id);
});

it('I4 many at once agree, also from two user-data folders', async () => {
  const { base, resolve } = place();
  const other = join(base, 'other-data', 'projects.json');
  const all = await Promise.all([
    resolve('a'),
    resolve('a'),
    resolve('a', other),
    resolve('a', other),
    resolve('b'),
  ]);
  expect(new Set(all.slice(0, 4).map((found) => found.project_id)).size).toBe(1);
  expect(all[4]?.project_id).not.toBe(all[0]?.project_id);
});

it('the device id is made once and kept', async () => {
  const file = join(tempDir(), 'data', 'device.json');
  const all = await Promise.all([readDeviceId(file, now), readDeviceId(file, now)]);
  expect(all[0]).toEqual(all[1]);
  expect(all[0].ok).toBe(true);
  expect(await readDeviceId(file, now)).toEqual(all[0]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it('what the registry says beside its projects stays, of the file and of each entry', async () => {
  const { resolve, registry } = place();
  await resolve('a');
  const content = JSON.parse(readFileSync(registry, 'utf8'));
  content.colours = { a: 'red' };
  content.version = 2;
  content.projects[0].note = 'mine';
  writeFileSync(registry, JSON.stringify(content));
  await resolve('b');
  const after = JSON.parse(readFileSync(registry, 'utf8'));
  expect(after).toMatchObject({ version: 2, colours: { a: 'red' } });
  expect(after.projects).toHaveLength(2);
  expect(after.projects[0]).toMatchObject({ note: 'mine' });
});
