import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BeadId } from '../ids';
import { isBranchName, suggestBranchName } from './branch-name';

const isBranchToGit = (name: string) =>
  spawnSync('git', ['check-ref-format', '--branch', name], { stdio: 'ignore' }).status === 0;
const suggest = (title: string, issue_type = 'task', id = 'shop-k3f.1') =>
  suggestBranchName({ id: BeadId.parse(id), issue_type, title });

describe('suggestions', () => {
  it.each([
    ['Invoice total rounds the wrong way', 'bug', 'bug/shop-k3f.1-invoice-total-rounds-the-wrong-way'],
    ['Ünïcödé – façade', 'feature', 'feature/shop-k3f.1-unicode-facade'],
    ['日本語の課題', 'task', 'task/shop-k3f.1'],
    ['--force $(rm -rf /) `id`', 'task', 'task/shop-k3f.1-force-rm-rf-id'],
    ['../../etc/passwd.lock', 'task', 'task/shop-k3f.1-etc-passwd-lock'],
    ['two\nlines\u202e', 'merge-request', 'merge-request/shop-k3f.1-two-lines'],
    ['', '', 'task/shop-k3f.1'],
    ['T'.repeat(500), 'task', `task/shop-k3f.1-${'t'.repeat(48)}`],
  ])('%j', (title, type, name) => {
    expect(suggest(title, type)).toBe(name);
    expect(isBranchToGit(name)).toBe(true);
  });

  it.each(['a..b', 'a.lock', 'a.', 'a-', '0', 'a..', 'A._-.b'])('an id like %s', (id) => {
    const name = suggest('', 'task', id);
    expect([name, isBranchName(name), isBranchToGit(name)]).toEqual([name, true, true]);
  });

  it('are branch names whatever the bead', () => {
    const ids = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,30}$/);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), ids, (title, type, id) => {
        expect(isBranchName(suggest(title, type, id))).toBe(true);
      }),
    );
  });
});

describe('the rule', () => {
  it.each([
    'main',
    'feat/x',
    'a.b/c-d_e',
    'ü/日本',
    '',
    '-x',
    'a..b',
    '.a',
    'a/.b',
    'a.lock',
    'a.lock/b',
    'a b',
    'a~1',
    'a^',
    'a:b',
    'a?',
    'a*',
    'a[b',
    'a\\b',
    '/a',
    'a/',
    'a//b',
    'a.',
    'a@{b',
    'a\u0001b',
    'a\u007fb',
    'HEAD',
  ])('%j is what git says', (name) => {
    expect(isBranchName(name)).toBe(isBranchToGit(name));
  });

  it('refuses the sign git reads as HEAD', () => {
    expect(isBranchName('@')).toBe(false);
  });
});
