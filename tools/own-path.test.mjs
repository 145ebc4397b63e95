import { expect, it } from 'vitest';
import { withoutOwnPrograms } from '../bin/own-path.mjs';

it('takes our own programs off PATH and leaves every other folder in its place', () => {
  const path = '/app/node_modules/.bin:/home/ada/node_modules/.bin:/usr/bin:/app/node_modules/.bin';
  expect(withoutOwnPrograms(path, '/app')).toBe('/home/ada/node_modules/.bin:/usr/bin');
  expect(withoutOwnPrograms('', '/app')).toBe('');
});
