import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ToastRegion } from './ToastRegion';
import { showToast, useToastStore } from './toast-store';

let hasFocus = true;
let visibility: DocumentVisibilityState = 'visible';
const titles = () => useToastStore.getState().toasts.map(({ title }) => title);
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

function look(next: { focus?: boolean; seen?: DocumentVisibilityState }) {
  hasFocus = next.focus ?? hasFocus;
  visibility = next.seen ?? visibility;
  act(() => {
    window.dispatchEvent(new Event(hasFocus ? 'focus' : 'blur'));
    document.dispatchEvent(new Event('visibilitychange'));
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  hasFocus = true;
  visibility = 'visible';
  vi.spyOn(document, 'hasFocus').mockImplementation(() => hasFocus);
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  useToastStore.setState({ toasts: [] });
  render(<ToastRegion />);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('goes after a moment while the window is looked at', () => {
  act(() => void showToast({ title: 'Copied' }));
  pass(4999);
  expect(titles()).toEqual(['Copied']);
  pass(1);
  expect(titles()).toEqual([]);
});

it.each([
  ['without the focus', { focus: false }, { focus: true }],
  ['in a hidden tab', { seen: 'hidden' }, { seen: 'visible' }],
] as const)('waits for the person %s', (_, away, back) => {
  look(away);
  act(() => void showToast({ title: 'Claude has finished' }));
  pass(3_600_000);
  expect(titles()).toEqual(['Claude has finished']);
  look(back);
  pass(4999);
  expect(titles()).toEqual(['Claude has finished']);
  pass(1);
  expect(titles()).toEqual([]);
});

it('begins anew for who left before it was over', () => {
  act(() => void showToast({ title: 'Copied' }));
  pass(4000);
  look({ focus: false });
  pass(60_000);
  look({ focus: true });
  pass(4000);
  expect(titles()).toEqual(['Copied']);
});
