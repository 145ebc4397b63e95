import { describe, expect, it } from 'vitest';
import { readSearchQuery } from './search-query';
import { beginningTest } from './word-beginning';

describe('the beginning of a word', () => {
  it.each([
    ['mig*', 'a migration', true],
    ['mig*', 'Migrate', true],
    ['mig*', 'an emigrant', false],
    ['mig*', 'snake_migrate', true],
    ['mig*', 'éмigrate émigré', false],
    ['mig*', 'naïve mígrate', true],
    ['MIG*', 'to migrate', true],
    ['2x*', '12x 2x4', true],
    ['2x*', '12x', false],
  ])('%s in "%s": %s', (asked, text, isThere) => {
    expect(beginningTest(readSearchQuery(asked))?.(text)).toBe(isThere);
  });
  it.each(['mig', 'mig* more', '"mig rate"', 'naï*', ''])('%s is something else', (asked) => {
    expect(beginningTest(readSearchQuery(asked))).toBeNull();
  });
});
