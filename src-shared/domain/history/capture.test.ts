import type { SessionId } from '@domain/ids';
import { moveCapture } from '@domain/session/capture-machine';
import type { Capture } from '@domain/session/values';
import { describe, expect, it } from 'vitest';
import { captureAfterFailure, captureAfterRead, stepsTo } from './capture';

const id = 'x' as SessionId;
const states: readonly Capture[] = [
  { state: 'detected', parse_status: 'pending' },
  { state: 'capturing', parse_status: 'pending' },
  { state: 'ended', parse_status: 'pending' },
  { state: 'ended', parse_status: 'parsing' },
  { state: 'parsed', parse_status: 'completed' },
  { state: 'summarized', parse_status: 'completed' },
  { state: 'archived', parse_status: 'completed' },
  { state: 'failed', parse_status: 'failed', parse_error: 'x' },
];
const named = ({ state, parse_status }: Capture) => `${state}/${parse_status}`;
const pairs = states.flatMap((from) => states.map((to) => [named(from), named(to), { from, to }] as const));

describe('a record follows what the pipeline saw', () => {
  it.each(pairs)('from %s to %s', (_from, _to, { from, to }) => {
    const moved = moveCapture({ id, capture: from }, stepsTo(from, to));
    if (!moved.ok) throw new Error(JSON.stringify(moved.error));
    // What was seen once is not unseen; whoever parses is told by the catalog alone.
    if (to.state === 'detected') expect(moved.value).toEqual(from);
    else expect(moved.value.state).toBe(to.state);
    expect(moved.value.parse_error).toBe(
      to.state === 'failed' ? 'x' : to.state === 'detected' ? from.parse_error : undefined,
    );
  });
});

it('what was read is whole unless somebody may write on', () => {
  expect(captureAfterRead(0, false).state).toBe('detected');
  expect(captureAfterRead(3, true)).toEqual({ state: 'capturing', parse_status: 'pending' });
  expect(captureAfterRead(3, false)).toEqual({
    state: 'parsed',
    parse_status: 'completed',
    end_reason: 'no-process',
  });
  expect(captureAfterFailure('EACCES')).toMatchObject({ state: 'failed', parse_error: 'EACCES' });
});
