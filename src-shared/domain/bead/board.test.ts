import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Board, type BoardInput, boardOf } from './board';
import { DEFAULT_COLUMNS, OTHER_COLUMN, readColumns } from './columns';
import { planMove } from './plan-move';
import { EMPTY_QUERY } from './query';
import { readBead } from './read-bead';
import { readBeadsFile } from './read-beads-file';
import { type Bead, isTombstone } from './record';
import { generated } from './testdata/generated';
import { RULES_1X } from './tracker-info';

const NOW = '2026-06-01T12:00:00Z';
const edgeFile = readFileSync(
  new URL('./testdata/fixtures/edge/.beads/issues.jsonl', import.meta.url),
  'utf8',
);
const edgeBeads = () => readBeadsFile(edgeFile).beads;

function bead(id: string, fields: Record<string, unknown> = {}): Bead {
  const made = readBead({ id, title: id, priority: 2, created_at: NOW, updated_at: NOW, ...fields });
  if (made === null) throw new Error(`no bead ${id}`);
  return made;
}
const under = (id: string, parent: string, type = 'parent-child') => ({
  dependencies: [{ issue_id: id, depends_on_id: parent, type }],
});

function input(beads: readonly Bead[], more: Partial<BoardInput> = {}): BoardInput {
  return {
    beads,
    rules: RULES_1X,
    columns: DEFAULT_COLUMNS,
    query: EMPTY_QUERY,
    nowMs: Date.parse(NOW),
    ...more,
  };
}

const idsOf = (board: Board) =>
  Object.fromEntries(board.columns.map((view) => [view.column.id, view.cards.map((card) => card.bead.id)]));

describe('where beads stand', () => {
  it('C1 places every bead of the edge fixture once, whatever its status', () => {
    const beads = edgeBeads();
    const board = boardOf(
      input(beads, { query: { ...EMPTY_QUERY, columns: ['deferred', 'other'], expanded: ['done'] } }),
    );
    const placed = board.columns.flatMap((view) => view.cards.map((card) => card.bead.id));
    expect(placed.toSorted()).toEqual(
      beads
        .filter((one) => !isTombstone(one))
        .map((one) => one.id)
        .toSorted(),
    );
  });

  it('C1 sorts the open ones by what the rules say of them', () => {
    const beads = [
      bead('a-ready'),
      bead('a-held', under('a-held', 'a-ready', 'blocks')),
      bead('a-stored', { status: 'blocked' }),
      bead('a-wip', { status: 'in_progress', ...under('a-wip', 'a-ready', 'blocks') }),
      bead('a-hook', { status: 'hooked' }),
      bead('a-review', { status: 'in_review' }),
      bead('a-done', { status: 'closed', closed_at: NOW }),
      bead('a-old', { status: 'closed', closed_at: '2026-01-01T00:00:00Z' }),
      bead('a-later', { defer_until: '2026-07-01T00:00:00Z' }),
      bead('a-child', under('a-child', 'a-later')),
      bead('a-frozen', { status: 'deferred' }),
      bead('a-gate', { issue_type: 'gate' }),
      bead('a-legal', { status: 'waiting_for_legal' }),
      bead('a-gone', { status: 'tombstone' }),
    ];
    const board = boardOf(input(beads));
    expect(idsOf(board)).toEqual({
      ready: ['a-ready'],
      blocked: ['a-held', 'a-stored'],
      in_progress: ['a-hook', 'a-wip'],
      in_review: ['a-review'],
      done: ['a-done'],
    });
    expect(board.hiddenCounts).toEqual({ deferred: 3, other: 2 });
    expect(board.columns.at(-1)?.olderCount).toBe(1);
    expect(board.cards.get('a-wip')).toMatchObject({ blockedBy: ['a-ready'], isReady: false, blocks: 0 });
    expect(board.cards.get('a-ready')).toMatchObject({ blocks: 2 });
  });

  it('shows ready cards in the order of bd ready', () => {
    const { text, expected } = generated({ seed: 3, count: 80, generation: 'dolt', edge: true });
    expect(idsOf(boardOf(input(readBeadsFile(text).beads)))['ready']).toEqual(expected.ready);
  });

  it('groups by the nearest epic, epics at their own head, the rest last', () => {
    const beads = [
      bead('a-z', { issue_type: 'epic', title: 'Zebra' }),
      bead('a-m', { issue_type: 'epic', title: 'Mouse' }),
      bead('a-1', under('a-1', 'a-z')),
      bead('a-2', under('a-2', 'a-1')),
      bead('a-3'),
    ];
    const board = boardOf(input(beads, { query: { ...EMPTY_QUERY, group: 'epic' } }));
    expect(
      board.columns[0]?.groups?.map((group) => [
        group.epic?.title ?? null,
        group.cards.map((card) => card.bead.id),
      ]),
    ).toEqual([
      ['Mouse', ['a-m']],
      ['Zebra', ['a-1', 'a-2', 'a-z']],
      [null, ['a-3']],
    ]);
    expect(board.cards.get('a-z')?.progress).toEqual({ total: 1, closed: 0 });
  });
});

describe('what stays the same object', () => {
  const { text } = generated({ seed: 'same', count: 300, generation: 'dolt', edge: true });
  const before = readBeadsFile(text).beads;
  const first = boardOf(input(before));

  it('C2 the whole board, when the file was only read again', () => {
    expect(boardOf(input(readBeadsFile(text).beads), first)).toBe(first);
  });

  it('C2 all cards but the one whose bead changed', () => {
    const changedId = first.columns[2]?.cards[0]?.bead.id;
    const after = readBeadsFile(text).beads.map((one) =>
      one.id === changedId ? { ...one, title: 'Another title' } : one,
    );
    const second = boardOf(input(after), first);
    const different = [...second.cards]
      .filter(([id, card]) => first.cards.get(id) !== card)
      .map(([id]) => id);
    expect(different).toEqual([changedId]);
    expect(second.columns.map((view, index) => view === first.columns[index])).toEqual([
      true,
      true,
      false,
      true,
      true,
    ]);
  });

  it('C2 a bead that closes changes its own card and those it held', () => {
    const beads = [bead('a-1'), bead('a-2', under('a-2', 'a-1', 'blocks')), bead('a-3')];
    const one = boardOf(input(beads));
    const two = boardOf(
      input(beads.map((b) => (b.id === 'a-1' ? { ...b, status: 'closed', closed_at: NOW } : b))),
      one,
    );
    expect([...two.cards].filter(([id, card]) => one.cards.get(id) !== card).map(([id]) => id)).toEqual([
      'a-1',
      'a-2',
    ]);
  });
});

describe('columns from the settings', () => {
  it('adds a place for everything else and leaves nonsense out', () => {
    const mine = { id: 'todo', title: 'To do', takes: ['open'] };
    expect(readColumns([mine, { id: 'Bad id' }, { ...mine, title: 'Twice' }, 7])).toEqual([
      { ...mine, gives: 'open', is_hidden: false, recent_days: null },
      OTHER_COLUMN,
    ]);
    expect(
      readColumns([mine, { id: 'other', title: 'Mine', takes: ['closed'] }]).map((column) => column.id),
    ).toEqual(['todo', 'other', 'everything-else']);
    expect(readColumns(null)).toBe(DEFAULT_COLUMNS);
    expect(readColumns([7])).toBe(DEFAULT_COLUMNS);
  });

  it.each([
    { id: 'x'.repeat(61) },
    { title: '' },
    { title: 'x'.repeat(61) },
    { takes: [] },
    { takes: ['Open!'] },
    { gives: 7 },
    { gives: 'x'.repeat(51) },
    { is_hidden: 'yes' },
    { recent_days: 0 },
    { recent_days: 1.5 },
  ])('leaves out a column with %j', (wrong) => {
    const mine = { id: 'todo', title: 'To do', takes: ['*'], mine: 1 };
    expect(readColumns([mine])).toEqual([{ ...mine, gives: null, is_hidden: false, recent_days: null }]);
    expect(readColumns([{ ...mine, ...wrong }])).toBe(DEFAULT_COLUMNS);
  });

  it.each([
    [['@ready', 'open'], undefined, 'open'],
    [['@blocked'], undefined, 'blocked'],
    [['qa', 'in_review'], undefined, 'qa'],
    [['*', 'closed'], undefined, 'closed'],
    [['*'], undefined, null],
    [['qa'], null, null],
    [['qa'], 'in_review', 'in_review'],
  ])('a column that takes %j and gives %s gives %s', (takes, gives, expected) => {
    const stored = { id: 'mine', title: 'Mine', takes, ...(gives === undefined ? {} : { gives }) };
    expect(readColumns([stored])[0]?.gives).toBe(expected);
  });

  it('a column may take all open beads whether ready or not', () => {
    const columns = readColumns([{ id: 'todo', title: 'To do', takes: ['open'] }]);
    const beads = [bead('a-1'), bead('a-2', under('a-2', 'a-1', 'blocks'))];
    expect(idsOf(boardOf(input(beads, { columns })))).toEqual({ todo: ['a-1', 'a-2'] });
  });
});

describe('dropping a card on a column', () => {
  const column = (id: string) => {
    const found = DEFAULT_COLUMNS.find((one) => one.id === id);
    if (found === undefined) throw new Error(id);
    return found;
  };
  const held = { blocked_by: ['a-9'], inherited_from: null };
  it.each([
    // status        to             held       plan
    ['open', 'in_progress', undefined, { type: 'update', status: 'in_progress' }],
    ['open', 'ready', undefined, { type: 'none' }],
    ['open', 'ready', held, { type: 'refused', why: 'still-blocked', reason: held }],
    ['in_progress', 'done', undefined, { type: 'close' }],
    ['closed', 'ready', undefined, { type: 'reopen' }],
    ['closed', 'in_review', undefined, { type: 'reopen-then-update', status: 'in_review' }],
    ['closed', 'done', undefined, { type: 'none' }],
    ['open', 'blocked', undefined, { type: 'update', status: 'blocked' }],
    ['open', 'other', undefined, { type: 'refused', why: 'not-a-target' }],
  ] as const)('%s to %s', (status, to, block, plan) => {
    expect(planMove(bead('a-1', { status }), column(to), block)).toEqual(plan);
  });
});

describe('as time passes', () => {
  const beads = [
    bead('a-1', { defer_until: '2026-06-01T12:00:30Z' }),
    bead('a-2', { status: 'closed', closed_at: '2026-05-18T12:01:00Z' }),
  ];
  const at = (seconds: number, previous: Board | null) =>
    boardOf(input(beads, { nowMs: Date.parse(NOW) + seconds * 1000 }), previous);

  it('a deferral ends and a finished card grows old, in small steps too', () => {
    let board = at(0, null);
    expect(idsOf(board)).toMatchObject({ ready: [], done: ['a-2'] });
    for (let seconds = 1; seconds <= 150; seconds += 1) board = at(seconds, board);
    expect(idsOf(board)).toMatchObject({ ready: ['a-1'], done: [] });
    expect(board.columns.at(-1)?.olderCount).toBe(1);
  });
});
