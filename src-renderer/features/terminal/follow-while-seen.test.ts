import { describe, expect, it, vi } from 'vitest';
import { followWhileSeen } from './follow-while-seen';

function open(isHidden: boolean) {
  const page = Object.assign(new EventTarget(), { hidden: isHidden });
  const leave = vi.fn();
  const follow = vi.fn(() => leave);
  const stop = followWhileSeen(page as unknown as Document, follow);
  const become = (hidden: boolean) => {
    page.hidden = hidden;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  return { follow, leave, stop, become };
}

describe('a terminal in a window that is not seen', () => {
  it('is left, and followed anew when it is seen again', () => {
    const { follow, leave, become } = open(false);
    become(true);
    expect([follow.mock.calls.length, leave.mock.calls.length]).toEqual([1, 1]);
    become(true);
    expect(leave).toHaveBeenCalledTimes(1);
    become(false);
    become(false);
    expect([follow.mock.calls.length, leave.mock.calls.length]).toEqual([2, 1]);
  });

  it('is not followed before it is seen, nor after the end', () => {
    const { follow, leave, stop, become } = open(true);
    expect(follow).not.toHaveBeenCalled();
    become(false);
    stop();
    expect(leave).toHaveBeenCalledTimes(1);
    become(true);
    become(false);
    expect(follow).toHaveBeenCalledTimes(1);
  });
});
