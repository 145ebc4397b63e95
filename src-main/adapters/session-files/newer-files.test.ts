import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commitOf, createdIn, messageOf } from '../../testing/session-facts';
import { contentOf, createStorePlace, type StorePlace } from '../../testing/store-place';

function snapshot(place: StorePlace): Record<string, string> {
  const names = readdirSync(place.folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    names.map((entry) => [
      join(entry.parentPath, entry.name),
      readFileSync(join(entry.parentPath, entry.name), 'utf8'),
    ]),
  );
}

it.each([
  [
    'index.json',
    (place: StorePlace) => writeFileSync(join(place.folder, 'index.json'), '{"version":9,"sessions":[]}'),
  ],
  [
    'events.jsonl',
    (place: StorePlace) => appendFileSync(join(place.folder, 'events.jsonl'), '{"v":9,"type":"new-world"}\n'),
  ],
])('P6 a newer %s opens read-only, is said, and stays as it is', async (file, renew) => {
  const place = createStorePlace('newer');
  const first = await place.open();
  const session = await createdIn(first, { title: 'old' });
  await first.close();
  renew(place);
  const before = snapshot(place);
  const store = await place.open({ watch: true });
  expect(store.readOnly).toBe(true);
  expect(contentOf(store)).toEqual([session]);
  expect(store.notices()).toMatchObject([
    { type: 'opened-read-only', file: join(place.folder, file), version: 9 },
  ]);
  const refusal = { error: { code: 'newer-version', version: 9, known: 1 } };
  expect(await store.commit([commitOf(session, [{ type: 'focused' }])])).toMatchObject(refusal);
  expect(await store.appendMessages(session.id, [messageOf(1)])).toMatchObject(refusal);
  await store.close();
  expect(snapshot(place)).toEqual(before);
});

it('P6 one session of a newer version refuses changes; the others go on', async () => {
  const place = createStorePlace('newer');
  const first = await place.open();
  const [newer, ours] = [await createdIn(first), await createdIn(first)];
  await first.close();
  const meta = join(place.folder, newer.id, 'meta.json');
  writeFileSync(meta, JSON.stringify({ ...newer, version: 7, marvel: true }));
  const before = readFileSync(meta, 'utf8');
  const store = await place.open({ watch: true });
  await store.swept();
  expect(await store.commit([commitOf(newer, [{ type: 'focused' }])])).toMatchObject({
    error: { code: 'newer-version', file: meta, version: 7 },
  });
  expect((await store.commit([commitOf(ours, [{ type: 'focused' }])])).ok).toBe(true);
  await store.close();
  expect(readFileSync(meta, 'utf8')).toBe(before);
});
