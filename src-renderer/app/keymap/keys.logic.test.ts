import { expect, it } from 'vitest';
import { clashing, isKeptByBrowser, listKeys } from './keys.logic';

const run = () => {};
const keymap = { remapped: {}, shell: 'serve', platform: 'other' } as const;
const left = { id: 'board.left', name: 'Card left', chord: 'arrowleft', section: 'Board', run };
const letter = { ...left, id: 'board.left-letter', chord: 'h', secondKeyOf: 'board.left' };

it('puts a second key on the line of the first, whichever comes first', () => {
  const line = { id: 'board.left', name: 'Card left', keys: '← or H' };
  expect(listKeys([left, letter], keymap)).toEqual([{ name: 'Board', lines: [line] }]);
  expect(listKeys([letter, left], keymap)).toEqual([{ name: 'Board', lines: [line] }]);
});

it('leaves a second key out when a person took it away', () => {
  const remapped = { 'board.left-letter': null };
  expect(listKeys([left, letter], { ...keymap, remapped })[0]?.lines[0]?.keys).toBe('←');
});

it('names an action that is registered twice once', () => {
  expect(listKeys([left, left], keymap)[0]?.lines).toHaveLength(1);
});

it.each([
  ['g b', ['go']],
  ['g', ['go']],
  ['g b x', ['go']],
  ['b', []],
  ['mod+g', []],
])('keys %s clash with %j', (chord, ids) => {
  const go = { ...left, id: 'go', chord: 'g b' };
  expect(clashing([go, left], keymap, 'mine', chord).map(({ id }) => id)).toEqual(ids);
  expect(clashing([go], { ...keymap, remapped: { go: null } }, 'mine', chord)).toEqual([]);
});

it('keys of a place of its own clash with those of that place alone', () => {
  const allow = { ...left, id: 'allow', chord: 'y', within: 'permission' };
  const always = { ...allow, id: 'always', chord: 'a' };
  const known = [allow, always, { ...left, id: 'add', chord: 'a' }];
  expect(clashing(known, keymap, 'allow', 'a').map(({ id }) => id)).toEqual(['always']);
});

it.each([
  ['mod+t', 'serve', true],
  ['mod+1', 'serve', true],
  ['mod+k', 'serve', false],
  ['mod+t', 'electron', false],
  ['alt+1', 'serve', false],
] as const)('%s in %s belongs to the browser: %s', (chord, shell, isKept) => {
  expect(isKeptByBrowser(chord, shell)).toBe(isKept);
});
