import { describe, expect, it } from 'vitest';
import { bead, edge } from '../../testing/beads';
import { blockWords, edgeWords, statusWord } from './bead-words.logic';
import {
  fieldOf,
  isSameValue,
  parseField,
  parseMinutes,
  splitList,
  textOf,
  toLocalInput,
} from './fields.logic';
import { smallGraph } from './graph-layout.logic';
import { linksOf, progressWords, suggestBeads } from './links.logic';
import { EMPTY_DRAFT, isDraftEmpty, readDraft } from './new-bead.logic';

describe('words', () => {
  it('reads statuses as a person writes them', () => {
    expect([statusWord('in_progress'), statusWord('needs_a-look')]).toEqual(['In progress', 'Needs a look']);
  });
  it('says what a bead waits for, and what holds the parent it waits with', () => {
    const blocked = new Map([
      ['held', { blocked_by: ['wall', 'gate'], inherited_from: null }],
      ['heir', { blocked_by: [], inherited_from: 'held' }],
      ['orphan', { blocked_by: [], inherited_from: 'gone' }],
    ]);
    expect(['held', 'heir', 'orphan'].map((id) => blockWords(blocked, id))).toEqual([
      'Waits for wall, gate.',
      'Waits with its parent held, which waits for wall, gate.',
      'Waits with its parent gone.',
    ]);
  });
  it('reads an edge from either end', () => {
    expect(edgeWords('blocks', 'out')).toBe('waits for');
    expect(edgeWords('blocks', 'in')).toBe('holds up');
    expect(edgeWords('caused-by', 'in')).toBe('caused by');
  });
});

describe('fields', () => {
  it('takes the parent from its edge and an absent value as null', () => {
    const child = bead('t-1', { dependencies: [edge('t-1', 't-e', 'parent-child')] });
    expect(fieldOf(child, 'parent')).toBe('t-e');
    expect(fieldOf(child, 'assignee')).toBeNull();
    expect(fieldOf(child, 'labels')).toEqual([]);
  });
  it('holds empty and absent for the same', () => {
    expect(isSameValue(null, '')).toBe(true);
    expect(isSameValue(['a'], ['a'])).toBe(true);
    expect(isSameValue('a', 'b')).toBe(false);
  });
  it('reads durations the way they are shown', () => {
    expect(['90', '90m', '1h 30m', '1h', '2d 3h', '1d'].map(parseMinutes)).toEqual([
      90, 90, 90, 60, 3060, 1440,
    ]);
    expect(['', 'soon', '-3', '1h x'].map(parseMinutes)).toEqual([null, null, null, null]);
    expect(textOf('estimated_minutes', 90)).toBe('1h 30m');
  });
  it('brings a moment to the input and back', () => {
    const local = toLocalInput('2030-05-01T10:20:00Z');
    expect(parseField('due_at', local)).toEqual({ ok: true, value: '2030-05-01T10:20:00.000Z' });
    expect(toLocalInput('never')).toBe('');
    expect(parseField('due_at', 'never').ok).toBe(false);
  });
  it('clears with an empty text, except the title', () => {
    for (const field of [
      'assignee',
      'due_at',
      'parent',
      'external_ref',
      'estimated_minutes',
      'notes',
    ] as const)
      expect(parseField(field, '  ')).toEqual({ ok: true, value: null });
    expect(parseField('labels', '')).toEqual({ ok: true, value: [] });
    expect(parseField('title', ' ').ok).toBe(false);
  });
  it('counts a title in bytes', () => {
    expect(parseField('title', 'ä'.repeat(250)).ok).toBe(true);
    expect(parseField('title', 'ä'.repeat(251))).toEqual({
      ok: false,
      error: 'A title has 500 bytes at most; this one has 502.',
    });
  });
  it('keeps long texts as they were written', () => {
    expect(parseField('notes', '  a\n\n')).toEqual({ ok: true, value: '  a\n\n' });
    expect(splitList('a, b,,a')).toEqual(['a', 'b']);
  });
});

describe('links', () => {
  const beads = [
    bead('t-e', { issue_type: 'epic' }),
    bead('t-1', { dependencies: [edge('t-1', 't-e', 'parent-child'), edge('t-1', 'external:x:y')] }),
    bead('t-2', { status: 'closed', dependencies: [edge('t-2', 't-e', 'parent-child'), edge('t-2', 't-1')] }),
    bead('t-3', { status: 'tombstone', dependencies: [edge('t-3', 't-1')] }),
  ];
  it('sorts edges by their kind and direction; deleted beads hold nothing', () => {
    const links = linksOf(beads, 't-1');
    expect(links.parent).toBe('t-e');
    expect(links.dependsOn).toEqual([{ id: 'external:x:y', type: 'blocks', bead: null }]);
    expect(links.dependents.map(({ id }) => id)).toEqual(['t-2']);
    expect(linksOf(beads, 't-e').children.map(({ id }) => id)).toEqual(['t-1', 't-2']);
    expect(progressWords(linksOf(beads, 't-e').children)).toBe('1 of 2 closed');
  });
  it('offers beads by id, then by title, never the bead itself or a deleted one', () => {
    const ids = (typed: string) => suggestBeads(beads, typed, new Set(['t-1'])).map(({ id }) => id);
    expect(ids('t-')).toEqual(['t-e', 't-2']);
    expect(ids('title of T-2')).toEqual(['t-2']);
    expect(suggestBeads(beads, '', new Set(), 1)).toHaveLength(1);
  });
});

describe('the small graph', () => {
  it('puts what it waits for above and what waits below, two steps each way', () => {
    const beads = ['a', 'b', 'c', 'd', 'e', 'f'].map((id, index, all) =>
      bead(id, index === 0 ? {} : { dependencies: [edge(id, all[index - 1] ?? '')] }),
    );
    const graph = smallGraph(beads, 'c');
    expect(graph.rows.map((row) => row.nodes.map((node) => node.id))).toEqual([
      ['a'],
      ['b'],
      ['c'],
      ['d'],
      ['e'],
    ]);
    expect(graph.edges).toContainEqual(['c', 'b']);
  });
  it('shows three to a row and counts the rest, and ends in a circle', () => {
    const many = ['b1', 'b2', 'b3', 'b4', 'b5'];
    const beads = [
      bead('a', { dependencies: many.map((id) => edge('a', id)) }),
      ...many.map((id) => bead(id, { dependencies: [edge(id, 'a')] })),
    ];
    const graph = smallGraph(beads, 'a');
    expect(graph.rows[0]?.nodes).toHaveLength(3);
    expect(graph.rows[0]?.moreCount).toBe(2);
    expect(graph.rows).toHaveLength(2);
  });
});

describe('a new bead', () => {
  const known = new Set(['t-1']);
  it('leaves out what was left empty', () => {
    expect(readDraft({ ...EMPTY_DRAFT, title: ' Mend it ' }, known)).toEqual({
      ok: true,
      value: { title: 'Mend it', issue_type: 'task', priority: 2 },
    });
    expect(isDraftEmpty(EMPTY_DRAFT)).toBe(true);
  });
  it('takes everything that was written', () => {
    const draft = {
      ...EMPTY_DRAFT,
      title: 'x',
      labels: 'a, b',
      parent: 't-1',
      blockedBy: 't-1',
      estimate: '1h',
    };
    expect(readDraft(draft, known)).toMatchObject({
      ok: true,
      value: { labels: ['a', 'b'], parent: 't-1', blocked_by: ['t-1'], estimated_minutes: 60 },
    });
  });
  it('names each wrong field at once', () => {
    const draft = { ...EMPTY_DRAFT, parent: 't-9', blockedBy: 't-8', estimate: 'soon' };
    const read = readDraft(draft, known);
    expect(read.ok ? [] : Object.keys(read.error).sort()).toEqual([
      'blockedBy',
      'estimate',
      'parent',
      'title',
    ]);
  });
});
