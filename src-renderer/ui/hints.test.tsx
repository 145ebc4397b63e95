import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Tooltip, TooltipProvider } from './Tooltip';

function Two({ first = 'Save' }: { first?: string }) {
  return (
    <TooltipProvider>
      <Tooltip label={first} shortcut="Ctrl+S">
        <button type="button">one</button>
      </Tooltip>
      <Tooltip label="Close">
        <button type="button">two</button>
      </Tooltip>
      <p>text</p>
    </TooltipProvider>
  );
}

const over = (text: string, pointerType = 'mouse') =>
  fireEvent.pointerOver(screen.getByText(text), { pointerType });
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

describe('hints', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('tell of what a pointer rests on, with its keys, and not of what it passes', async () => {
    render(<Two />);
    over('one');
    await wait(400);
    over('text');
    await wait(600);
    expect(screen.queryByText('Save')).toBeNull();
    over('one');
    await wait(500);
    expect(screen.getByText('Save').textContent).toBe('SaveCtrl+S');
  });

  it('follow the pointer to the next one at once, and go when it is pressed', async () => {
    render(<Two />);
    over('one');
    await wait(500);
    over('two');
    await wait(1);
    expect(screen.queryByText('Save')).toBeNull();
    expect(screen.getByText('Close')).toBeDefined();
    fireEvent.pointerDown(screen.getByText('two'));
    await wait(1000);
    expect(screen.queryByText('Close')).toBeNull();
  });

  it('say nothing to a finger', async () => {
    render(<Two />);
    over('one', 'touch');
    await wait(1000);
    expect(screen.queryByText('Save')).toBeNull();
  });

  it('go with Esc, which is not theirs', async () => {
    const heard = vi.fn();
    document.addEventListener('keydown', heard);
    render(<Two />);
    over('one');
    await wait(500);
    fireEvent.keyDown(screen.getByText('one'), { key: 'Escape' });
    await wait(500);
    document.removeEventListener('keydown', heard);
    expect(screen.queryByText('Save')).toBeNull();
    expect(heard.mock.calls[0]?.[0].defaultPrevented).toBe(false);
  });

  it('change with the words of what they are about, and go with it', async () => {
    const { rerender } = render(<Two />);
    over('one');
    await wait(500);
    rerender(<Two first="Saved" />);
    await wait(1);
    expect(screen.getByText('Saved')).toBeDefined();
    rerender(
      <TooltipProvider>
        <p>text</p>
      </TooltipProvider>,
    );
    await wait(500);
    expect(screen.queryByText('Saved')).toBeNull();
  });
});
