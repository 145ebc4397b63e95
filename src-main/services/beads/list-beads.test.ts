import { Bead } from '@domain/bead/record';
import { expect, it } from 'vitest';
import { type ListFilter, selectBeads, sortBeads } from './list-beads';

const bead = (id: string, more: Partial<Bead> = {}): Bead =>
  Bead.parse({
    id,
    title: `Title of ${id}`,
    status: 'open',
    priority: 2,
    issue_type: 'task',
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
    ...more,
  });

const BEADS = [
  bead('s-1', { labels: ['ui', 'db'], assignee: 'ada', priority: 1 }),
  bead('s-1.1', { issue_type: 'bug', labels: ['ui'], description: 'Totals are WRONG' }),
  bead('s-2', { status: 'closed' }),
  bead('s-3', { status: 'pinned' }),
  bead('s-4', { issue_type: 'gate' }),
  bead('s-5', { is_template: true }),
  bead('s-6', { status: 'tombstone' }),
  bead('s-7', { status: 'in_review', priority: 0, created_at: '2026-01-02T00:00:00Z' }),
];

it.each([
  // filter                              all      ids
  [{}, false, ['s-1', 's-1.1', 's-7']],
  [{}, true, ['s-1', 's-1.1', 's-2', 's-3', 's-4', 's-5', 's-7']],
  [{ status: ['closed', 'in_review'] }, false, ['s-2', 's-7']],
  [{ type: ['gate'] }, false, ['s-4']],
  [{ type: ['bug'] }, false, ['s-1.1']],
  [{ priority: [0, 1] }, false, ['s-1', 's-7']],
  [{ assignee: 'ada' }, false, ['s-1']],
  [{ no_assignee: true }, false, ['s-1.1', 's-7']],
  [{ label: ['ui', 'db'] }, false, ['s-1']],
  [{ label_any: ['ui', 'db'] }, false, ['s-1', 's-1.1']],
  [{ parent: 's-1' }, false, ['s-1.1']],
  [{ id: ['s-2', 's-5'] }, false, ['s-2', 's-5']],
  [{ text: 'wrong' }, false, ['s-1.1']],
] as const satisfies readonly (readonly [ListFilter, boolean, readonly string[]])[])(
  'of %j with all %s are left %j',
  (filter, all, ids) => {
    expect(selectBeads(BEADS, filter, all).map(({ id }) => id)).toEqual(ids);
  },
);

it.each([
  ['priority', false, ['s-7', 's-1', 's-1.1']],
  ['priority', true, ['s-1.1', 's-1', 's-7']],
  ['created', false, ['s-7', 's-1', 's-1.1']],
  ['id', false, ['s-1', 's-1.1', 's-7']],
  ['type', false, ['s-1.1', 's-1', 's-7']],
] as const)('by %s, reversed %s', (sort, isReversed, ids) => {
  expect(sortBeads(selectBeads(BEADS, {}, false), sort, isReversed).map(({ id }) => id)).toEqual(ids);
});
