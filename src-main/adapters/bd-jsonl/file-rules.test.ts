import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempDir } from '../../testing/temp-dir';
import { childId, hashId, newId, prefixFromFolder } from './bead-ids';
import { readConfig, withStatuses } from './config-file';
import { nextStamp, stamp } from './file-style';

describe('ids', () => {
  const seed = {
    title: 'Fix login',
    description: 'Details',
    creator: 'jira-import',
    nowMs: Date.parse('2024-01-02T03:04:05.006Z'),
  };
  it.each([
    [3, 'bd-vju'],
    [4, 'bd-8d8e'],
    [5, 'bd-bi3tk'],
    [6, 'bd-8bi3tk'],
    [7, 'bd-r5sr6bm'],
    [8, 'bd-8r5sr6bm'],
  ])('of length %s are those of bd', (length, expected) => {
    expect(hashId('bd', seed, length, 0)).toBe(expected);
  });

  it('pass over what is taken, and grow with the project', () => {
    expect(newId('bd', seed, new Set(['bd-vju']))).toBe(hashId('bd', seed, 3, 1));
    const many = new Set(Array.from({ length: 400 }, (_, index) => `bd-${index}`));
    expect(newId('bd', seed, many)).toHaveLength('bd-'.length + 4);
  });

  it.each([
    ['a-1', ['a-1.2', 'a-1.10', 'a-1.x', 'a-12.50'], 'a-1.11'],
    ['a-1', [], 'a-1.1'],
    ['a-1.1.1', [], 'a-1.1.1.1'],
    ['a-1.1.1.1', [], null],
  ])('the next child of %s', (parent, taken, expected) => {
    expect(childId(parent, new Set(taken))).toBe(expected);
  });

  it.each([
    ['My Shop', 'my-shop'],
    ['2fast', 'fast'],
    ['日本', 'bd'],
    ['Über-App_', 'u-ber-app'],
  ])('a prefix from the folder %s', (folder, prefix) => {
    expect(prefixFromFolder(folder)).toBe(prefix);
  });
});

describe('times', () => {
  const now = Date.parse('2026-06-01T12:00:00.120Z');
  const [newer, older] = (['1.x', '0.4x'] as const).map((generation) => ({
    generation,
    hasCounts: false,
    hasType: false,
  }));
  it('are whole seconds in 1.x and cut fractions in 0.4x', () => {
    if (newer === undefined || older === undefined) throw new Error('two styles');
    expect([stamp(now, newer), stamp(now, older)]).toEqual([
      '2026-06-01T12:00:00Z',
      '2026-06-01T12:00:00.12Z',
    ]);
    expect(stamp(now - 120, older)).toBe('2026-06-01T12:00:00Z');
    expect(nextStamp('2026-06-01T12:00:00Z', now, newer)).toBe('2026-06-01T12:00:01Z');
    expect(nextStamp('2026-06-01T14:00:00.1204+02:00', now, older)).toBe('2026-06-01T12:00:00.121Z');
    expect(nextStamp('', now, newer)).toBe('2026-06-01T12:00:00Z');
  });
});

describe('config.yaml', () => {
  const project = (files: Record<string, string>) => {
    const beadsDir = join(tempDir('config'), '.beads');
    mkdirSync(beadsDir);
    for (const [name, text] of Object.entries(files)) writeFileSync(join(beadsDir, name), text);
    return beadsDir;
  };
  const EMPTY = { prefix: null, customStatuses: [], customTypes: [], isNoDb: false, exportName: null };
  const qa = { name: 'qa', category: 'wip', built_in: false } as const;

  it.each([
    ['nothing', {}, EMPTY],
    ['nonsense', { 'config.yaml': '{{{' }, EMPTY],
    ['a list', { 'config.yaml': '- a' }, EMPTY],
    [
      'flat keys',
      { 'config.yaml': 'issue-prefix: my-app\nstatus.custom: "qa:wip, in_review"\nno-db: true' },
      {
        ...EMPTY,
        prefix: 'my-app',
        isNoDb: true,
        customStatuses: [qa, { name: 'in_review', category: 'unspecified', built_in: false }],
      },
    ],
    [
      'nested keys',
      { 'config.yaml': 'status:\n  custom: qa:wip\nexport:\n  path: out.jsonl' },
      { ...EMPTY, customStatuses: [qa], exportName: 'out.jsonl' },
    ],
    [
      'types',
      { 'config.yaml': 'types.custom: "ritual, No Type,probe"' },
      { ...EMPTY, customTypes: ['ritual', 'probe'] },
    ],
    ['a path that leads out', { 'config.yaml': 'export.path: ../../x.jsonl' }, EMPTY],
    [
      'the local file over it',
      { 'config.yaml': 'issue-prefix: a', 'config.local.yaml': 'issue-prefix: b' },
      { ...EMPTY, prefix: 'b' },
    ],
    [
      'hostile names',
      { 'config.yaml': 'issue-prefix: "../x"\nstatus.custom: "A B,--x,ok"' },
      { ...EMPTY, customStatuses: [{ name: 'ok', category: 'unspecified', built_in: false }] },
    ],
  ])('%s', (_name, files, config) => {
    expect(readConfig(project(files))).toEqual({ ok: true, value: config });
  });

  it.each([
    ['', 'status.custom: "qa:wip"\n'],
    ['a: 1 # keep\n', 'a: 1 # keep\nstatus.custom: "qa:wip"\n'],
    ['a: 1', 'a: 1\nstatus.custom: "qa:wip"\n'],
    ['status.custom: old # why\nb: 2\n', 'status.custom: "qa:wip" # why\nb: 2\n'],
    ['status:\n  custom: "old"\n  x: 1\n', 'status:\n  custom: "qa:wip"\n  x: 1\n'],
    ['a: 1\r\n', 'a: 1\r\nstatus.custom: "qa:wip"\r\n'],
  ])('writes the statuses into %j', (before, after) => {
    expect(withStatuses(before, [qa], true)).toBe(after);
  });
});
