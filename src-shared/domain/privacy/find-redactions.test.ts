import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filterText } from './filter-text';
import { findRedactions } from './find-redactions';

/** Pieces that begin, end or break what the rules look for, in any order. */
const pieces = [
  'password',
  'API_KEY',
  'token',
  'key',
  '=',
  ': ',
  ' => ',
  '"',
  "'",
  '\\"',
  '\\',
  '\n',
  ' ',
  '://',
  '@',
  ':',
  '/',
  '?',
  '&',
  '$HOME',
  '${X',
  '}',
  '--',
  '-u ',
  '-----BEGIN PRIVATE KEY-----',
  '-----END PRIVATE KEY-----',
  '|\n  ',
  'eyJhbGciOi',
  '.',
  ['gh', 'p_'].join(''),
  'aB3dE5gH7jK9mN1pQ3s',
  'hunter2',
  'Bearer ',
  'mysql -p',
  'login me password ',
  '\u001b[32m',
  'é',
  '😀',
  '+',
  '==',
  '[REDACTED]',
];
const text = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((list) => list.join(''));

describe.each(['shapes', 'redacted'] as const)('%s', (level) => {
  it('W1 findings lie in order, inside the text, and do not overlap', () => {
    fc.assert(
      fc.property(text, (some) => {
        let from = 0;
        for (const { start, end } of findRedactions(some, level)) {
          expect(start).toBeGreaterThanOrEqual(from);
          expect(end).toBeGreaterThan(start);
          from = end;
        }
        expect(from).toBeLessThanOrEqual(some.length);
      }),
      { numRuns: 1000 },
    );
  });

  it('W1 a key between a program and its password goes too', () => {
    const key = `${['gh', 'p_'].join('')}${'a1B2'.repeat(9)}`;
    expect(filterText(`mysql -p  ${key} mysql -pword`, level).text).not.toContain(key);
  });

  it('W1 a key with a mark of its own goes wherever it stands between words', () => {
    const key = `${['gh', 'p_'].join('')}${'a1B2'.repeat(9)}`;
    fc.assert(
      fc.property(text, text, fc.constantFrom(' ', '\n', '"', '=', '(', '\\n'), (before, after, gap) => {
        expect(filterText(`${before} ${gap}${key} ${after}`, level).text).not.toContain(key);
      }),
      { numRuns: 1000 },
    );
  });
});
