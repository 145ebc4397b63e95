import type { FolderPath } from '@domain/ids';
import { type BranchCheck, type StartPlan, StartWish } from '@domain/work/start-plan';
import { describe, expect, it } from 'vitest';
import { noDirt, startPlan } from '../../testing/plans';
import { branchState, firstForm, wishOf } from './start-form.logic';
import { dirtWords, placeProblem, whatHappens } from './start-words.logic';

const plan = startPlan();
const form = firstForm(plan);

describe('what is asked for', () => {
  it('is what was suggested, when nobody changes it', () => {
    const wish = wishOf(plan, form, '/p' as FolderPath, 'x');
    expect(StartWish.parse(wish)).toEqual(wish);
    expect(wish).toMatchObject({
      claim: true,
      checkout: { type: 'branch', branch: 'bug/p-1', base: 'main', reuse: false },
      seat: null,
      context: { parts: ['bead'] },
    });
  });

  it('names the place that was shown for a worktree, and leaves it open for another branch', () => {
    const inWorktree = { ...form, where: 'worktree' as const };
    expect(wishOf(plan, inWorktree, '/p' as FolderPath, 'x').checkout).toMatchObject({ place: '/p.p-1' });
    const other = wishOf(plan, { ...inWorktree, branch: 'other' }, '/p' as FolderPath, 'x');
    expect(other.checkout).toMatchObject({ branch: 'other', place: null });
  });

  it('claims nothing that somebody has, and makes no branch without git', () => {
    const taken = {
      ...plan,
      git: null,
      claim_problem: {
        code: 'claim-lost',
        id: plan.bead?.id ?? ('' as never),
        holder: 'bo',
        status: 'in_progress',
      },
    } as const;
    const wish = wishOf(taken, firstForm(taken), '/p' as FolderPath, 'x');
    expect(wish).toMatchObject({ claim: false, checkout: { type: 'as-is' } });
    expect(whatHappens(taken, 'in-place', false)).toBe('Starts Claude.');
  });
});

const check = (verdict: BranchCheck['verdict']): BranchCheck => ({ ...plan.branch, verdict, other: 'feat' });
it.each([
  ['free', false, true, 'good'],
  ['invalid', false, true, 'bad'],
  ['clash', false, true, 'bad'],
  ['in-use', true, true, 'bad'],
  ['exists', false, true, 'exists'],
  ['exists', true, true, 'good'],
  ['exists', true, false, 'bad'],
] as const)('a branch that is %s, reuse %s, allowed here %s: %s', (verdict, reuse, isAllowed, type) => {
  expect(branchState({ ...form, reuse }, check(verdict), isAllowed).type).toBe(type);
});

it('waits for the answer about the name that is written now', () => {
  expect(branchState({ ...form, branch: 'bug/p-12' }, plan.branch, true)).toEqual({ type: 'checking' });
  expect(branchState({ ...form, branch: ' ' }, plan.branch, true).type).toBe('bad');
});

describe('what is said of the place', () => {
  const git = plan.git as NonNullable<StartPlan['git']>;
  it.each([
    ['in-place', /come along to the new branch/],
    ['worktree', /begins without them/],
  ] as const)('what is not committed, %s', (where, words) => {
    expect(dirtWords({ ...git, dirt: { ...noDirt, changed: 2 } }, where)).toMatch(words);
    expect(dirtWords(git, where)).toBeNull();
  });

  it('the branch of a checkout is not changed under a session that works in it', () => {
    const busy = {
      ...plan,
      busy: [{ session_id: '00000000-0000-4000-8000-000000000000' as never, title: 'Map' }],
    };
    expect(placeProblem(busy, 'in-place', 'bug/p-1')).toContain('Map');
    expect(placeProblem(busy, 'in-place', 'main')).toBeNull();
    expect(placeProblem(busy, 'worktree', 'bug/p-1')).toBeNull();
  });
});
