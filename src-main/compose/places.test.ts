import { expect, it } from 'vitest';
import { placesOf } from './places';

it.each([
  ['linux', { HOME: '/h' }, '/h/.local/share/beads-console'],
  ['linux', { HOME: '/h', XDG_DATA_HOME: '/x' }, '/x/beads-console'],
  ['linux', { HOME: '/h', XDG_DATA_HOME: 'relative' }, '/h/.local/share/beads-console'],
  ['darwin', { HOME: '/h' }, '/h/Library/Application Support/Beads Console'],
  ['linux', { HOME: '/h', BEADS_CONSOLE_HOME: '/own' }, '/own'],
] as const)('on %s with %o the data folder is %s', (platform, env, folder) => {
  expect(placesOf(env, platform).dataFolder).toBe(folder);
});
