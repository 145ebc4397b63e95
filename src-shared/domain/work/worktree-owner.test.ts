import { describe, expect, it } from 'vitest';
import { apply, sessionId, sessionIn } from '../session/testdata/session-builder';
import { ownerOf, sessionReasons, sessionsIn } from './worktree-owner';

const inFolder = (n: number, phase: Parameters<typeof sessionIn>[0], worktree: string) =>
  apply(sessionIn(phase, { id: sessionId(n) }), [{ type: 'details-noted', details: { worktree } }]);

describe('who works in a worktree', () => {
  it.each([
    ['active', ['session-live']],
    ['starting', ['session-live']],
    ['resuming', ['session-live']],
    ['pausing', ['session-live']],
    ['paused', ['session-paused']],
    ['draft', ['session-paused']],
    ['closed', []],
  ] as const)('one that is %s', (phase, reasons) => {
    expect(sessionReasons([inFolder(1, phase, '/t/a')])).toEqual(reasons);
  });

  it('is whoever is most alive in it or below it, and nobody beside it', () => {
    const closed = inFolder(1, 'closed', '/t/a');
    const active = inFolder(2, 'active', '/t/a/packages/x');
    const beside = inFolder(3, 'active', '/t/ab');
    const trashed = apply(inFolder(4, 'closed', '/t/a'), [{ type: 'trashed' }]);
    const inside = sessionsIn('/t/a', [closed, active, beside, trashed]);
    expect(inside.map(({ id }) => id)).toEqual([active.id, closed.id]);
    expect(ownerOf(inside)).toMatchObject({ session_id: active.id, status: 'active' });
    expect(ownerOf([])).toBeNull();
  });
});
