// @vitest-environment node
import { expect, it } from 'vitest';
import { listKeys } from './keys.logic';

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
