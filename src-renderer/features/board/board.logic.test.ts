import { type Board, boardOf } from '@domain/bead/board';
import { DEFAULT_COLUMNS } from '@domain/bead/columns';
import { EMPTY_QUERY } from '@domain/bead/query';
import type { Bead } from '@domain/bead/record';
import { RULES_1X } from '@domain/bead/tracker-info';
import { describe, expect, it } from 'vitest';
import { bead, edge } from '../../testing/beads';
import { cardName, waitsFor } from './card-words.logic';
import { collapsedColumns, countWords, emptyWords } from './column-words.logic';
import { addColumn, draftsOf, moved, readDrafts } from './columns-edit.logic';
import { choicesOf, isChosen, toggled, uncounted } from './filter-choices.logic';
import { arrived, columnBeside, nextCard, placeOf, withMoves } from './optimistic.logic';

const NOW = Date.parse('2026-11-16T12:00:00Z');

const BEADS: readonly Bead[] = [
  bead('t-e', { issue_type: 'epic', title: 'Epic one', status: 'in_progress' }),
  bead('t-1', { priority: 0, labels: ['core'], dependencies: [edge('t-1', 't-e', 'parent-child')] }),
  bead('t-2', { priority: 1, labels: ['core', 'web'], assignee: 'ada' }),
  bead('t-3', { dependencies: [edge('t-3', 't-1')] }),
  bead('t-4', { status: 'closed', closed_at: '2026-11-14T00:00:00Z' }),
];

const board = (query = EMPTY_QUERY): Board =>
  boardOf({ beads: BEADS, rules: RULES_1X, columns: DEFAULT_COLUMNS, query, nowMs: NOW });
const idsIn = (of: Board, column: string) =>
  of.columns.find((view) => view.column.id === column)?.cards.map((card) => card.bead.id);
const cardOf = (id: string) => {
  const card = board().cards.get(id);
  if (card === undefined) throw new Error(`no card ${id}`);
  return card;
};

describe('moves that are under way', () => {
  it('shows the card on top of the column it was put into, and nowhere else', () => {
    const shown = withMoves(board(), { 't-1': 'done' });
    expect(idsIn(shown, 'done')).toEqual(['t-1', 't-4']);
    expect(idsIn(shown, 'ready')).toEqual(['t-2']);
  });

  it('leaves the board as it is when nothing moves or all is there already', () => {
    const settled = board();
    expect(withMoves(settled, {})).toBe(settled);
    expect(withMoves(settled, { 't-1': 'ready', gone: 'done' })).toBe(settled);
  });

  it('keeps untouched columns the same object', () => {
    const settled = board();
    const shown = withMoves(settled, { 't-1': 'done' });
    expect(shown.columns[1]).toBe(settled.columns[1]);
  });

  it('puts a card into the group of its epic, or makes one', () => {
    const grouped = withMoves(board({ ...EMPTY_QUERY, group: 'epic' }), {
      't-1': 'done',
      't-2': 'in_progress',
    });
    const done = grouped.columns.find((view) => view.column.id === 'done');
    expect(
      done?.groups?.map((group) => [group.epic?.id ?? null, group.cards.map((card) => card.bead.id)]),
    ).toEqual([
      ['t-e', ['t-1']],
      [null, ['t-4']],
    ]);
    expect(idsIn(grouped, 'done')).toEqual(['t-1', 't-4']);
    expect(grouped.columns.find((view) => view.column.id === 'ready')?.groups).toEqual([]);
  });

  it('knows which written moves the beads show by now', () => {
    expect(arrived(board(), { 't-1': 'open', 't-2': 'closed', gone: 'open' })).toEqual(['t-1', 'gone']);
  });
});

describe('walking by keys', () => {
  const { columns } = board();
  it('starts at the first card and stops at the ends', () => {
    expect(nextCard(columns, null, 'down')).toBe('t-1');
    expect(nextCard(columns, 't-1', 'up')).toBe('t-1');
    expect(nextCard(columns, 't-1', 'down')).toBe('t-2');
    expect(nextCard(columns, 't-2', 'down')).toBe('t-2');
  });
  it('keeps the height sideways and skips empty columns', () => {
    expect(nextCard(columns, 't-2', 'right')).toBe('t-3');
    expect(nextCard(columns, 't-e', 'right')).toBe('t-4');
    expect(nextCard(columns, 't-4', 'right')).toBe('t-4');
    expect(nextCard(columns, 't-4', 'left')).toBe('t-e');
  });
  it('finds the place of a card and the column beside it that takes cards', () => {
    expect(placeOf(columns, 't-2')).toEqual({ column: 0, row: 1 });
    expect(placeOf(columns, 'gone')).toBeNull();
    expect(placeOf(columns, null)).toBeNull();
    expect(columnBeside(columns, 't-3', 'right')?.id).toBe('in_progress');
    expect(columnBeside(columns, 't-1', 'left')).toBeNull();
    expect(columnBeside(columns, 'gone', 'left')).toBeNull();
  });
});

describe('the words of a column and a card', () => {
  it('says why a column is empty', () => {
    const [ready, blocked, progress] = DEFAULT_COLUMNS;
    if (!ready || !blocked || !progress) throw new Error('columns are missing');
    expect(emptyWords(ready, true, 3)).toBe('Nothing here matches the filter.');
    expect(emptyWords(ready, false, 3)).toBe('Nothing in the last days.');
    expect(emptyWords(ready, false, 0)).toContain('Nothing is ready.');
    expect(emptyWords(blocked, false, 0)).toBe('Nothing waits for anything.');
    expect(emptyWords(progress, false, 0)).toBe('Nothing here.');
    expect([countWords(1), countWords(2)]).toEqual(['1 bead', '2 beads']);
  });

  it('reads a card as one line', () => {
    expect(cardName(cardOf('t-2'), 'Ready', '1 day')).toBe(
      't-2, task, priority 1, Title of t-2, Ready, assigned to ada, updated 1 day',
    );
    expect(cardName(cardOf('t-3'), 'Blocked', '1 day')).toContain('Blocked, waits for t-1, updated');
  });

  it('names the first blocker and counts the others', () => {
    const card = cardOf('t-3');
    expect(waitsFor(card)).toBe('waits for t-1');
    expect(waitsFor({ ...card, blockedBy: ['a', 'b', 'c'] })).toBe('waits for a and 2 more');
    expect(waitsFor({ ...card, blockedBy: [], inheritedFrom: 'p' })).toBe('waits with p');
    expect(waitsFor(cardOf('t-1'))).toBeNull();
    expect(cardName(cardOf('t-1'), 'Ready', '1 day')).toContain('Ready, blocks 1, in Epic one, updated');
  });
});

describe('collapsing by room', () => {
  const ids = ['ready', 'blocked', 'in_progress', 'in_review', 'done'];
  const rails = (room: number, own: Record<string, boolean> = {}, scale = 1) => [
    ...collapsedColumns(ids, room, scale, own),
  ];
  it('gives up Done first, then Blocked, In review, Ready, and never In progress', () => {
    expect(rails(1200)).toEqual([]);
    expect(rails(1000)).toEqual(['done']);
    expect(rails(800)).toEqual(['done', 'blocked']);
    expect(rails(600)).toEqual(['done', 'blocked', 'in_review']);
    expect(rails(100)).toEqual(['done', 'blocked', 'in_review', 'ready']);
  });
  it('lets a person decide', () => {
    expect(rails(1000, { done: false })).toEqual(['blocked']);
    expect(rails(5000, { ready: true })).toEqual(['ready']);
  });
  it('counts larger text', () => {
    expect(rails(1200, {}, 2)).toHaveLength(3);
  });
});

describe('what can be filtered by', () => {
  it('offers the values that occur, the most frequent first, priorities in order', () => {
    const choices = Object.fromEntries(
      choicesOf(BEADS, board()).map((choice) => [choice.field, choice.options]),
    );
    expect(choices['labels']).toEqual([
      { value: 'core', label: 'core', count: 2 },
      { value: 'web', label: 'web', count: 1 },
    ]);
    expect(choices['priorities']?.map(({ label }) => label)).toEqual(['P0', 'P1', 'P2']);
    expect(choices['assignees']?.[0]).toEqual({ value: '', label: 'Nobody', count: 4 });
    expect(choices['epics']?.map(({ label }) => label)).toContain('Epic one');
  });
  it('keeps the same places before anything is counted, with the names of what is chosen', () => {
    const query = { ...EMPTY_QUERY, labels: ['web'], priorities: [0], assignees: [''], epics: ['t-e'] };
    const before = uncounted(query, board());
    const after = choicesOf(BEADS, board());
    expect(before.map(({ field, name }) => [field, name])).toEqual(
      after.map(({ field, name }) => [field, name]),
    );
    expect(before.flatMap(({ options }) => options.map(({ label }) => label))).toEqual([
      'P0',
      'web',
      'Nobody',
      'Epic one',
    ]);
    expect(choicesOf([], board()).map(({ options }) => options)).toEqual([[], [], [], [], []]);
  });
  it('turns a value on and off', () => {
    const on = toggled(EMPTY_QUERY, 'priorities', '0');
    expect(on.priorities).toEqual([0]);
    expect(isChosen(on, 'priorities', '0')).toBe(true);
    expect(toggled(on, 'priorities', '0').priorities).toEqual([]);
    expect(toggled(EMPTY_QUERY, 'labels', 'a b').labels).toEqual(['a b']);
  });
});

describe('the column editor', () => {
  const drafts = draftsOf(DEFAULT_COLUMNS);
  const change = (at: number, patch: object) =>
    drafts.map((draft, index) => (index === at ? { ...draft, ...patch } : draft));
  it('gives back what it was given', () => {
    expect(readDrafts(drafts)).toEqual({ columns: DEFAULT_COLUMNS, problems: [] });
  });
  it('moves within the list only', () => {
    expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
    expect(moved(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c']);
    expect(moved(['a', 'b', 'c'], 2, 9)).toEqual(['a', 'b', 'c']);
    expect(moved(['a'], 4, 0)).toEqual(['a']);
  });
  it('refuses no name, no status, a wrong one, one in two columns, and nothing shown', () => {
    const why = (list: typeof drafts) => readDrafts(list).problems.map((problem) => problem.why);
    expect(why(change(0, { title: ' ' }))).toEqual(['A column has a name of 60 characters at most.']);
    expect(why(change(0, { takes: ' , ' }))).toEqual(['A column shows at least one status.']);
    expect(why(change(0, { takes: 'Not OK' }))[0]).toContain('is not a status');
    expect(why(change(2, { takes: '@ready' }))).toEqual(['“ready beads” stands in Ready already.']);
    expect(why(drafts.map((draft) => ({ ...draft, isHidden: true })))).toEqual([
      'One column at least has to be shown.',
    ]);
  });
  it('adds a column with an id of its own', () => {
    const ids = addColumn(addColumn(drafts)).map(({ column }) => column.id);
    expect(new Set(ids).size).toBe(DEFAULT_COLUMNS.length + 2);
  });
});
