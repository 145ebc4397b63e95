import { afterEach, expect, it, vi } from 'vitest';
import { copyLink } from './copy-link';

const writeText = vi.fn(async () => {});
afterEach(() => vi.unstubAllGlobals());

it.each([
  ['http://127.0.0.1:4000/#/board', 'http:', 'http://127.0.0.1:4000/#/history//s/m'],
  ['beads://app/#/board', 'beads:', '#/history//s/m'],
])('a link copied at %s is one that can be opened', (href, protocol, copied) => {
  vi.stubGlobal('window', { location: { href, protocol } });
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  copyLink('#/history//s/m');
  expect(writeText).toHaveBeenLastCalledWith(copied);
});
