import { describe, expect, it } from 'vitest';
import { type HeadMove, madeCommits, movesSince, replacedCommits } from './made-commits';
import type { Commit } from './repository';

const at = (second: number) => new Date(Date.UTC(2026, 0, 19, 10, 0, second)).toISOString();
const commit = (sha: string, second: number, more: Partial<Commit> = {}): Commit => ({
  sha,
  parents: ['base'],
  author: 'Ann',
  authored_at: at(second),
  committed_at: at(second),
  subject: sha,
  ...more,
});
const move = (reason: string, to: string, second: number, from = 'base'): HeadMove => ({
  from,
  to,
  at: at(second),
  reason,
});

describe('commits that moves of HEAD made', () => {
  it.each([
    // reason, commit, is it made
    ['commit', commit('a', 10), true],
    ['commit (amend)', commit('a', 10, { authored_at: at(1) }), true],
    ['commit (initial)', commit('a', 10, { parents: [] }), true],
    ['cherry-pick', commit('a', 10, { authored_at: at(1) }), true],
    ['revert', commit('a', 10), true],
    ['checkout', commit('a', 10), false],
    ['reset', commit('a', 10), false],
    ['merge side', commit('a', 10), false],
    ['merge side', commit('a', 10, { parents: ['base', 'side'] }), true],
    ['pull', commit('a', 2, { parents: ['base', 'side'] }), false],
    ['rebase (pick)', commit('a', 10, { authored_at: at(6) }), true],
    ['rebase (pick)', commit('a', 10, { authored_at: at(2) }), false],
    ['pull --rebase (pick)', commit('a', 10, { authored_at: at(6) }), true],
    ['commit', commit('a', 2), false],
  ])('%s', (reason, made, isMade) => {
    const commits = new Map([[made.sha, made]]);
    expect(madeCommits([move(reason, 'a', 10)], commits, at(5))).toEqual(isMade ? [made] : []);
  });

  it('tells one apart from what came before in the same second', () => {
    const log = [
      move('commit', 'c', 6),
      move('commit', 'b', 5),
      move('commit', 'a', 5),
      move('commit', 'z', 4),
    ];
    const start = { at: at(5).replace('.000', '.700'), head: 'a' };
    expect(movesSince(log, start).map(({ to }) => to)).toEqual(['b', 'c']);
    expect(movesSince(log, { at: at(5), head: 'elsewhere' }).map(({ to }) => to)).toEqual(['a', 'b', 'c']);
  });

  it('knows the same work again by its patch, or by who wrote it when', () => {
    const old = commit('old', 1);
    const patches = new Map([
      ['old', 'p'],
      ['new', 'p'],
    ]);
    expect(replacedCommits([old], [commit('new', 9)], patches)).toEqual(['old']);
    expect(replacedCommits([old], [commit('new', 9, { authored_at: at(1) })], new Map())).toEqual(['old']);
    expect(replacedCommits([old], [commit('new', 9)], new Map())).toEqual([]);
  });
});
