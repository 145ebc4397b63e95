import { appendFileSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { changed, commitOf, createdCommit, createdIn, runFacts, value } from '../../testing/session-facts';
import { contentOf, createStorePlace } from '../../testing/store-place';

async function withThree() {
  const place = createStorePlace('repair');
  const store = await place.open();
  for (const title of ['one', 'two', 'three']) {
    const session = await createdIn(store, { title });
    await changed(store, session, runFacts(session));
  }
  const content = contentOf(store);
  await store.close();
  return { place, content };
}

it('P6 a torn last line is cut off, and it is said', async () => {
  const { place, content } = await withThree();
  appendFileSync(join(place.folder, 'events.jsonl'), '{"v":1,"session_id":"');
  const store = await place.open();
  expect(contentOf(store)).toEqual(content);
  expect(store.notices()).toMatchObject([{ type: 'torn-tail-repaired', bytes: 21 }]);
  expect(place.read('events.jsonl').endsWith('}\n')).toBe(true);
  await store.close();
});

it('P6 a last line that only lacks its newline is kept', async () => {
  const { place, content } = await withThree();
  const journal = join(place.folder, 'events.jsonl');
  truncateSync(journal, statSync(journal).size - 1);
  rmSync(join(place.folder, 'index.json'));
  rmSync(place.replica, { recursive: true });
  const store = await place.open();
  expect(contentOf(store)).toEqual(content);
  await store.close();
});

it('P4 a commit cut at any byte is there as a whole or not at all', async () => {
  const place = createStorePlace('cut');
  const store = await place.open();
  const parent = await createdIn(store, { title: 'parent' });
  await store.flush();
  const before = place.read('events.jsonl').length;
  const child = createdCommit(store.project_id, { title: 'child' });
  value(
    await store.commit([child, commitOf(parent, [{ type: 'child-linked', child_id: child.session_id }])]),
  );
  await store.close();
  const whole = place.read('events.jsonl');
  rmSync(place.replica, { recursive: true });
  for (let cut = before; cut < whole.length; cut += 61) {
    writeFileSync(join(place.folder, 'events.jsonl'), whole.slice(0, cut));
    rmSync(place.replica, { recursive: true, force: true });
    const again = await place.open();
    expect(contentOf(again)).toEqual([parent]);
    await again.close();
  }
});

it.each([
  ['cut short', (text: string) => text.slice(0, text.length / 2)],
  ['empty', () => ''],
  ['not an object', () => '[1]'],
  ['with a strange entry', (text: string) => text.replace('"status":"paused"', '"status":"odd"')],
  ['without its offset', (text: string) => text.replace('journal_offset', 'other')],
])('P6 an index.json that is %s is rebuilt from the journal', async (_what, spoil) => {
  const { place, content } = await withThree();
  const good = place.json('index.json');
  writeFileSync(join(place.folder, 'index.json'), spoil(place.read('index.json')));
  const store = await place.open();
  expect(contentOf(store)).toEqual(content);
  expect(store.notices()).toMatchObject([{ type: 'rebuilt', file: join(place.folder, 'index.json') }]);
  await store.close();
  expect(place.json('index.json')).toEqual(good);
});

it('an index.json that somebody formatted is read all the same', async () => {
  const { place, content } = await withThree();
  writeFileSync(join(place.folder, 'index.json'), JSON.stringify(place.json('index.json'), null, 4));
  const store = await place.open();
  expect(contentOf(store)).toEqual(content);
  expect(store.notices()).toEqual([]);
  await store.close();
});

it('P6 a meta.json that is missing, empty or wrong is written anew from the journal', async () => {
  const { place, content } = await withThree();
  const [a, b, c] = content.map(({ id }) => join(place.folder, id, 'meta.json'));
  rmSync(a ?? '');
  writeFileSync(b ?? '', '');
  writeFileSync(c ?? '', '{"version":1,"revision":1}');
  const store = await place.open({ watch: true });
  await store.swept();
  await store.close();
  for (const session of content) expect(place.json(join(session.id, 'meta.json'))).toEqual(session);
  expect(store.notices().filter(({ type }) => type === 'rebuilt')).toHaveLength(3);
});

it('P6 the audit log is completed from the journal, and rebuilt when it is gone', async () => {
  const { place } = await withThree();
  const whole = place.read('audit.jsonl');
  writeFileSync(join(place.folder, 'audit.jsonl'), whole.slice(0, whole.length - 40));
  rmSync(join(place.folder, 'index.json'));
  const store = await place.open();
  await store.close();
  expect(place.read('audit.jsonl')).toBe(whole);
  rmSync(join(place.folder, 'audit.jsonl'));
  const again = await place.open();
  await again.close();
  expect(place.read('audit.jsonl')).toBe(whole);
});

it('P6 lines nobody understands are kept, counted and passed over', async () => {
  const { place, content } = await withThree();
  appendFileSync(join(place.folder, 'events.jsonl'), '{"v":1,"type":"from-mars"}\nnot json\n');
  const store = await place.open();
  expect(contentOf(store)).toEqual(content);
  expect(store.notices()).toMatchObject([{ type: 'lines-not-understood', count: 2 }]);
  await store.close();
  expect(place.read('events.jsonl')).toContain('from-mars');
});

it('files that a killed process left half-written are removed', async () => {
  const { place } = await withThree();
  writeFileSync(join(place.folder, 'index.json.999999999.ab.tmp~'), 'x');
  const store = await place.open({ watch: true });
  await store.swept();
  await store.close();
  expect(readdirSync(place.folder).filter((name) => name.endsWith('~') || name === '.locks')).toEqual([]);
});
