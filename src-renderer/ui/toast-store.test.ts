import { expect, it } from 'vitest';
import { showToast, useToastStore } from './toast-store';

it('what waits for an answer is not pushed out by what only tells', () => {
  showToast({ title: 'told' });
  showToast({ title: 'asks', isSticky: true });
  for (const title of ['one', 'two', 'three']) showToast({ title });
  expect(useToastStore.getState().toasts.map(({ title }) => title)).toEqual(['asks', 'two', 'three']);
  for (const title of ['four', 'five', 'six']) showToast({ title, isSticky: true });
  expect(useToastStore.getState().toasts.map(({ title }) => title)).toEqual(['four', 'five', 'six']);
});
