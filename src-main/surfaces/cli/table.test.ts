import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPaint } from './paint';
import { cutTo, plainText, widthOf } from './plain-text';
import { formatTable } from './table';

const plain = createPaint(false, {});
type Row = { name: string; count: number };
const columns = [
  { title: 'COUNT', value: (row: Row) => String(row.count), alignRight: true },
  { title: 'NAME', value: (row: Row) => row.name },
];

describe('table', () => {
  it('lines up, also with wide and combined characters', () => {
    const rows = [
      { name: 'plain', count: 7 },
      { name: '日本', count: 1234567 },
    ];
    expect(formatTable(rows, { columns: [...columns].reverse(), paint: plain, width: null })).toBe(
      ['NAME     COUNT', 'plain        7', '日本   1234567'].join('\n'),
    );
    expect([widthOf('日本'), widthOf('e\u0301'), widthOf('abc')]).toEqual([4, 1, 3]);
  });

  it('is cut to the width of a terminal, and left whole in a pipe', () => {
    const rows = [{ name: 'a name that is longer than the room', count: 1 }];
    const shown = formatTable(rows, { columns, paint: plain, width: 20 }).split('\n');
    expect(shown).toEqual(['COUNT  NAME', '    1  a name that …']);
    expect(formatTable(rows, { columns, paint: plain, width: null })).toContain('longer than the room');
  });

  it('text from a repository cannot steer the terminal', () => {
    const rows = [{ name: 'a\u001b[31mred\u001b]0;title\u0007\nb\u202egnp\u0000', count: 1 }];
    const shown = formatTable(rows, { columns, paint: plain, width: null });
    expect(shown.split('\n')).toHaveLength(2);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
    expect(shown.replace(/\n/g, '')).not.toMatch(/[\u0000-\u001f\u007f\u202e]/);
  });

  it('whatever the text, a cut one fits and a plain one is one line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 40 }), (text, width) => {
        expect(widthOf(cutTo(plainText(text), width))).toBeLessThanOrEqual(width);
        expect(['\n', '\r', '\u001b'].some((one) => plainText(text).includes(one))).toBe(false);
      }),
    );
  });

  it('colours are for a terminal alone, and for no one who said no', () => {
    expect(createPaint(true, {})('red', 'x')).toBe('\u001b[31mx\u001b[39m');
    expect(createPaint(true, { NO_COLOR: '1' })('red', 'x')).toBe('x');
    expect(createPaint(true, { TERM: 'dumb' })('red', 'x')).toBe('x');
    expect(createPaint(false, {})('red', 'x')).toBe('x');
    expect(createPaint(true, { NO_COLOR: '' })('red', 'x')).not.toBe('x');
  });
});
