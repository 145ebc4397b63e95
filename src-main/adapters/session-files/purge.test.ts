import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { verifyAudit } from '@domain/session/audit';
import { expect, it } from 'vitest';
import { changed, commitOf, createdIn, messageOf, runFacts, value } from '../../testing/session-facts';
import { contentOf, createStorePlace, type StorePlace } from '../../testing/store-place';
import { sha256 } from './audit-log';

const SECRET = 'HUSHHUSH';

async function withSecret() {
  const place = createStorePlace('purge');
  const store = await place.open();
  const kept = await createdIn(store, { title: 'kept' });
  const keptRun = await changed(store, kept, runFacts(kept, 'harmless'));
  const drafted = await createdIn(store, {
    title: SECRET,
    objective: SECRET,
    prompt: SECRET,
    cwd: `/${SECRET}`,
  });
  const secret = await changed(store, drafted, [
    ...runFacts(drafted, SECRET),
    { type: 'files-touched', files: [SECRET] },
    { type: 'trashed' },
  ]);
  value(await store.appendMessages(secret.id, [messageOf(1, SECRET)]));
  value(await store.writeContext(secret.id, { text: SECRET }));
  value(await store.writeSummary(secret.id, SECRET));
  await store.flush();
  return { place, store, kept: keptRun, secret };
}

function filesWith(word: string, folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(word));
}

const auditOf = (place: StorePlace) => place.read('audit.jsonl').trimEnd().split('\n');

it('G3 no word survives in project or replica; the audit records stay, blanked, in a chain that holds', async () => {
  const { place, store, kept, secret } = await withSecret();
  value(await store.commit([commitOf(secret, [{ type: 'purged' }])]));
  expect(filesWith(SECRET, place.base)).toEqual([]);
  expect(existsSync(join(place.folder, secret.id))).toBe(false);
  expect(contentOf(store)).toEqual([kept]);
  const runs = value(await store.readRuns(secret.id));
  expect(runs).toMatchObject([{ session_id: secret.id, prompt: '', result: '', duration_ms: 2000 }]);
  expect(value(await store.readRuns(kept.id))).toMatchObject([{ prompt: 'harmless', result: 'done' }]);
  await store.close();
  expect(JSON.parse(auditOf(place)[0] ?? '')).toMatchObject({
    type: 'rewritten',
    prev_hash: '',
    reason: 'purge',
  });
  expect(verifyAudit(auditOf(place), sha256)).toBeNull();
  expect(filesWith(SECRET, place.base)).toEqual([]);

  const again = await place.open();
  expect([contentOf(again), [...again.tombstones()]]).toEqual([[kept], [secret.id]]);
  await changed(again, kept, runFacts(kept, 'next'));
  await again.close();
  expect(verifyAudit(auditOf(place), sha256)).toBeNull();
  expect(filesWith(SECRET, place.base)).toEqual([]);
});

it('G1 G2 a purge that was interrupted is finished by the next open', async () => {
  const { place, store, kept, secret } = await withSecret();
  await store.close();
  // As a kill right after the append leaves it: the event is durable, nothing else has happened.
  const event = commitOf(secret, [{ type: 'purged' }]).events[0];
  writeFileSync(
    join(place.folder, 'events.jsonl'),
    `${place.read('events.jsonl')}${JSON.stringify(event)}\n`,
  );
  const again = await place.open();
  expect([contentOf(again), [...again.tombstones()]]).toEqual([[kept], [secret.id]]);
  await changed(again, kept, runFacts(kept, 'right after'));
  await again.close();
  expect(filesWith(SECRET, place.base)).toEqual([]);
  expect(verifyAudit(auditOf(place), sha256)).toBeNull();
});

it('a replica from before the purge, in another user-data folder, does not bring the text back', async () => {
  const { place, store, kept, secret } = await withSecret();
  const old = join(place.base, '..', `${place.projectId}-old-replica`);
  cpSync(place.replica, old, { recursive: true });
  value(await store.commit([commitOf(secret, [{ type: 'purged' }])]));
  await store.close();
  rmSync(place.replica, { recursive: true });
  cpSync(old, place.replica, { recursive: true });
  rmSync(old, { recursive: true });
  const again = await place.open();
  expect(contentOf(again)).toEqual([kept]);
  await again.close();
  expect(filesWith(SECRET, place.folder)).toEqual([]);
  expect(readFileSync(join(place.replica, 'events.jsonl'), 'utf8')).toBe(place.read('events.jsonl'));
});

it('another process sees the purge and goes on', async () => {
  const { place, store, kept, secret } = await withSecret();
  const other = await place.open();
  value(await store.commit([commitOf(secret, [{ type: 'purged' }])]));
  await other.refresh();
  expect([contentOf(other), [...other.tombstones()]]).toEqual([[kept], [secret.id]]);
  const next = await changed(other, kept, runFacts(kept, 'by the other'));
  await store.refresh();
  expect(store.read(kept.id)).toEqual(next);
  await Promise.all([other.close(), store.close()]);
  expect(verifyAudit(auditOf(place), sha256)).toBeNull();
  expect(filesWith(SECRET, place.base)).toEqual([]);
});
