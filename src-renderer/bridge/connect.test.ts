// @vitest-environment node
import { expect, it, vi } from 'vitest';
import { beginAnewOnLoginLink } from './connect';

it('a link pasted into an open tab is taken; any other change of place is left to the window', () => {
  const reload = vi.fn();
  const location = { hash: '', reload };
  const page = Object.assign(new EventTarget(), { location });
  beginAnewOnLoginLink(page as unknown as Window);
  const goTo = (hash: string) => {
    location.hash = hash;
    page.dispatchEvent(new Event('hashchange'));
  };
  goTo('#/board');
  expect(reload).not.toHaveBeenCalled();
  goTo('#/login/51LUIGFd8_qFumcXB9c_u1nN');
  expect(reload).toHaveBeenCalledOnce();
});
