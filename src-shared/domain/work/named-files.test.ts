import { expect, it } from 'vitest';
import { namedFiles } from './named-files';

const PATHS = ['README.md', 'src/a.ts', 'src/b/a.ts', 'src/b/only.ts', 'Makefile', 'my file.txt'];

it.each([
  ['see src/a.ts.', ['src/a.ts']],
  ['(`./src/b/a.ts`), and README.md:12', ['src/b/a.ts', 'README.md']],
  ['only.ts is enough', ['src/b/only.ts']],
  ['a.ts is two files', []],
  ['the Makefile', ['Makefile']],
  ['/etc/passwd ../../src/a.ts', []],
  ['nothing at all', []],
  ['README.md README.md', ['README.md']],
])('%s', (text, expected) => {
  expect(namedFiles(text, PATHS)).toEqual(expected);
});

it('a line of signs as long as a book is passed over', () => {
  expect(namedFiles(`${'-./'.repeat(50_000)} only.ts ${'-'.repeat(50_000)}`, PATHS)).toEqual([
    'src/b/only.ts',
  ]);
});
