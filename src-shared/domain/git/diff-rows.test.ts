import { describe, expect, it } from 'vitest';
import { readDiffRows } from './diff-rows';

describe('rows of a diff', () => {
  it('numbers lines on both sides, hunk by hunk', () => {
    const text =
      '@@ -1,2 +1,2 @@ function f() {\n same\n-old\n+new\n@@ -10 +10,0 @@\n-gone\n\\ No newline at end of file\n';
    expect(readDiffRows(text)).toEqual([
      { type: 'hunk', text: 'function f() {', old: 1, new: 1 },
      { type: 'same', text: 'same', old: 1, new: 1 },
      { type: 'delete', text: 'old', old: 2, new: null },
      { type: 'add', text: 'new', old: null, new: 2 },
      { type: 'hunk', text: '', old: 10, new: 10 },
      { type: 'delete', text: 'gone', old: 10, new: null, is_open: true },
    ]);
  });

  it('takes lines that look like something else for what they are', () => {
    const rows = readDiffRows('@@ -1 +1,3 @@\n---- a\n++++ b\n+@@ -1 +1 @@\n+\r\n');
    expect(rows.map(({ type, text }) => [type, text])).toEqual([
      ['hunk', ''],
      ['delete', '--- a'],
      ['add', '+++ b'],
      ['add', '@@ -1 +1 @@'],
      ['add', ''],
    ]);
  });

  it('cuts a line that nobody can read, and nothing else', () => {
    const [, row] = readDiffRows(`@@ -0,0 +1 @@\n+${'x'.repeat(500_000)}\n`);
    expect(row).toMatchObject({ type: 'add', is_cut: true });
    expect(row?.text).toHaveLength(2_000);
    expect(readDiffRows('')).toEqual([]);
  });
});
