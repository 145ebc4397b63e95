import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BoardQuery, EMPTY_QUERY, filterOf, isFiltering } from './query';
import { decodeQuery, encodeQuery } from './query-link';
import { readBead } from './read-bead';

const word = fc.string({ maxLength: 20, unit: 'grapheme' });
const queries: fc.Arbitrary<BoardQuery> = fc.record({
  text: word,
  labels: fc.array(word, { maxLength: 4 }),
  types: fc.array(word, { maxLength: 4 }),
  priorities: fc.uniqueArray(fc.integer({ min: 0, max: 4 })),
  assignees: fc.array(word, { maxLength: 4 }),
  epics: fc.array(word, { maxLength: 4 }),
  group: fc.constantFrom('none', 'epic'),
  sort: fc.constantFrom('board', 'priority', 'updated', 'created', 'title', 'id'),
  columns: fc.array(word, { maxLength: 2 }),
  expanded: fc.array(word, { maxLength: 2 }),
});

describe('a query as a link', () => {
  it('Q1 comes back as it went', () => {
    fc.assert(
      fc.property(queries, (query) => {
        expect(decodeQuery(encodeQuery(query))).toEqual(query);
      }),
    );
  });

  it('Q1 says only what differs', () => {
    expect(encodeQuery(EMPTY_QUERY)).toBe('');
    expect(encodeQuery({ ...EMPTY_QUERY, text: 'a & b', priorities: [0, 1], assignees: [''] })).toBe(
      'text=a%20%26%20b&priority=0&priority=1&assignee=',
    );
  });

  it('Q2 any text gives a query', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webQueryParameters()), (link) => {
        const query = decodeQuery(link);
        expect(decodeQuery(encodeQuery(query))).toEqual(query);
        expect(() => filterOf(query)).not.toThrow();
      }),
    );
    expect(decodeQuery('?text=%zz&sort=none&priority=9&priority=2&label=ux&nonsense')).toEqual({
      ...EMPTY_QUERY,
      priorities: [2],
      labels: ['ux'],
    });
  });

  it('Q2 leaves out what is too long, and what is too much', () => {
    const long = 'x'.repeat(501);
    const many = Array.from({ length: 101 }, (_, at) => `label=${at}`).join('&');
    expect(decodeQuery(`text=${long}&type=${long}&type=bug`)).toEqual({ ...EMPTY_QUERY, types: ['bug'] });
    expect(decodeQuery(many).labels).toHaveLength(100);
    expect(
      decodeQuery('priority=1&priority=1&priority=1&priority=1&priority=1&priority=2').priorities,
    ).toEqual([1, 1, 1, 1, 1]);
  });
});

describe('filtering', () => {
  const bead = readBead({
    id: 'shop-1',
    title: 'Invoice (total) rounds',
    description: 'Seen in ΑΘΗΝΑ',
    priority: 1,
    issue_type: 'bug',
    labels: ['backend', 'p:web'],
    assignee: 'ada',
  });
  it.each([
    [{ text: 'invoice ROUNDS' }, true],
    [{ text: 'invoice nothing' }, false],
    [{ text: '(total)' }, true],
    [{ text: '.*' }, false],
    [{ text: 'αθηνα' }, true],
    [{ text: 'shop-1' }, true],
    [{ text: 'p:web' }, true],
    [{ labels: ['docs', 'backend'] }, true],
    [{ labels: ['docs'] }, false],
    [{ types: ['bug'], priorities: [1] }, true],
    [{ types: ['bug'], priorities: [2] }, false],
    [{ assignees: [''] }, false],
    [{ assignees: ['ada', ''] }, true],
    [{ epics: ['shop-9'] }, true],
    [{ epics: ['shop-8'] }, false],
    [{ epics: ['shop-1'] }, true],
    [{ epics: [''] }, false],
  ] as const)('%j is %s', (fields, matches) => {
    const query: BoardQuery = { ...EMPTY_QUERY, ...fields };
    expect(bead !== null && filterOf(query)(bead, 'shop-9')).toBe(matches);
    expect(isFiltering(query)).toBe(true);
  });

  it('never trips over what is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(bead !== null && typeof filterOf({ ...EMPTY_QUERY, text })(bead, null)).toBe('boolean');
      }),
    );
  });
});
