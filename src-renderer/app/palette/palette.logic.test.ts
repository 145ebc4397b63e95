import { describe, expect, it } from 'vitest';
import { findItems, inSections, remember } from './palette.logic';

const items = [
  { id: 'theme', name: 'Use the dark theme', section: 'Commands', prefix: '>' as const },
  { id: 'open', name: 'Open a project…', section: 'Commands', prefix: '>' as const, words: 'folder' },
  { id: 'bead', name: 'Tide heights drift after DST', section: 'Beads', prefix: '#' as const },
  { id: 'session', name: 'Tide heights drift', section: 'Sessions' },
];
const ids = (typed: string, recent: string[] = []) => findItems(items, typed, recent).map(({ id }) => id);

describe('the palette', () => {
  it('leaves out what was used lately and does not fit', () => {
    expect(ids('zzzz', ['theme'])).toEqual([]);
  });

  it.each([
    ['tide', ['session', 'bead']],
    ['tide dst', ['bead']],
    ['folder', ['open']],
    ['THEME dark', ['theme']],
    ['nothing like it', []],
    ['#tide', ['bead']],
    ['>', ['theme', 'open']],
  ])('%j finds %j', (typed, found) => {
    expect(ids(typed)).toEqual(found);
  });

  it('what was used lately comes first within its section', () => {
    expect(ids('>', ['open'])).toEqual(['open', 'theme']);
    expect(remember(['a', 'b'], 'b')).toEqual(['b', 'a']);
  });

  it('begins with the last five things, each once', () => {
    const begun = findItems(items, ' ', ['theme', 'gone', 'bead']);
    expect(begun.map(({ id, section }) => [id, section])).toEqual([
      ['theme', 'Recent'],
      ['bead', 'Recent'],
      ['session', 'Sessions'],
      ['open', 'Commands'],
    ]);
  });

  it('draws sections in a row and counts through them', () => {
    const sections = inSections(findItems(items, '', []));
    expect(sections.map(({ name, items: own }) => [name, own.map(({ index }) => index)])).toEqual([
      ['Sessions', [0]],
      ['Beads', [1]],
      ['Commands', [2, 3]],
    ]);
  });
});
