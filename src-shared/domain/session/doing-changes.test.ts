import type { SessionId } from '@domain/ids';
import { describe, expect, it } from 'vitest';
import type { Doing } from './doing';
import { applyDoing, doingChange } from './doing-changes';
import { IN_TERMINAL } from './in-terminal';
import type { LiveView } from './live';
import { noLiveView } from './live-view';

const id = '0f8fad5b-d9cb-469f-a165-70867728950e' as SessionId;
const [early, late] = ['2026-01-01T10:00:00.000Z', '2026-01-01T10:05:00.000Z'];
const view = (more: Partial<LiveView>): LiveView => ({ ...noLiveView, has_process: true, ...more });
const ask = (name: string) => ({ id: name, tool: 'Bash', input: { command: 'ls' }, rules: [] });

describe('what a session does now', () => {
  it('is told when it changes, and text that streams is no change', () => {
    const first = doingChange(id, undefined, view({ status: 'busy' }), early);
    expect(first).toEqual({ type: 'does', doing: { session_id: id, status: 'busy', asks: [] } });
    const before = first?.type === 'does' ? first.doing : undefined;
    const parts = [{ type: 'text', message_id: 'm', text: 'word' } as const];
    expect(doingChange(id, before, view({ status: 'busy', parts }), late)).toBeNull();
  });

  it('a question keeps the moment it was asked at, and carries nothing of what it asks for', () => {
    const first = doingChange(id, undefined, view({ permissions: [ask('a')] }), early);
    const before = first?.type === 'does' ? first.doing : undefined;
    expect(doingChange(id, before, view({ permissions: [ask('a'), ask('b')] }), late)).toMatchObject({
      doing: {
        asks: [
          { id: 'a', tool: 'Bash', since: early },
          { id: 'b', tool: 'Bash', since: late },
        ],
      },
    });
  });

  it.each([
    ['in the middle', { status: 'waiting' }],
    ['before it has begun', { has_process: false, asks_first: 'trust' }],
  ] as const)(
    'a question that only its terminal shows, %s, is one, and stays the same one',
    (_when, what) => {
      const first = doingChange(id, undefined, view(what), early);
      const ask = { id: expect.any(String), tool: IN_TERMINAL, since: early };
      expect(first).toMatchObject({ doing: { asks: [ask] } });
      const before = first?.type === 'does' ? first.doing : undefined;
      expect(doingChange(id, before, view(what), late)).toBeNull();
      expect(doingChange(id, before, view({ status: 'busy' }), late)).toMatchObject({ doing: { asks: [] } });
    },
  );

  it('without a process there is nothing to tell, or that it ended', () => {
    const doing: Doing = { session_id: id, status: 'idle', asks: [] };
    expect(doingChange(id, undefined, noLiveView, early)).toBeNull();
    const ended = doingChange(id, doing, noLiveView, early);
    expect(ended).toEqual({ type: 'ended', session_id: id });
    expect(ended && applyDoing([doing], ended)).toEqual([]);
  });
});
