import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useAfterFirstScreen } from './use-after-first-screen';

function Part() {
  return useAfterFirstScreen() ? <p>here</p> : <p>not yet</p>;
}

afterEach(() => {
  vi.useRealTimers();
});

it('what can wait comes a moment after the first screen, and at once from then on', async () => {
  vi.useFakeTimers();
  const { unmount } = render(<Part />);
  expect(screen.getByText('not yet')).toBeDefined();
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(screen.getByText('here')).toBeDefined();
  unmount();
  render(<Part />);
  expect(screen.getByText('here')).toBeDefined();
});
