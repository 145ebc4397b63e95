import { describe, expect, it } from 'vitest';
import { boundChord } from './action';
import { chordOf, formatChord, type KeyPress, matches, parseChord, press } from './chord.logic';

const key = (name: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key: name,
  code: /^[a-z]$/i.test(name) ? `Key${name.toUpperCase()}` : '',
  ctrlKey: false,
  altKey: false,
  shiftKey: false,
  metaKey: false,
  ...held,
});
const binding = (id: string, text: string) => ({ id, chord: parseChord(text) ?? [] });
const stroke = (text: string) => {
  const [first] = parseChord(text) ?? [];
  if (first === undefined) throw new Error(text);
  return first;
};

describe('chords', () => {
  it.each([
    ['mod+k', key('k', { ctrlKey: true }), 'other', true],
    ['mod+k', key('k', { metaKey: true }), 'other', false],
    ['mod+k', key('k', { metaKey: true }), 'mac', true],
    ['mod+k', key('K', { ctrlKey: true, shiftKey: true }), 'other', false],
    ['?', key('?', { shiftKey: true }), 'other', true],
    ['?', key('?'), 'other', true],
    ['shift+f', key('F', { shiftKey: true }), 'other', true],
    ['f', key('F', { shiftKey: true }), 'other', false],
    ['mod+shift+[', key('{', { ctrlKey: true, shiftKey: true, code: 'BracketLeft' }), 'other', true],
    ['alt+1', key('¡', { altKey: true, code: 'Digit1' }), 'mac', true],
    ['mod+\\', key('\\', { ctrlKey: true }), 'other', true],
    ['f6', key('F6'), 'other', true],
    ['space', key(' '), 'other', true],
  ] as const)('%s and %o on %s: %s', (text, pressed, platform, isMatch) => {
    expect(matches(stroke(text), pressed, platform)).toBe(isMatch);
  });

  it.each(['', 'mod+', 'k+mod', 'hyper+k', 'mod'])('%j is no chord', (text) => {
    expect(parseChord(text)).toBeNull();
  });

  it.each([
    ['mod+k', 'mac', '⌘K'],
    ['mod+shift+n', 'mac', '⇧⌘N'],
    ['mod+k', 'other', 'Ctrl+K'],
    ['g b', 'other', 'G B'],
    ['arrowup', 'other', '↑'],
  ] as const)('%s reads on %s as %s', (text, platform, words) => {
    expect(formatChord(text, platform)).toBe(words);
  });

  it.each([
    [key('k', { ctrlKey: true }), 'mod+k'],
    [key('?', { shiftKey: true }), '?'],
    [key('F', { shiftKey: true }), 'shift+f'],
    [key('Shift', { shiftKey: true }), null],
  ] as const)('%o is recorded as %s', (pressed, chord) => {
    expect(chordOf(pressed, 'other')).toBe(chord);
  });

  const bindings = [
    binding('board', 'g b'),
    binding('start', 's'),
    binding('palette', 'mod+k'),
    binding('undo', 'mod+z'),
  ];

  it('K1 a letter does nothing while a field has the keys, a chord with Ctrl does', () => {
    expect(press(bindings, [], key('s'), 'other', true).run).toEqual([]);
    expect(press(bindings, [], key('k', { ctrlKey: true }), 'other', true).run).toEqual(['palette']);
    expect(press(bindings, [], key('z', { ctrlKey: true }), 'other', true).run).toEqual([]);
    expect(press(bindings, [], key('z', { ctrlKey: true }), 'other', false).run).toEqual(['undo']);
  });

  it('K2 a sequence fires at its end; one that goes nowhere may begin another', () => {
    const first = press(bindings, [], key('g'), 'other', false);
    expect(first).toEqual({ run: [], pending: [key('g')] });
    expect(press(bindings, first.pending, key('b'), 'other', false)).toEqual({ run: ['board'], pending: [] });
    expect(press(bindings, first.pending, key('s'), 'other', false)).toEqual({ run: ['start'], pending: [] });
    expect(press(bindings, first.pending, key('x'), 'other', false)).toEqual({ run: [], pending: [] });
  });

  it('K3 the complete chord wins over the start of a longer one', () => {
    const both = [binding('long', 'g b'), binding('short', 'g')];
    expect(press(both, [], key('g'), 'other', false).run).toEqual(['short']);
  });

  it('K4 what has keys of its own hears those alone, and nothing else hears them', () => {
    const both = [...bindings, { ...binding('allow', 's'), within: 'permission' }];
    expect(press(both, [], key('s'), 'other', true, 'permission').run).toEqual(['allow']);
    expect(press(both, [], key('g'), 'other', true, 'permission').pending).toEqual([]);
    expect(press(both, [], key('s'), 'other', false).run).toEqual(['start']);
    expect(press(both, [], key('s'), 'other', true).run).toEqual([]);
  });

  it('a choice of the person wins, also when it is none', () => {
    const action = { id: 'a', chord: { electron: 'mod+1', serve: 'alt+1' } };
    expect(boundChord(action, {}, 'serve')).toBe('alt+1');
    expect(boundChord(action, { a: 'mod+9' }, 'electron')).toBe('mod+9');
    expect(boundChord(action, { a: null }, 'electron')).toBeNull();
  });
});
