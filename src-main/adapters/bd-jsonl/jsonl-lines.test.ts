import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { insertLine, lineText, readJsonl, replaceLine } from './jsonl-lines';

const line = fc.oneof(
  fc.constantFrom(
    '',
    '{"id":"a-1"}',
    '{"id":"a-2","title":"x"}',
    '{"id":"a-3"}\r',
    'broken',
    '[1]',
    '\ufeff{"id":"a-4"}',
  ),
  fc.string({ maxLength: 4 }).map((title) => JSON.stringify({ id: 'a-5', title })),
);
const text = fc
  .tuple(fc.array(line, { maxLength: 8 }), fc.boolean())
  .map(([lines, isEnded]) => lines.join('\n') + (isEnded ? '\n' : ''));

describe('reading again', () => {
  it('gives the same as reading anew, whatever changed', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const again = readJsonl(Buffer.from(after), readJsonl(Buffer.from(before)));
        expect(again).toEqual(readJsonl(Buffer.from(after)));
      }),
      { numRuns: 500 },
    );
  });

  it('keeps the objects of lines before and after the change', () => {
    const before = readJsonl(Buffer.from('{"id":"a"}\n{"id":"b"}\n{"id":"c"}\n'));
    const after = readJsonl(Buffer.from('{"id":"a"}\n{"id":"b","x":1}\n{"id":"n"}\n{"id":"c"}\n'), before);
    const [a, , c] = before.listing.beads;
    expect(after.listing.beads.map((bead) => bead === a || bead === c)).toEqual([true, false, false, true]);
    expect(readJsonl(Buffer.from(after.bytes), after)).toBe(after);
  });
});

describe('writing lines', () => {
  it('replaces one and no byte else', () => {
    fc.assert(
      fc.property(text, fc.nat(), (content, at) => {
        const file = readJsonl(Buffer.from(content));
        fc.pre(file.lines.length > 0);
        const number = 1 + (at % file.lines.length);
        const { text: own, ending } = lineText(file, number);
        expect(replaceLine(file, number, Buffer.from(own + ending, 'latin1'))).toEqual(file.bytes);
        const lines = content.split('\n');
        lines[number - 1] = 'NEW';
        expect(replaceLine(file, number, Buffer.from('NEW')).toString()).toBe(lines.join('\n'));
      }),
    );
  });

  it.each([
    ['', null, 'N\n'],
    ['a\n', null, 'a\nN\n'],
    ['a', null, 'a\nN'],
    ['a\r\n', null, 'a\r\nN\r\n'],
    ['a\r\nb', null, 'a\r\nb\r\nN'],
    ['a\nb\n', 2, 'a\nN\nb\n'],
    ['a\r\nb', 2, 'a\r\nN\r\nb'],
    ['\ufeffa\n', 1, '\ufeffN\na\n'],
    ['a\n', 1, 'N\na\n'],
  ])('%j before line %s', (content, number, result) => {
    expect(insertLine(readJsonl(Buffer.from(content)), number, Buffer.from('N')).toString()).toBe(result);
  });
});
