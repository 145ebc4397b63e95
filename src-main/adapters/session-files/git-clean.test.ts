import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { changed, createdIn, messageOf, runFacts, value } from '../../testing/session-facts';
import { contentOf, createStorePlace, type StorePlace } from '../../testing/store-place';
import type { SessionFilesStore } from './session-files-store';

const patience = { timeout: 20_000 };
const git = (place: StorePlace, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
    cwd: place.base,
    encoding: 'utf8',
    stdio: 'pipe',
  });

// What bd writes there, shortened; it knows nothing of our folder.
const BD_IGNORE = 'dolt/\nembeddeddolt/\n*.db\n*.db?*\nlast-touched\nredirect\n*.lock\nbackup/\n';

function project(): StorePlace {
  const place = createStorePlace('git');
  mkdirSync(join(place.base, '.beads'));
  writeFileSync(join(place.base, '.beads', '.gitignore'), BD_IGNORE);
  writeFileSync(join(place.base, '.beads', 'issues.jsonl'), '');
  writeFileSync(join(place.base, '.gitignore'), '/replica/\n');
  git(place, 'init', '-q');
  git(place, 'add', '-A');
  git(place, 'commit', '-q', '-m', 'first');
  return place;
}

async function work(store: SessionFilesStore) {
  const session = await createdIn(store, { title: 'precious' });
  const run = await changed(store, session, runFacts(session));
  value(await store.appendMessages(run.id, [messageOf(1), messageOf(2)]));
  value(await store.writeContext(run.id, { files: ['a.ts'] }));
  value(await store.writeSummary(run.id, '# Done\n'));
  return run;
}

async function expectAllBack(store: SessionFilesStore, id: Parameters<SessionFilesStore['read']>[0]) {
  expect(value(await store.readMessages(id, { cursor: null, limit: 9 })).messages).toHaveLength(2);
  expect(value(await store.readContext(id))).toEqual({ files: ['a.ts'] });
  expect(value(await store.readSummary(id))).toBe('# Done\n');
  expect(value(await store.readRuns(id))).toHaveLength(1);
}

/** The project's own folder only: the replica lives in user-data, out of git's reach. */
const clean = (place: StorePlace) => {
  try {
    git(place, 'clean', '-fdxq', '.beads');
  } catch (problem) {
    // An open store puts files back while git still deletes; git then says that the folder is not empty.
    expect(problem).toMatchObject({ status: 1 });
  }
};

it('git clean while closed: everything is back from the replica, and it is said', async () => {
  const place = project();
  const store = await place.open();
  const session = await work(store);
  const before = contentOf(store);
  await store.close();
  const files = ['events.jsonl', 'audit.jsonl', 'index.json', join(session.id, 'meta.json')];
  const texts = files.map(place.read);
  clean(place);
  const again = await place.open();
  expect(contentOf(again)).toEqual(before);
  expect(again.notices()).toMatchObject([{ type: 'restored-from-replica', sessions: 1, lines: 6 }]);
  await expectAllBack(again, session.id);
  await again.close();
  expect(files.map(place.read)).toEqual(texts);
});

it('git clean while open: nothing acknowledged is lost, not even what the replica had not seen', async () => {
  const place = project();
  const store = await place.open({ watch: true });
  const session = await work(store);
  await store.flush();
  const late = await changed(store, session, [{ type: 'retitled', title: 'after the replica' }]);
  clean(place);
  await vi.waitFor(() => {
    expect(store.notices()).toContainEqual(expect.objectContaining({ type: 'restored-from-replica' }));
  }, patience);
  expect(contentOf(store)).toEqual([late]);
  await vi.waitFor(() => expectAllBack(store, session.id), patience);
  const next = await changed(store, late, [{ type: 'tags-set', tags: ['on'] }]);
  await store.close();
  expect(place.json(join(session.id, 'meta.json'))).toEqual(next);
  expect(place.read('.gitignore')).toBe('*\n');
  const again = await place.open();
  expect(contentOf(again)).toEqual([next]);
  await again.close();
});

it('git clean and a change at the same moment: the change finds the way back first', async () => {
  const place = project();
  const store = await place.open();
  const session = await work(store);
  clean(place);
  const next = await changed(store, session, [{ type: 'retitled', title: 'right after' }]);
  await store.close();
  const again = await place.open();
  expect(contentOf(again)).toEqual([next]);
  await again.close();
});

it('P6 a journal shorter than its replica is completed from it', async () => {
  const place = project();
  const store = await place.open();
  await work(store);
  await work(store);
  const before = contentOf(store);
  await store.close();
  const whole = place.read('events.jsonl');
  truncateSync(join(place.folder, 'events.jsonl'), Math.floor(whole.length / 3));
  const again = await place.open();
  expect(contentOf(again)).toEqual(before);
  expect(again.notices().map(({ type }) => type)).toContain('restored-from-replica');
  await again.close();
  expect(place.read('events.jsonl')).toBe(whole);
});

it('P6 a journal that went on without its replica keeps both histories', async () => {
  const place = project();
  const store = await place.open();
  const old = await work(store);
  await store.close();
  rmSync(place.folder, { recursive: true });
  const elsewhere = await place.open({ kind: 'project' });
  const back = contentOf(elsewhere);
  expect(back.map(({ id }) => id)).toEqual([old.id]);
  await createdIn(elsewhere, { title: 'new' });
  await elsewhere.close();
  const again = await place.open();
  expect(again.all().size).toBe(2);
  await again.close();
});

it('L19 git status is clean with bd’s ignore file, and after bd rewrote it', async () => {
  const place = project();
  const store = await place.open();
  const session = await work(store);
  const lease = value(await store.acquireLease(session.id));
  expect(git(place, 'status', '--porcelain')).toBe('');
  writeFileSync(join(place.base, '.beads', '.gitignore'), `${BD_IGNORE}proxieddb/\n`);
  git(place, 'commit', '-qam', 'bd rewrote it');
  await changed(store, session, [{ type: 'trashed' }]);
  expect(git(place, 'status', '--porcelain')).toBe('');
  git(place, 'add', '-A');
  expect(git(place, 'diff', '--cached', '--name-only')).toBe('');
  await lease.release();
  await store.close();
});
