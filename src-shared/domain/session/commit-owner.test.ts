import { describe, expect, it } from 'vitest';
import { type CommitCandidate, ownerOfCommit } from './commit-owner';

const session = (id: string, more: Partial<CommitCandidate<string>> = {}): CommitCandidate<string> => ({
  id,
  shells: [],
  turns: [],
  files: new Set(),
  ...more,
});
const at = (atMs: number, ...files: string[]) => ({ atMs, files });

describe('whose commit it is', () => {
  it.each([
    ['the only one', [session('a')], at(1), 'a'],
    ['no session', [], at(1), null],
    [
      'the shell',
      [
        session('a', { turns: [{ from: 0, to: null }] }),
        session('b', { shells: [{ from: 9_000, to: null }], turns: [{ from: 0, to: null }] }),
      ],
      at(10_000),
      'b',
    ],
    [
      'the one at work',
      [
        session('a', { turns: [{ from: 0, to: 5_000 }] }),
        session('b', { turns: [{ from: 8_000, to: null }] }),
      ],
      at(10_000),
      'b',
    ],
    [
      'the files',
      [session('a', { files: new Set(['x', 'y']) }), session('b', { files: new Set(['x']) })],
      at(1, 'x', 'y'),
      'a',
    ],
    [
      'a tie',
      [session('a', { files: new Set(['x']) }), session('b', { files: new Set(['x']) })],
      at(1, 'x'),
      null,
    ],
    ['a person', [session('a'), session('b')], at(1, 'x'), null],
  ] as const)('%s', (_, candidates, commit, owner) => {
    expect(ownerOfCommit(candidates, commit)).toBe(owner);
  });
});
