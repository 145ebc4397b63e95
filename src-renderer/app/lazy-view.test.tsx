import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { lazyView, WithoutBars } from './lazy-view';

const never = () => lazyView<object>(() => new Promise(() => {}));
const bars = () => screen.getByRole('status').querySelectorAll('span').length;

it('bars stand in for a view that is fetched', () => {
  const View = never();
  render(<View />);
  expect(bars()).toBe(3);
});

it('nothing stands in for a dialog that is fetched, and that it is fetched is said', () => {
  const View = never();
  render(
    <WithoutBars value={true}>
      <View />
    </WithoutBars>,
  );
  expect(bars()).toBe(0);
  expect(screen.getByRole('status').textContent).toBe('Loading');
});
