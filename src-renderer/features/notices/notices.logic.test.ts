import { defaultSettings } from '@domain/settings';
import { describe, expect, it } from 'vitest';
import type { SeenSession } from '../sessions';
import { facesOf, type Happening, happeningsOf, isQuiet, passedMark, waysOf } from './notices.logic';

const at = '2026-11-16T10:00:00.000Z';
const seen = (part: object): SeenSession =>
  ({
    id: 's',
    status: 'active',
    title: 'Drift',
    revision: 3,
    updated_at: at,
    ...part,
  }) as unknown as SeenSession;
const busy = seen({ doing: { session_id: 's', status: 'busy', asks: [] } });
const idle = seen({ doing: { session_id: 's', status: 'idle', asks: [] } });
const asking = seen({
  doing: { session_id: 's', status: 'waiting', asks: [{ id: 'k', tool: 'Bash', since: at }] },
});
const words = { title: () => 'Drift', ask: (tool: string) => `asks ${tool}` };
const between = (before: SeenSession, after: SeenSession) =>
  happeningsOf(facesOf([before]), [after], words).map(({ kind, title }) => `${kind}: ${title}`);

describe('what happened', () => {
  it.each([
    [busy, idle, ['finished: Claude has finished']],
    [idle, idle, []],
    [idle, busy, []],
    [busy, asking, ['asks: asks Bash']],
    [asking, asking, []],
    [busy, seen({ status: 'paused', pause_reason: 'crash' }), ['crashed: Claude exited unexpectedly']],
    [busy, seen({ status: 'paused', pause_reason: 'usage_limit' }), ['limit: The usage limit is reached']],
    [busy, seen({ status: 'paused', pause_reason: 'user' }), []],
    [busy, seen({ status: 'closed' }), []],
  ])('between two looks (%#)', (before, after, told) => {
    expect(between(before, after)).toEqual(told);
  });
  it('nothing to a session seen for the first time', () => {
    expect(happeningsOf(new Map(), [asking], words)).toEqual([]);
  });
});

describe('where it is told', () => {
  const { notices } = defaultSettings();
  const day = new Date(2026, 10, 16, 12, 0);
  const night = new Date(2026, 10, 16, 23, 30);
  const about = (kind: Happening['kind']): Happening => ({
    kind,
    key: 'k',
    title: '',
    text: '',
    sessionId: 's',
  });
  const away = { isLookedAt: false, isShown: true, at: day };
  it('the system is used only while nobody looks, and never in quiet hours', () => {
    expect(waysOf(about('crashed'), notices, away)).toEqual({ inWindow: true, bySystem: true });
    expect(waysOf(about('crashed'), notices, { ...away, isLookedAt: true, isShown: false })).toEqual({
      inWindow: true,
      bySystem: false,
    });
    const quiet = { ...notices, quiet_from: '22:00', quiet_until: '07:00' };
    expect(waysOf(about('crashed'), quiet, { ...away, at: night }).bySystem).toBe(false);
    expect(waysOf(about('finished'), notices, away).bySystem).toBe(false);
  });
  it('what is on the screen, what is off and a question with its own notice are not told again', () => {
    expect(waysOf(about('finished'), notices, { isLookedAt: true, isShown: true, at: day }).inWindow).toBe(
      false,
    );
    expect(waysOf(about('asks'), notices, away)).toEqual({ inWindow: false, bySystem: true });
    expect(waysOf(about('asks'), { ...notices, asks: 'off' }, away).bySystem).toBe(false);
  });
  it.each([
    ['22:00', '07:00', 23, true],
    ['22:00', '07:00', 6, true],
    ['22:00', '07:00', 7, false],
    ['12:00', '13:00', 12, true],
    ['12:00', '13:00', 13, false],
    [null, null, 12, false],
  ])('quiet from %s until %s at %i', (quiet_from, quiet_until, hour, is) => {
    expect(isQuiet({ ...notices, quiet_from, quiet_until }, new Date(2026, 10, 16, hour, 0))).toBe(is);
  });
});

it.each([
  [79_000_000, 80],
  [80_000_000, 80],
  [100_000_000, 100],
  [140_000_000, 100],
])('%i micro-dollars of a hundred dollars', (spent, mark) => {
  expect(passedMark(spent, 100)).toBe(spent < 80_000_000 ? null : mark);
  expect(passedMark(spent, null)).toBeNull();
});
