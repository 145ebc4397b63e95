import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { Button } from './Button';
import { Menu, MenuItem } from './Menu';

function draw(disabledReason: string | null = null) {
  const chosen = vi.fn();
  render(
    <Menu trigger={<Button disabledReason={disabledReason}>Sort</Button>}>
      <MenuItem onSelect={() => chosen('title')}>Title</MenuItem>
      <MenuItem onSelect={() => chosen('age')}>Age</MenuItem>
    </Menu>,
  );
  return { chosen, user: userEvent.setup(), button: screen.getByRole('button', { name: 'Sort' }) };
}

const closed = () => waitFor(() => expect(screen.queryByRole('menu')).toBeNull());

describe('a menu', () => {
  it('says what it is before it was ever opened', () => {
    const { button } = draw();
    expect(button.getAttribute('aria-haspopup')).toBe('menu');
    expect(button.getAttribute('aria-expanded')).toBe('false');
  });

  it.each(['{Enter}', ' ', '{ArrowDown}'])('opens by %o at its first item', async (key) => {
    const { user, button, chosen } = draw();
    await user.tab();
    await user.keyboard(key);
    expect(await screen.findByRole('menu', { name: 'Sort' })).toBeDefined();
    expect(button.getAttribute('aria-expanded')).toBe('true');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Title'));
    await user.keyboard('{ArrowDown}{Enter}');
    await closed();
    expect(chosen.mock.calls).toEqual([['age']]);
    await waitFor(() => expect(document.activeElement).toBe(button));
  });

  it.each(['{Escape}', '{Tab}'])('gives the focus back after %s', async (key) => {
    const { user, button } = draw();
    await user.tab();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Title'));
    await user.keyboard(key);
    await closed();
    await waitFor(() => expect(document.activeElement).toBe(button));
    expect(button.getAttribute('aria-expanded')).toBe('false');
  });

  it('opens as the mouse goes down; let go on an item it chooses that, on its button it stays', async () => {
    const { user, button, chosen } = draw();
    await user.pointer({ keys: '[MouseLeft>]', target: button });
    const age = await screen.findByRole('menuitem', { name: 'Age' });
    await user.pointer([
      { target: age },
      { keys: '[/MouseLeft]', target: age, coords: { clientX: 20, clientY: 60 } },
    ]);
    await closed();
    expect(chosen.mock.calls).toEqual([['age']]);
    fireEvent.mouseDown(button);
    expect(await screen.findByRole('menu')).toBeDefined();
    fireEvent.mouseUp(button);
    fireEvent.click(button, { detail: 1 });
    expect(screen.queryByRole('menu')).not.toBeNull();
    expect(chosen).toHaveBeenCalledTimes(1);
  });

  it('let go beside it, it closes', async () => {
    const { button, chosen } = draw();
    fireEvent.mouseDown(button);
    expect(await screen.findByRole('menu')).toBeDefined();
    fireEvent.mouseUp(document.body, { clientX: 900, clientY: 900 });
    await closed();
    expect(chosen).not.toHaveBeenCalled();
  });

  it('stays closed where its button cannot be used', async () => {
    const { user, button } = draw('There is nothing to sort.');
    await user.click(button);
    await user.keyboard('{ArrowDown}');
    expect(screen.queryByRole('menu')).toBeNull();
  });
});
