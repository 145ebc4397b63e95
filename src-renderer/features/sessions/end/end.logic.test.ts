import type { LossReason } from '@domain/git/errors';
import { expect, it } from 'vitest';
import { endPlan } from '../../../testing/plans';
import type { SeenSession } from '../session-words.logic';
import { firstForm, removalOf, wishOf } from './end-form.logic';
import { doneLine, stoppedSentences } from './end-words.logic';

const files = [{ path: 'a.ts', kind: 'changed' as const, additions: 1, deletions: 0 }];
const dirty = endPlan('s', { changes: { files, additions: 1, deletions: 0, is_cut: false } });

it('is filled in so that accepting it moves the bead, writes the log and touches no file', () => {
  expect(wishOf(firstForm(dirty), dirty)).toEqual({
    outcome: 'done',
    move: { status: 'in_review', needs_adding: false },
    log: '### Session 0f8fad5b',
    changes: 'keep',
    message: 'Export a month (tide-7pc)',
    remove_worktree: null,
  });
});

it('commits only when there is something to, and never with an empty message', () => {
  const form = { ...firstForm(dirty), changes: 'commit', message: '  ' } as const;
  expect(wishOf(form, dirty)).toMatchObject({ changes: 'commit', message: 'Export a month (tide-7pc)' });
  expect(wishOf(form, endPlan('s'))).toMatchObject({ changes: 'keep' });
});

it.each([
  [[], 'keep', 'safe'],
  [['untracked-files'], 'keep', 'loses'],
  [['untracked-files', 'changed-files'], 'commit', 'loses'],
  [['unpushed-commits'], 'commit', 'loses'],
  [['session-live', 'untracked-files'], 'stash', 'never'],
] as const)('a worktree with %o and %s: %s', (reasons, changes, type) => {
  expect(removalOf(reasons, changes).type).toBe(type);
});

it('gives up with the worktree what was read, and nothing that the commit takes care of', () => {
  const worktree = {
    place: '/t',
    branch: 'feat/x',
    reasons: ['untracked-files', 'ignored-files'] as LossReason[],
  };
  const plan = { ...dirty, worktree };
  const removing = { ...firstForm(plan), isRemoving: true };
  expect(wishOf({ ...removing, changes: 'commit' }, plan).remove_worktree).toEqual([
    'ignored-files',
    'unpushed-commits',
  ]);
  expect(wishOf(removing, plan).remove_worktree).toEqual(['untracked-files', 'ignored-files']);
  const locked = { ...plan, worktree: { ...worktree, reasons: ['locked'] as LossReason[] } };
  expect(wishOf(removing, locked).remove_worktree).toBeNull();
});

it('says in one line what was done', () => {
  const session = {
    started_at: 'x',
    total_duration_ms: 3_120_000,
    total_tokens: 7e6,
    stats: { cost_micro_usd: 2_180_000 },
  };
  expect(doneLine(session as unknown as SeenSession, endPlan('s'), 0)).toBe(
    '52m of work · $2.18 · 5 files · 2 commits · 3 test runs passed',
  );
});

it('says where an end stopped, what is done and that it can be asked again', () => {
  expect(
    stoppedSentences({
      code: 'end-stopped',
      step: 'commit',
      done: ['pause'],
      cause: { code: 'hook-refused', hook: 'pre-commit', said: 'lint failed' },
    }),
  ).toEqual({
    happened: 'The changes could not be committed: the pre-commit hook of this repository said no.',
    safe: 'Claude was paused. The session is still open.',
    next: 'Mend what it says, then try again. End session goes on from there.',
    details: 'lint failed',
  });
});
