import { expect, it } from 'vitest';
import { DEFAULT_WORKTREE_PLACE, worktreePlace } from './worktree-place';

it.each([
  [DEFAULT_WORKTREE_PLACE, 'tidewater', 'tide-3qa', 'bug/tide-3qa-x', '../tidewater.tide-3qa'],
  [DEFAULT_WORKTREE_PLACE, 'tidewater', null, 'feat/search', '../tidewater.feat-search'],
  ['/trees/{project}/{branch}', 'a b', 'x', '../../etc', '/trees/a-b/etc'],
  ['{branch}', 'p', null, '///', 'work'],
  ['{other}/{bead}', 'p', '..', 'b', '{other}/work'],
])('%s for %s, %s, %s', (pattern, project, bead, branch, expected) => {
  expect(worktreePlace(pattern, { project, bead, branch })).toBe(expected);
});
