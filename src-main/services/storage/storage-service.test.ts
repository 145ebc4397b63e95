import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createFolderSizes } from '../../adapters/system/folder-sizes';
import { tempDir } from '../../testing/temp-dir';
import { createStorageService } from './storage-service';

const placesIn = (root: string) => {
  const at = (name: string) => join(root, name);
  return {
    sessions: at('sessions'),
    replicas: at('replicas'),
    archive: at('archive'),
    uploads: at('uploads'),
    summaries: at('summaries'),
    catalog: at('catalog'),
    logs: at('logs'),
    scratch: at('scratch'),
    claude: at('claude'),
  };
};

it('counts what lies there, follows no link, and what is not there is nothing', async () => {
  const root = tempDir('storage');
  const places = placesIn(root);
  await mkdir(join(places.sessions, 'one'), { recursive: true });
  await writeFile(join(places.sessions, 'one', 'meta.json'), 'x'.repeat(100));
  await writeFile(join(root, 'large'), 'x'.repeat(5000));
  await symlink(join(root, 'large'), join(places.sessions, 'link'));
  await symlink(root, join(places.sessions, 'up'));
  await mkdir(join(root, 'p', '.beads', 'sessions'), { recursive: true });
  await writeFile(join(root, 'p', '.beads', 'sessions', 'events.jsonl'), 'abc');
  const service = createStorageService({
    sizes: createFolderSizes(),
    places,
    sessionsOf: async (project) => join(project, '.beads', 'sessions'),
  });
  const parts = await service.usage(join(root, 'p'));
  const told = Object.fromEntries(parts.map(({ id, bytes, files }) => [id, [bytes, files]]));
  expect(told).toMatchObject({ 'project-sessions': [3, 1], sessions: [100, 1], archive: [0, 0] });
});

it('cleans older logs and leaves the one that is written', async () => {
  const root = tempDir('storage');
  const places = placesIn(root);
  await mkdir(places.logs);
  for (const name of ['console.log', 'console.log.1', 'console.log.2'])
    await writeFile(join(places.logs, name), '12345');
  const service = createStorageService({
    sizes: createFolderSizes(),
    places,
    sessionsOf: async () => null,
  });
  expect(await service.clean('logs')).toEqual({ ok: true, value: { bytes: 10 } });
  expect(await readdir(places.logs)).toEqual(['console.log']);
  expect(await service.clean('scratch')).toEqual({ ok: true, value: { bytes: 0 } });
});

it('says when there is more than is counted', async () => {
  const root = tempDir('storage');
  for (const name of ['a', 'b', 'c']) await writeFile(join(root, name), 'x');
  expect(await createFolderSizes(2).of(root)).toEqual({ bytes: 2, files: 2, isCut: true });
});
