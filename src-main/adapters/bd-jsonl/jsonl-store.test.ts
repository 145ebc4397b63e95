import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ok } from '@domain/result';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFaultyFileSystem } from '../../testing/faulty-file-system';
import { tempDir } from '../../testing/temp-dir';
import { type FileSystem, nodeFileSystem } from '../fs/file-system';
import { insertLine } from './jsonl-lines';
import { createJsonlStore, type DecideBytes } from './jsonl-store';

function storeOn(fs: FileSystem, text = '{"id":"a-1"}\n') {
  const beadsDir = join(tempDir('store'), '.beads');
  mkdirSync(beadsDir);
  const path = join(beadsDir, 'issues.jsonl');
  writeFileSync(path, text);
  const store = createJsonlStore({ beadsDir, fileName: 'issues.jsonl', fs });
  onTestFinished(() => store.close());
  return { store, beadsDir, path, text: () => readFileSync(path, 'utf8') };
}

const append =
  (line: string): DecideBytes =>
  (file) =>
    ok(insertLine(file, null, Buffer.from(line)));

describe('the file under trouble', () => {
  it.each([
    ['open', 'EACCES', { code: 'tracker-read-only', reason: 'not-writable' }],
    ['write', 'ENOSPC', { code: 'tracker-refused', words: expect.stringContaining('the disk is full') }],
    ['fsync', 'EIO', { code: 'tracker-refused', words: expect.stringContaining('EIO') }],
    ['rename', 'EROFS', { code: 'tracker-read-only', reason: 'not-writable' }],
  ] as const)(
    'J3 a failing %s (%s) leaves the old file and nothing beside it',
    async (call, errno, error) => {
      const fs = createFaultyFileSystem();
      const { store, beadsDir, text } = storeOn(fs);
      expect(await store.edit(append('{"id":"a-2"}'))).toMatchObject({ ok: true });
      const before = text();
      fs.inject({
        call,
        errno,
        path: /issues\.jsonl/,
        partial: 3,
        ...(call === 'open' ? { path: /\.~issues/ } : {}),
      });
      expect(await store.edit(append('{"id":"a-3"}'))).toMatchObject({ ok: false, error });
      fs.heal();
      expect(text()).toBe(before);
      expect(readdirSync(beadsDir).sort()).toEqual(['issues.jsonl', 'sessions']);
      expect(await store.edit(append('{"id":"a-3"}'))).toMatchObject({ ok: true });
    },
  );

  it('J2 decides again on what somebody wrote meanwhile without our lock', async () => {
    let intrusions = 2;
    const place = { path: '' };
    const fs: FileSystem = {
      ...nodeFileSystem,
      async fsync(fd) {
        if (intrusions > 0) appendFileSync(place.path, `{"id":"b-${intrusions}"}\n`);
        intrusions -= 1;
        await nodeFileSystem.fsync(fd);
      },
    };
    const { store, path, text } = storeOn(fs);
    place.path = path;
    let decisions = 0;
    const done = await store.edit((file) => {
      decisions += 1;
      return append('{"id":"a-2"}')(file);
    });
    expect(done.ok && done.value.listing.beads.map((bead) => bead.id)).toEqual(['a-1', 'b-2', 'b-1', 'a-2']);
    expect(decisions).toBe(3);
    expect(text()).toBe('{"id":"a-1"}\n{"id":"b-2"}\n{"id":"b-1"}\n{"id":"a-2"}\n');
  });

  it('reads nothing again while the file stands still, and an empty project is empty', () => {
    const { store, beadsDir } = storeOn(nodeFileSystem);
    const first = store.read();
    const second = store.read();
    expect(first.ok && second.ok && first.value === second.value).toBe(true);
    const none = createJsonlStore({ beadsDir, fileName: 'beads.jsonl', fs: nodeFileSystem });
    const read = none.read();
    expect(read.ok && read.value.listing.beads).toEqual([]);
  });
});
