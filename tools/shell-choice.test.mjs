import { expect, it } from 'vitest';
import { chooseShell, readStartArguments, sayChoice } from './shell-choice.mjs';

const desk = {
  asked: null,
  platform: 'linux',
  hasDisplay: true,
  isRoot: false,
  found: { source: 'package', dist: '/e/dist', program: '/e/dist/electron' },
  hasPackage: true,
  download: null,
};
const override = { source: 'override', dist: '/own', program: '/own/electron' };
const missing = { source: 'missing', dist: '/typo', program: '/typo/electron' };

it.each([
  // facts                                                        step        switches
  ['Electron is there', {}, 'electron', []],
  ['named by the environment', { found: override }, 'electron', []],
  ['the named folder is empty', { found: missing }, 'serve', []],
  ['asked for the browser', { asked: 'serve' }, 'serve', []],
  ['no display', { hasDisplay: false }, 'serve', []],
  ['no display, though asked for', { hasDisplay: false, asked: 'electron' }, 'serve', []],
  ['no display is no matter on macOS', { hasDisplay: false, platform: 'darwin' }, 'electron', []],
  ['root', { isRoot: true }, 'serve', []],
  ['root, named by the environment', { isRoot: true, found: override }, 'electron', ['--no-sandbox']],
  ['root, asked for', { isRoot: true, asked: 'electron' }, 'electron', ['--no-sandbox']],
  ['root without a display', { isRoot: true, found: override, hasDisplay: false }, 'serve', []],
  ['root does not download', { isRoot: true, found: null }, 'serve', []],
  ['root on macOS', { isRoot: true, platform: 'darwin' }, 'electron', []],
  ['not fetched yet', { found: null }, 'download', []],
  ['could not be fetched', { found: null, download: 'no connection within 5 s' }, 'serve', []],
  ['installed without development packages', { found: null, hasPackage: false }, 'serve', []],
])('%s', (_name, facts, step, switches) => {
  const choice = chooseShell({ ...desk, ...facts });
  expect({ step: choice.step, switches: choice.switches }).toEqual({ step, switches });
});

it('says which and why in one line, whatever the choice', () => {
  for (const found of [null, override, missing, desk.found]) {
    for (const isRoot of [true, false]) {
      const choice = chooseShell({ ...desk, found, isRoot });
      expect(sayChoice(choice)).toContain(choice.why);
      expect(sayChoice(choice)).not.toContain('\n');
    }
  }
});

it.each([
  [[], { asked: null, project: null, rest: [] }],
  [['notes'], { asked: null, project: 'notes', rest: [] }],
  [['--shell', 'electron', 'notes'], { asked: 'electron', project: 'notes', rest: [] }],
  [['--shell=serve'], { asked: 'serve', project: null, rest: [] }],
  [['notes', '--port', '8080'], { asked: 'serve', project: 'notes', rest: ['--port', '8080'] }],
  [['--port=8080', '--no-open'], { asked: 'serve', project: null, rest: ['--port', '8080', '--no-open'] }],
  [['--json'], { asked: 'serve', project: null, rest: ['--json'] }],
  [['--demo'], { asked: null, project: null, rest: ['--demo'] }],
])('reads %j', (args, expected) => {
  expect(readStartArguments(args)).toEqual(expected);
});

it.each([[['--shell', 'window']], [['--shell']], [['a', 'b']]])('refuses %j with a sentence', (args) => {
  expect(readStartArguments(args).problem).toEqual(expect.any(String));
});
