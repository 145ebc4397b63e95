import { describe, expect, it } from 'vitest';
import { findAncestorBlock } from './ancestor-block';
import { BeadTitle } from './change';
import { claimMarkerOf, isClaimable, isClaimedBy } from './claim';
import { closeObstacle } from './close-obstacle';
import { findCycle } from './dependency-cycle';
import { findConflicts } from './find-conflicts';
import { readBead } from './read-bead';
import type { Bead } from './record';
import { RULES_1X } from './tracker-info';
import { needsTrust } from './trust';

type Edge = readonly [on: string, type: string];
function bead(id: string, fields: Record<string, unknown> = {}, ...edges: readonly Edge[]): Bead {
  const dependencies = edges.map(([depends_on_id, type]) => ({ issue_id: id, depends_on_id, type }));
  const made = readBead({ id, title: id, priority: 2, ...fields, dependencies });
  if (made === null) throw new Error(id);
  return made;
}

describe('conflicts', () => {
  const theirs = bead(
    'a-1',
    {
      title: 'Now',
      labels: ['x', 'y'],
      due_at: '2026-01-01T00:00:00Z',
      metadata: { 'console.a': 1, other: 2 },
    },
    ['a-0', 'parent-child'],
  );
  it.each([
    [{ title: 'Mine' }, { title: 'Now' }, []],
    [{ title: 'Mine' }, { title: 'Before' }, ['title']],
    [{ title: 'Now' }, { title: 'Before' }, []],
    [{ title: 'Mine' }, {}, []],
    [{ title: 'Mine', priority: 1 }, { title: 'Before', priority: 0 }, ['title', 'priority']],
    [{ labels: ['z'] }, { labels: ['y', 'x'] }, []],
    [{ labels: ['z'] }, { labels: ['x'] }, ['labels']],
    [{ due_at: null }, { due_at: '2026-01-01T01:00:00+01:00' }, []],
    [{ notes: 'text' }, { notes: null }, []],
    [{ notes: 'text' }, { notes: '' }, []],
    [{ parent: null }, { parent: 'a-0' }, []],
    [{ parent: null }, { parent: null }, ['parent']],
    [{ parent: 'a-7' }, { parent: null }, ['parent']],
    [{ metadata: { 'console.a': 5 } }, { metadata: { 'console.a': 1 } }, []],
    [{ metadata: { 'console.a': 5 } }, { metadata: {} }, ['metadata']],
    [{ metadata: { fresh: 5 } }, { metadata: {} }, []],
  ] as const)('%j seen as %j: %j', (patch, expected, conflicts) => {
    expect(findConflicts(theirs, patch as never, expected as never)).toEqual(conflicts);
  });
});

describe('circles', () => {
  const beads = [
    bead('a', {}, ['b', 'blocks']),
    bead('b', {}, ['c', 'parent-child'], ['x', 'related']),
    bead('c', {}, ['d', 'waits-for']),
    bead('x', {}, ['y', 'blocks']),
  ];
  it.each([
    ['c', 'a', 'blocks', ['c', 'a', 'b', 'c']],
    ['d', 'a', 'conditional-blocks', ['d', 'a', 'b', 'c', 'd']],
    ['y', 'b', 'blocks', null],
    ['c', 'a', 'related', null],
    ['a', 'a', 'related', ['a', 'a']],
    ['a', 'd', 'blocks', null],
    ['a', 'external:x:y', 'blocks', null],
  ])('%s on %s by %s', (id, depends_on, type, circle) => {
    expect(findCycle(beads, { id, depends_on, type })).toEqual(circle);
  });

  it('0.4x counts every link but the one that goes both ways', () => {
    const linked = [bead('x', {}, ['y', 'related']), bead('y')];
    const edge = (type: string) => ({ id: 'y', depends_on: 'x', type });
    expect(findCycle(linked, edge('blocks'))).toBeNull();
    expect(findCycle(linked, edge('blocks'), '0.4x')).toEqual(['y', 'x', 'y']);
    expect(findCycle(linked, edge('relates-to'), '0.4x')).toBeNull();
  });
});

describe('an edge to the own ancestor', () => {
  const family = (...edges: readonly Edge[]) => [
    bead('top'),
    bead('middle', {}, ['top', 'parent-child']),
    bead('leaf', {}, ['middle', 'parent-child'], ...edges),
  ];
  it.each([
    ['leaf', [['top', 'blocks']], { id: 'leaf', depends_on: 'top' }],
    ['middle', [['middle', 'conditional-blocks']], { id: 'leaf', depends_on: 'middle' }],
    ['top', [['top', 'blocks']], { id: 'leaf', depends_on: 'top' }],
    ['leaf', [['top', 'related']], null],
    ['leaf', [['elsewhere', 'blocks']], null],
  ] as const)('from %s with %j', (id, edges, expected) => {
    expect(findAncestorBlock(family(...edges), id)).toEqual(expected);
  });

  it('a circle of parents ends the search', () => {
    const circle = [
      bead('a', {}, ['b', 'parent-child'], ['c', 'blocks']),
      bead('b', {}, ['a', 'parent-child']),
    ];
    expect(findAncestorBlock(circle, 'a')).toBeNull();
  });
});

describe('what stands in the way of closing', () => {
  const beads = [
    bead('wall'),
    bead('held', {}, ['wall', 'blocks']),
    bead('heir', {}, ['held', 'parent-child']),
    bead('epic', { issue_type: 'epic' }),
    bead('kid', {}, ['epic', 'parent-child']),
    bead('done-kid', { status: 'closed' }, ['epic', 'parent-child']),
    bead('pin', { pinned: true }),
    bead('mould', { is_template: true }),
    bead('gate', { issue_type: 'gate', await_type: 'gh:pr' }),
    bead('human', { issue_type: 'gate', await_type: 'human' }),
  ];
  it.each([
    ['wall', null],
    ['held', { why: 'blocked', by: ['wall'], canForce: true }],
    ['heir', { why: 'blocked', by: ['held'], canForce: true }],
    ['epic', { why: 'open-children', by: ['kid'], canForce: true }],
    ['done-kid', null],
    ['pin', { why: 'pinned', by: [], canForce: true }],
    ['mould', { why: 'template', by: [], canForce: false }],
    ['gate', { why: 'gate', by: ['gh:pr'], canForce: true }],
    ['human', null],
  ])('%s', (id, obstacle) => {
    const target = beads.find((one) => one.id === id);
    expect(target && closeObstacle(beads, target, RULES_1X)).toEqual(obstacle);
  });
});

describe('claims', () => {
  const mine = { status: 'in_progress', assignee: 'ada', metadata: { 'console.claim': 'm1' } };
  it.each([
    [{}, true],
    [{ assignee: 'ada' }, true],
    [{ assignee: 'grace' }, false],
    [{ status: 'in_progress', assignee: 'ada' }, false],
    [mine, true],
    [{ ...mine, metadata: { 'console.claim': 'm2' } }, false],
    [{ status: 'in_progress', assignee: 'ada', labels: ['console-claim:m1'] }, true],
    [{ status: 'closed' }, false],
  ])('%j may be claimed by ada: %s', (fields, may) => {
    expect(isClaimable(bead('a-1', fields), 'ada', 'm1')).toBe(may);
  });

  it('reads the marker from metadata or a label', () => {
    expect(claimMarkerOf(bead('a-1'))).toBe(null);
    expect(claimMarkerOf(bead('a-1', { labels: ['x', 'console-claim:m7'] }))).toBe('m7');
    expect(isClaimedBy(bead('a-1', mine), 'ada', 'm1')).toBe(true);
    expect(isClaimedBy(bead('a-1', mine), 'grace', 'm1')).toBe(false);
  });
});

describe('strict values', () => {
  it.each([
    ['x', true],
    ['T'.repeat(500), true],
    ['T'.repeat(501), false],
    ['日'.repeat(166), true],
    ['日'.repeat(167), false],
    ['😀'.repeat(126), false],
    [' \n', false],
    ['', false],
  ])('a title %#', (title, valid) => {
    expect(BeadTitle.safeParse(title).success).toBe(valid);
  });

  it('only writes through a program wait for trust', () => {
    expect(needsTrust('dolt-1x', 'write')).toBe(true);
    expect(needsTrust('br', 'write')).toBe(true);
    expect(needsTrust('jsonl', 'write')).toBe(false);
    expect(needsTrust('dolt-1x', 'read')).toBe(false);
  });
});
