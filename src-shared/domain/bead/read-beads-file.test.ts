import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BeadId } from '../ids';
import { readBead } from './read-bead';
import { readBeadLine, readBeadsFile } from './read-beads-file';
import { Bead, isTombstone } from './record';
import type { Expected } from './testdata/generated';

const read = (path: string) => readFileSync(new URL(`./testdata/fixtures/${path}`, import.meta.url), 'utf8');

function countBy(beads: readonly Bead[], field: 'status' | 'issue_type') {
  const counts: Record<string, number> = {};
  for (const bead of beads) counts[bead[field]] = (counts[bead[field]] ?? 0) + 1;
  return counts;
}

describe.each(['small', 'medium', 'edge'])('the %s fixture', (name) => {
  const expected = JSON.parse(read(`${name}/expected.json`)) as Expected;
  const listing = readBeadsFile(read(`${name}/.beads/issues.jsonl`));

  it('gives every record, valid against the schema', () => {
    expect(listing.beads).toHaveLength(expected.records);
    expect(listing.beads.filter((bead) => !isTombstone(bead))).toHaveLength(expected.liveRecords);
    for (const bead of listing.beads) expect(Bead.parse(bead)).toEqual(bead);
    expect(countBy(listing.beads, 'status')).toEqual(expected.byStatus);
    expect(
      countBy(
        listing.beads.filter((bead) => !isTombstone(bead)),
        'issue_type',
      ),
    ).toEqual(expected.byType);
  });

  it('names each odd line', () => {
    const names: Record<string, string> = {
      'header-record': 'other-record',
      'memory-record': 'other-record',
      'empty-id': 'no-id',
    };
    expect(listing.odd_lines).toEqual(
      expected.file.oddLines
        .filter((odd) => odd.why !== 'blank')
        .map((odd) => ({ line: odd.line, why: names[odd.why] ?? odd.why })),
    );
  });
});

describe('reading one record', () => {
  it('gives missing fields the meaning bd gives them', () => {
    expect(readBead({ id: 'a-1' })).toEqual({
      id: 'a-1',
      title: '',
      status: 'open',
      priority: 0,
      issue_type: 'task',
      created_at: '',
      updated_at: '',
    });
  });

  it('keeps fields it does not know', () => {
    const odd = { id: 'a-1', x_console: { order: [1, null] }, _type: 'issue', timeout: 5 };
    expect(readBead(structuredClone(odd))).toMatchObject(odd);
  });

  it('leaves out what is of the wrong kind and keeps the rest', () => {
    const bead = readBead({
      id: 'a-1',
      title: 7,
      priority: 'high',
      labels: ['x', 3],
      pinned: 'yes',
      metadata: [1],
      dependencies: [null, { depends_on_id: '' }, { depends_on_id: 'a-2', created_at: 4 }],
      comments: ['x', { id: null, text: 'hello' }],
      notes: 'kept',
    });
    expect(bead).toEqual({
      id: 'a-1',
      title: '',
      status: 'open',
      priority: 0,
      issue_type: 'task',
      created_at: '',
      updated_at: '',
      labels: ['x'],
      dependencies: [{ issue_id: 'a-1', depends_on_id: 'a-2', type: 'blocks' }],
      comments: [{ id: 1, author: '', text: 'hello', created_at: '' }],
      notes: 'kept',
    });
  });

  it('accepts exactly the ids BeadId accepts', () => {
    const text = fc.oneof(
      fc.string(),
      fc.stringMatching(/^[a-zA-Z0-9._-]{1,10}$/),
      fc.constant(`a${'b'.repeat(199)}`),
      fc.constant('a'.repeat(201)),
    );
    fc.assert(
      fc.property(text, (id) => {
        expect(readBead({ id }) !== null).toBe(BeadId.safeParse(id).success);
      }),
    );
  });

  it('gives a bead of the schema, or nothing, for any value whatever', () => {
    const field = fc.constantFrom(
      'title',
      'priority',
      'labels',
      'dependencies',
      'comments',
      'metadata',
      'status',
      'pinned',
      'x',
    );
    fc.assert(
      fc.property(fc.dictionary(field, fc.jsonValue()), (fields) => {
        const bead = readBead({ ...structuredClone(fields), id: 'a-1' });
        expect(Bead.safeParse(bead).success).toBe(true);
      }),
    );
    fc.assert(
      fc.property(fc.string(), (line) => {
        expect(readBeadLine(line).type).toMatch(/^(blank|odd|bead)$/);
      }),
    );
  });
});

describe('one id on two lines', () => {
  const line = (title: string, updated_at: string) => JSON.stringify({ id: 'a-1', title, updated_at });
  it.each([
    // first                    second                        wins
    ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', 'second'],
    ['2026-01-02T00:00:00Z', '2026-01-02T00:00:00Z', 'second'],
    ['2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z', 'first'],
    ['2026-01-01T00:00:00-02:00', '2026-01-01T01:00:00Z', 'first'],
  ])('%s, then %s: the %s', (first, second, wins) => {
    const { beads, odd_lines, lines } = readBeadsFile(`${line('first', first)}\n${line('second', second)}\n`);
    expect(beads.map((bead) => bead.title)).toEqual([wins]);
    expect(odd_lines).toEqual([{ line: 2, why: 'duplicate-id' }]);
    expect(lines).toEqual([wins === 'first' ? 1 : 2]);
  });
});
