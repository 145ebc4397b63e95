import { describe, expect, it } from 'vitest';
import { createOpenSequence } from './open-sequence';

const openAfter = (...pieces: readonly string[]) => {
  const sequence = createOpenSequence();
  for (const piece of pieces) sequence.push(piece);
  return sequence.text();
};

describe('the sequence that has not ended', () => {
  it.each([
    ['an escape alone', ['a\x1b'], '\x1b'],
    ['a colour', ['a\x1b[38;2', ';1;2'], '\x1b[38;2;1;2'],
    ['a colour with a line break in it', ['\x1b[3\r\n1'], '\x1b[3\r\n1'],
    ['a character set', ['\x1b('], '\x1b('],
    ['a title', ['\x1b]0;a ti', 'tle'], '\x1b]0;a title'],
    ['a title whose end is cut in two', ['\x1b]0;a\x1b'], '\x1b'],
    ['a device string, in which a bell is nothing', ['\x1bP+q\x07'], '\x1bP+q\x07'],
    ['the one-letter forms', ['\x9b3', '1'], '\x9b31'],
    ['the last of several', ['\x1b[1m\x1b]8;;x\x1b\\\x1b[2'], '\x1b[2'],
  ])('%s', (_what, pieces, open) => {
    expect(openAfter(...pieces)).toBe(open);
  });

  it.each([
    ['nothing', []],
    ['letters', ['a', 'b']],
    ['a colour that ended', ['\x1b[31', 'mred']],
    ['a title that ended by a bell, or by its terminator', ['\x1b]0;a\x07']],
    ['or by its terminator in the next piece', ['\x1b]0;a\x1b', '\\ more']],
    ['a character set that was chosen', ['\x1b(', 'B']],
    ['what was taken back', ['\x1b[31\x18', 'x']],
  ])('none after %s', (_what, pieces) => {
    expect(openAfter(...pieces)).toBe('');
  });

  it('of a long string only the beginning is kept, until it ends', () => {
    const sequence = createOpenSequence();
    sequence.push('\x1b]52;c;');
    for (let at = 0; at < 100; at += 1) sequence.push('A'.repeat(1000));
    expect(sequence.text().length).toBeLessThan(5000);
    expect(sequence.text().startsWith('\x1b]')).toBe(true);
    sequence.push('\x07done');
    expect(sequence.text()).toBe('');
  });
});
