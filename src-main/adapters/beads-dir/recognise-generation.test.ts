import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { tempDir } from '../../testing/temp-dir';
import { recogniseGeneration } from './recognise-generation';

const fixture = (name: string) =>
  fileURLToPath(new URL(`../../../src-shared/domain/bead/testdata/fixtures/${name}/.beads`, import.meta.url));

/** Names that end in a slash are folders. */
function beadsDir(files: Record<string, string>): string {
  const folder = join(tempDir('recognise'), '.beads');
  mkdirSync(folder);
  for (const [name, text] of Object.entries(files))
    if (name.endsWith('/')) mkdirSync(join(folder, name));
    else writeFileSync(join(folder, name), text);
  return folder;
}

const sqlite = '{"database":"beads.db","jsonl_export":"issues.jsonl"}';

it.each([
  [
    'G1 metadata of an embedded Dolt',
    { 'metadata.json': '{"database":"dolt","dolt_mode":"embedded"}' },
    'dolt-1x',
  ],
  ['G1 only a dolt_database', { 'metadata.json': '{"dolt_database":"shop"}', 'issues.jsonl': '' }, 'dolt-1x'],
  ['G1 a backend', { 'metadata.json': '{"backend":"dolt"}' }, 'dolt-1x'],
  ['G1 metadata of SQLite', { 'metadata.json': sqlite }, 'sqlite-04x'],
  ['G1 SQLite in metadata over a stray folder', { 'metadata.json': sqlite, 'dolt/': '' }, 'sqlite-04x'],
  ['G1 an embedded folder', { 'embeddeddolt/': '', 'issues.jsonl': '' }, 'dolt-1x'],
  ['G1 a server folder', { 'dolt/': '' }, 'dolt-1x'],
  ['G1 a proxied folder', { 'proxieddb/': '' }, 'dolt-1x'],
  ['G1 a database file', { 'beads.db': '', 'issues.jsonl': '' }, 'sqlite-04x'],
  ['G1 broken metadata beside a database', { 'metadata.json': '{', 'old.db': '' }, 'sqlite-04x'],
  ['G1 metadata of neither, nothing else', { 'metadata.json': '{"project_id":"x"}' }, 'dolt-1x'],
  ['G2 a file alone', { 'issues.jsonl': '' }, 'jsonl'],
  ['G2 the old name', { 'beads.jsonl': '' }, 'jsonl'],
  [
    'G2 a backup is no database',
    { 'issues.jsonl': '', 'beads.db.backup-1': '', 'x.backup.db': '', 'vc.db': '' },
    'jsonl',
  ],
  [
    'G2 bd without a database',
    { 'metadata.json': sqlite, 'config.yaml': 'no-db: true', 'issues.jsonl': '' },
    'jsonl',
  ],
  [
    'G2 Dolt wins over no-db',
    { 'metadata.json': '{"dolt_mode":"server"}', 'config.yaml': 'no-db: true' },
    'dolt-1x',
  ],
  ['G3 the merge base of br', { 'beads.db': '', 'issues.jsonl': '', 'beads.base.jsonl': '' }, 'br'],
  ['G3 a record of br', { 'beads.db': '', 'issues.jsonl': '{"id":"a-1","compaction_level":0}\n' }, 'br'],
  [
    'G3 a record of bd',
    { 'beads.db': '', 'issues.jsonl': '{"id":"a-1"}\n{"compaction_level":0}' },
    'sqlite-04x',
  ],
  ['G2 other jsonl files are no beads', { 'interactions.jsonl': '', '.auto-import-issues.jsonl': '' }, null],
  ['an empty folder', {}, null],
] as const)('%s', (_name, files, generation) => {
  const found = recogniseGeneration(beadsDir(files));
  expect(found.ok && (found.value?.generation ?? null)).toBe(generation);
});

it.each([
  ['small', 'jsonl'],
  ['medium', 'dolt-1x'],
  ['edge', 'dolt-1x'],
])('the %s fixture is %s, with the age of its file', (name, generation) => {
  expect(recogniseGeneration(fixture(name))).toMatchObject({
    ok: true,
    value: { generation, exportedAt: expect.stringMatching(/^\d{4}-/) },
  });
});

it('a folder that is not there is an error', () => {
  expect(recogniseGeneration(join(tempDir(), 'none'))).toMatchObject({ error: { code: 'file-not-found' } });
});
