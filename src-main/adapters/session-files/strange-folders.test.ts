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
import { expect, it } from 'vitest';
import { commitOf, createdCommit, createdIn, messageOf, newSessionId } from '../../testing/session-facts';
import { createStorePlace } from '../../testing/store-place';
import { openSessionStore } from './session-files-store';

it.each(['symlink', 'file'] as const)(
  'a session folder that is a %s: typed error at every door, untouched',
  async (what) => {
    const place = createStorePlace('strange');
    const first = await place.open();
    const session = await createdIn(first);
    await first.close();
    const own = join(place.folder, session.id);
    const target = join(place.base, 'target');
    mkdirSync(target);
    writeFileSync(join(target, 'precious'), 'keep');
    rmSync(own, { recursive: true });
    if (what === 'symlink') symlinkSync(target, own);
    else writeFileSync(own, 'keep');

    const store = await place.open({ watch: true });
    await store.swept();
    const strange = { ok: false, error: { code: 'session-folder-strange', path: own, found: what } };
    expect(await store.folderOf(session.id)).toEqual(strange);
    expect(await store.commit([commitOf(session, [{ type: 'focused' }])])).toEqual(strange);
    expect(await store.appendMessages(session.id, [messageOf(1)])).toEqual(strange);
    expect(await store.readMessages(session.id, { cursor: null, limit: 1 })).toEqual(strange);
    expect(await store.writeContext(session.id, {})).toEqual(strange);
    expect(await store.readSummary(session.id)).toEqual(strange);
    await store.close();
    expect(readdirSync(target)).toEqual(['precious']);
    if (what === 'file') expect(readFileSync(own, 'utf8')).toBe('keep');
  },
);

it('a new session whose name is taken by a link is refused before anything is written', async () => {
  const place = createStorePlace('strange');
  const store = await place.open();
  const id = newSessionId();
  symlinkSync(place.base, join(place.folder, id));
  expect(await store.commit([createdCommit(store.project_id, { id })])).toMatchObject({
    error: { code: 'session-folder-strange', found: 'symlink' },
  });
  expect(place.read('events.jsonl')).toBe('');
  await store.close();
});

it('a purge does not follow a link in the session folder', async () => {
  const place = createStorePlace('strange');
  const store = await place.open();
  const session = await createdIn(store);
  await store.flush();
  const target = join(place.base, 'target');
  mkdirSync(target);
  writeFileSync(join(target, 'precious'), 'keep');
  symlinkSync(target, join(place.folder, session.id, 'link'));
  expect((await store.commit([commitOf(session, [{ type: 'purged' }])])).ok).toBe(true);
  await store.close();
  expect(existsSync(join(place.folder, session.id))).toBe(false);
  expect(readdirSync(target)).toEqual(['precious']);
});

it.each(['sessions', 'events.jsonl'] as const)('%s itself being a link is refused', async (which) => {
  const place = createStorePlace('strange');
  const target = join(place.base, 'elsewhere');
  mkdirSync(join(place.base, '.beads'), { recursive: true });
  if (which === 'sessions') {
    mkdirSync(target);
    symlinkSync(target, place.folder);
  } else {
    mkdirSync(place.folder);
    writeFileSync(target, '');
    symlinkSync(target, join(place.folder, 'events.jsonl'));
  }
  const opened = await openSessionStore({
    kind: 'project',
    folder: place.folder,
    root: place.base,
    projectId: place.projectId,
    replica: null,
    clock: place.clock,
  });
  expect(opened).toMatchObject({ ok: false, error: { code: 'session-folder-strange', found: 'symlink' } });
});
