import type { ChangedFile } from '@domain/git/changes';
import type { DiffRow } from '@domain/git/diff-rows';
import { describe, expect, it } from 'vitest';
import { type FileDiff, kindWords, openAtFirst, rowsOf } from './changes.logic';
import { commentsPrompt, keepComments, type LineComment, readComments } from './comments.logic';
import { rowAfter } from './list-keys.logic';

const file = (path: string, more: Partial<ChangedFile> = {}): ChangedFile => ({
  path,
  kind: 'changed',
  additions: 1,
  deletions: 1,
  ...more,
});
const lines: DiffRow[] = [
  { type: 'hunk', text: '', old: 4, new: 4 },
  { type: 'delete', text: 'was', old: 4, new: null },
  { type: 'add', text: 'is', old: null, new: 4 },
];
const read = (more: Partial<Extract<FileDiff, { status: 'read' }>> = {}): FileDiff => ({
  status: 'read',
  kind: 'text',
  rows: lines,
  total: 3,
  is_cut: false,
  ...more,
});
const comment = (more: Partial<LineComment> = {}): LineComment => ({
  id: 'c1',
  path: 'a.ts',
  side: 'new',
  line: 4,
  code: 'is',
  text: 'Why?',
  ...more,
});
const shown = { files: [file('a.ts'), file('b.ts')], total: 2, comments: [], editing: null };

describe('the list of changes', () => {
  it('shows the lines of open files, each comment below its line', () => {
    const rows = rowsOf({
      ...shown,
      total: 5,
      open: new Set(['a.ts']),
      diffs: new Map([['a.ts', read({ total: 10 })]]),
      comments: [comment(), comment({ id: 'c2', path: 'b.ts' })],
      editing: { path: 'a.ts', side: 'old', line: 4, code: 'was' },
    });
    expect(rows.map(({ type }) => type)).toEqual([
      'file',
      'line',
      'line',
      'editor',
      'line',
      'comment',
      'more',
      'file',
      'more-files',
    ]);
  });

  it.each([
    [file('a', { what: 'submodule' }), read(), /submodule/],
    [file('a'), read({ kind: 'binary', rows: [], total: 0 }), /binary/],
    [file('a', { kind: 'deleted' }), read({ kind: 'binary', rows: [], total: 0 }), /binary file, deleted/],
    [
      file('a', { kind: 'renamed', old_path: 'b' }),
      read({ kind: 'none', rows: [], total: 0 }),
      /Renamed from b/,
    ],
    [file('a', { kind: 'untracked' }), read({ kind: 'big', rows: [], total: 0 }), /8 MB/],
    [file('a'), { status: 'failed', words: 'The folder is gone.' } as const, /folder is gone/],
  ])('says in words what has no lines: %#', (one, diff, words) => {
    const rows = rowsOf({
      ...shown,
      files: [one],
      total: 1,
      open: new Set(['a']),
      diffs: new Map([['a', diff]]),
    });
    expect(rows[1]).toMatchObject({ type: 'note', text: expect.stringMatching(words) });
    expect(rows).toHaveLength(2);
  });

  it('names what happened to a file', () => {
    expect(kindWords(file('b', { kind: 'renamed', old_path: 'a' }))).toBe('renamed from a');
    expect(kindWords(file('b', { kind: 'deleted', what: 'link' }))).toBe('deleted, a link');
  });

  it('opens what is small, and leaves a big diff closed', () => {
    const big = file('big', { additions: 5_000 });
    expect(openAtFirst([file('a'), file('b'), big, file('c')])).toEqual(['a', 'b']);
    expect(openAtFirst([big])).toEqual([]);
  });

  it('moves by key over what can be pressed', () => {
    const rows = rowsOf({ ...shown, open: new Set(['a.ts']), diffs: new Map([['a.ts', read()]]) });
    expect(rowAfter(rows, 0, 'ArrowDown')).toBe(2);
    expect(rowAfter(rows, 2, 'ArrowUp')).toBe(0);
    expect(rowAfter(rows, 2, 'PageDown')).toBe(4);
    expect(rowAfter(rows, 3, 'ArrowLeft')).toBe(0);
    expect(rowAfter(rows, 4, 'ArrowDown')).toBeNull();
    expect(rowAfter(rows, 0, 'x')).toBeNull();
    expect(rowAfter(rows, 2, 'End')).toBe(4);
  });
});

describe('comments', () => {
  it('become one prompt, file by file and line by line', () => {
    const text = commentsPrompt([
      comment({ id: 'a', line: 9, text: ' Later ' }),
      comment({ id: 'b', path: 'z.ts', side: 'old', line: 2, code: 'gone', text: 'Keep it' }),
      comment({ id: 'c', line: 4, code: '  ' }),
    ]);
    expect(text).toBe(
      '3 comments on your changes:\n\na.ts, line 4:\nWhy?\n\na.ts, line 9:\n> + is\nLater\n\nz.ts, line 2 before the change:\n> - gone\nKeep it',
    );
  });

  it('are kept by session, and what else stands there is left out', () => {
    const kept = keepComments(readComments({ s1: [comment(), { id: 1 }], s2: 'x' }), 's3', [
      comment({ id: 'n' }),
    ]);
    expect(Object.keys(kept)).toEqual(['s1', 's3']);
    expect(kept['s1']).toHaveLength(1);
    expect(keepComments(kept, 's1', [])).toEqual({ s3: [comment({ id: 'n' })] });
  });
});
