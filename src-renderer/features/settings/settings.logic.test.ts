import { defaultSettings } from '@domain/settings';
import { applyPatch } from '@domain/settings-patch';
import { expect, it } from 'vitest';
import { inverseOf } from '../../app/state/settings.logic';
import { amountOf } from './budget.logic';
import { programProblem } from './claude-program.logic';
import { listBindable } from './keys.logic';

const settings = {
  ...defaultSettings(),
  claude: {
    path: '/opt/claude',
    seat: 'stream' as const,
    inactivity_minutes: 30,
    permission_mode: 'default' as const,
    model: null,
  },
  keys: { 'a.b': 'mod+1', 'c.d': null },
  future: { kept: true },
};

it('a wish shows at once and touches nothing else', () => {
  expect(applyPatch(settings, { appearance: { theme: 'dark' }, keys: { x: 'y' } })).toEqual({
    ...settings,
    appearance: { ...settings.appearance, theme: 'dark' },
    keys: { ...settings.keys, x: 'y' },
  });
});

it('a key that is as shipped again has no entry, so that each shell has its own', () => {
  expect(applyPatch(settings, { keys: { x: 'y' }, shipped_keys: ['a.b', 'never.had'] }).keys).toEqual({
    'c.d': null,
    x: 'y',
  });
});

it('undo names what the change named, and a key without an entry has none again', () => {
  const patch = {
    appearance: { theme: 'dark' as const },
    claude: { path: null },
    keys: { 'a.b': 'x', 'c.d': 'y', 'e.f': 'z' },
  };
  expect(inverseOf(settings, patch)).toEqual({
    appearance: { theme: 'system' },
    claude: { path: '/opt/claude' },
    keys: { 'a.b': 'mod+1', 'c.d': null },
    shipped_keys: ['e.f'],
  });
  for (const each of [patch, { shipped_keys: ['a.b', 'e.f'] }])
    expect(applyPatch(applyPatch(settings, each), inverseOf(settings, each))).toEqual(settings);
});

it('lists every action once, by its name', () => {
  const action = (id: string, name: string, chord: string) => ({ id, name, chord, run: () => {} });
  const list = [action('z', 'Zed', 'z'), action('a', 'Alpha', 'q'), action('z', 'Zed', 'z')];
  expect(listBindable(list).map(({ id }) => id)).toEqual(['a', 'z']);
});

it.each([
  ['', true],
  ['/usr/bin/claude', true],
  ['C:\\Tools\\claude.exe', true],
  ['claude', false],
  ['./claude', false],
])('a program named %j can be tried: %s', (text, isFine) => {
  expect(programProblem(text) === null).toBe(isFine);
});

it.each([
  ['', null],
  [' 50 ', 50],
  ['$12,50', 12.5],
  ['0', undefined],
  ['-3', undefined],
  ['many', undefined],
])('the budget %j', (text, amount) => {
  expect(amountOf(text)).toBe(amount);
});
