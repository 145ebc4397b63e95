import { describe, expect, it } from 'vitest';
import { readSearchQuery } from './search-query';
import { hasTerms, snippetOf } from './snippet';

const marked = (text: string, query: string) =>
  snippetOf(text, readSearchQuery(query))
    .map(({ text: piece, is_hit }) => (is_hit ? `[${piece}]` : piece))
    .join('');

describe('a snippet', () => {
  it.each([
    ['marks every word', 'The cache was cold.', 'cache cold', 'The [cache] was [cold].'],
    ['without case and marks', 'Die GRÖSSE und die Große', 'grosse', 'Die [GRÖSSE] und die Große'],
    ['a word with marks, typed without', 'un café noir', 'cafe', 'un [café] noir'],
    ['a beginning', 'migrate the migrations', 'migr*', '[migrate] the [migrations]'],
    ['not inside of words', 'scold the cold', 'cold', 'scold the [cold]'],
    ['a phrase', 'an entropy gate here', '"entropy gate"', 'an [entropy] [gate] here'],
    ['other scripts', 'これは 日本語のテキスト です', '日本語のテキスト', 'これは [日本語のテキスト] です'],
    ['nothing of it', 'plain', 'other', 'plain'],
  ])('%s', (_, text, query, expected) => {
    expect(marked(text, query)).toBe(expected);
  });

  it('is cut around the first hit', () => {
    const snippet = marked(`${'lorem ipsum '.repeat(50)}needle${' dolor sit'.repeat(80)}`, 'needle');
    expect(snippet).toMatch(/^…(lorem|ipsum)/);
    expect(snippet).toContain('[needle]');
    expect(snippet).toMatch(/…$/);
    expect(snippet.length).toBeLessThan(300);
  });

  it.each([4090, 4096, 12_284, 12_288])('finds a hit that begins at %i', (at) => {
    const text = `${'a needles '.repeat(2000).slice(0, at - 1)} Needle b`;
    expect(marked(text, 'needle')).toMatch(/ \[Needle\] b$/);
  });
});

it.each([
  ['the cache gate', 'gate cache', true],
  ['the cache gate', '"cache gate"', true],
  ['the cache gate', '"gate cache"', false],
  ['Ünïcode caching', 'unicode cach*', true],
  ['Ünïcode caching', 'cach', false],
])('in %s stand the terms %s: %s', (text, query, isThere) => {
  expect(hasTerms(text, readSearchQuery(query))).toBe(isThere);
});

describe('what a person types', () => {
  it.each([
    ['two words', [['two'], ['words']]],
    ['"a phrase" word*', [['a', 'phrase'], ['word']]],
    ['"open phrase', [['open', 'phrase']]],
    ['NEAR( col:x ^y -z', [['NEAR'], ['col', 'x'], ['y'], ['z']]],
    ['"" * ( )', []],
  ])('%s is only words', (text, expected) => {
    expect(readSearchQuery(text).map(({ words }) => words)).toEqual(expected);
  });
});
