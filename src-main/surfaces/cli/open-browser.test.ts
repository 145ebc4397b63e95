import { expect, it } from 'vitest';
import { browserCommand, openBrowser } from './open-browser';

const url = 'http://127.0.0.1:1/#/login/x';

it.each([
  ['linux', { DISPLAY: ':0' }, ['xdg-open', url]],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, ['xdg-open', url]],
  ['linux', {}, null],
  ['darwin', {}, ['open', url]],
  ['win32', {}, ['rundll32', 'url.dll,FileProtocolHandler', url]],
] as const)('on %s with %j', (platform, env, command) => {
  expect(browserCommand(url, platform, env)).toEqual(command);
});

it('a program that is not there is no crash', async () => {
  expect(await openBrowser(url, { DISPLAY: ':0', PATH: '/nowhere' })).toBe(false);
});
