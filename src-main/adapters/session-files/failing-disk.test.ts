import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createFaultyFileSystem } from '../../testing/faulty-file-system';
import { changed, commitOf, createdCommit, createdIn, messageOf, value } from '../../testing/session-facts';
import { contentOf, createStorePlace } from '../../testing/store-place';

const faults = [
  ['write', 'ENOSPC', 'disk-full'],
  ['write', 'EROFS', 'read-only'],
  ['write', 'EACCES', 'permission'],
  ['write', 'EIO', 'io'],
  ['fsync', 'EIO', 'io'],
  ['fsync', 'ENOSPC', 'disk-full'],
] as const;

it.each(faults)(
  'P1 %s failing with %s is told as %s; memory and disk stay as they were',
  async (call, errno, reason) => {
    const place = createStorePlace();
    const fs = createFaultyFileSystem();
    const store = await place.open({ fs });
    const session = await createdIn(store, { title: 'kept' });
    await store.flush();
    const journal = place.read('events.jsonl');
    const told: unknown[] = [];
    store.onChange((change) => told.push(change));

    fs.inject({ call, errno, path: /events\.jsonl$/, partial: 7 });
    const refused = await store.commit([commitOf(session, [{ type: 'retitled', title: 'lost' }])]);
    expect(refused).toMatchObject({ ok: false, error: { code: 'store-unavailable', reason } });
    expect(place.read('events.jsonl')).toBe(journal);
    expect(store.read(session.id)).toEqual(session);
    expect(told).toEqual([]);

    fs.heal();
    const later = await changed(store, session, [{ type: 'retitled', title: 'later' }]);
    await store.close();
    const again = await place.open();
    expect(contentOf(again)).toEqual([later]);
    await again.close();
  },
);

it('P1 P4 of many at once either all are kept or none', async () => {
  const place = createStorePlace();
  const fs = createFaultyFileSystem();
  const store = await place.open({ fs });
  fs.inject({ call: 'write', errno: 'ENOSPC', path: /events\.jsonl$/, partial: 900 });
  const refused = await Promise.all(
    Array.from({ length: 10 }, () =>
      store.commit([createdCommit(store.project_id), createdCommit(store.project_id)]),
    ),
  );
  expect(refused.every((result) => !result.ok)).toBe(true);
  expect(store.all().size).toBe(0);
  expect(place.read('events.jsonl')).toBe('');
  fs.heal();
  await store.close();
});

it('P1 a journal that could not be put back accepts nothing more, and the next open repairs it', async () => {
  const place = createStorePlace();
  const fs = createFaultyFileSystem();
  const store = await place.open({ fs });
  const session = await createdIn(store);
  fs.inject({ call: 'write', errno: 'EIO', path: /events\.jsonl$/, partial: 30 });
  fs.inject({ call: 'truncate', errno: 'EIO' });
  expect((await store.commit([commitOf(session, [{ type: 'focused' }])])).ok).toBe(false);
  fs.heal();
  await store.close();
  const again = await place.open();
  expect(contentOf(again)).toEqual([session]);
  expect((await changed(again, session, [{ type: 'focused' }])).revision).toBe(2);
  await again.close();
});

it('files that only follow the journal may fail and are made good later', async () => {
  const place = createStorePlace();
  const fs = createFaultyFileSystem();
  const store = await place.open({ fs });
  fs.inject({ call: 'open', errno: 'ENOSPC', path: /tmp~$/ });
  const session = await createdIn(store, { title: 'there' });
  await store.flush();
  expect(store.read(session.id)?.title).toBe('there');
  fs.heal();
  await store.flush();
  expect(place.json(join(session.id, 'meta.json'))).toEqual(session);
  expect(place.json('index.json')).toMatchObject({ sessions: [session] });
  await store.close();
});

it('messages that could not be written are refused and the earlier ones stay', async () => {
  const place = createStorePlace();
  const fs = createFaultyFileSystem();
  const store = await place.open({ fs });
  const { id } = await createdIn(store);
  value(await store.appendMessages(id, [messageOf(1)]));
  fs.inject({ call: 'write', errno: 'ENOSPC', path: /messages\.jsonl$/, partial: 9 });
  expect(await store.appendMessages(id, [messageOf(2)])).toMatchObject({ error: { reason: 'disk-full' } });
  fs.heal();
  value(await store.appendMessages(id, [messageOf(3)]));
  const page = value(await store.readMessages(id, { cursor: null, limit: 9 }));
  expect(page.messages).toEqual([messageOf(1), messageOf(3)]);
  expect(page.lines_not_understood).toBe(0);
  await store.close();
});

it('a disk that became read-only still opens and shows everything', async () => {
  const place = createStorePlace();
  const first = await place.open();
  const session = await createdIn(first, { title: 'readable' });
  await first.close();
  const before = readFileSync(join(place.folder, 'events.jsonl'), 'utf8');
  const fs = createFaultyFileSystem();
  for (const call of ['write', 'link', 'mkdir', 'unlink', 'rename'] as const)
    fs.inject({ call, errno: 'EROFS' });
  const store = await place.open({ fs });
  expect(contentOf(store)).toEqual([session]);
  expect(await store.commit([commitOf(session, [{ type: 'focused' }])])).toMatchObject({
    error: { code: 'store-unavailable', reason: 'read-only' },
  });
  await store.close();
  expect(readFileSync(join(place.folder, 'events.jsonl'), 'utf8')).toBe(before);
});
