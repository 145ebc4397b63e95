import { describe, expect, it } from 'vitest';
import { matchesPattern } from './path-pattern';

describe('patterns', () => {
  it.each([
    ['README.md', 'README.md', true],
    ['./README.md', 'README.md', true],
    ['README.md', 'docs/README.md', false],
    ['src', 'src/a/b.ts', true],
    ['src/', 'src/a.ts', true],
    ['src', 'srcs/a.ts', false],
    ['*.ts', 'a.ts', true],
    ['*.ts', 'src/a.ts', false],
    ['**/*.ts', 'a.ts', true],
    ['**/*.ts', 'src/deep/a.ts', true],
    ['src/**/*.ts', 'src/a.ts', true],
    ['src/**', 'src/a/b/c', true],
    ['src/*/b.ts', 'src/a/b.ts', true],
    ['src/?.ts', 'src/ab.ts', false],
    ['src/{a,b}.{ts,tsx}', 'src/b.tsx', true],
    ['src/{a,b}.ts', 'src/c.ts', false],
    ['[ab].ts', 'a.ts', false],
    ['[ab].ts', '[ab].ts', true],
    ['', 'a.ts', false],
    ['.', 'a.ts', false],
    ['../secret', 'secret', false],
  ])('%s on %s: %s', (pattern, path, expected) => {
    expect(matchesPattern(pattern, path)).toBe(expected);
  });

  it('costs no more than its length times the path, however many stars it has', () => {
    expect(matchesPattern(`${'*a'.repeat(200)}b`, 'a'.repeat(400))).toBe(false);
    expect(matchesPattern(`${'**/'.repeat(100)}x`, `${'a/'.repeat(100)}y`)).toBe(false);
  });
});
