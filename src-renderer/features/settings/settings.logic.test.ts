// @vitest-environment node
import { expect, it } from 'vitest';
import { inverseOf, overlay } from '../../app/state/settings.logic';
import { programProblem } from './claude-program.logic';
import { listBindable } from './keys.logic';

const settings = {
  version: 1,
  appearance: { theme: 'system' as const, density: 'comfortable' as const, text_size_percent: 100 },
  claude: { path: '/opt/claude', seat: 'stream' as const, inactivity_minutes: 30 },
  keys: { 'a.b': 'mod+1', 'c.d': null },
  chat: { send_with: 'enter' as const },
  sessions: { max_active: 4, resume_after_limit: false },
  board: { columns: null },
  history: { ingest: true },
  future: { kept: true },
};

it('a wish shows at once and touches nothing else', () => {
  expect(overlay(settings, { appearance: { theme: 'dark' }, keys: { x: 'y' } })).toEqual({
    ...settings,
    appearance: { ...settings.appearance, theme: 'dark' },
    keys: { ...settings.keys, x: 'y' },
  });
});

it('undo names what the change named, and a key without an entry goes back to the one we ship', () => {
  const patch = {
    appearance: { theme: 'dark' as const },
    claude: { path: null },
    keys: { 'a.b': 'x', 'c.d': 'y', 'e.f': 'z' },
  };
  expect(inverseOf(settings, patch, { 'e.f': 'mod+e' })).toEqual({
    appearance: { theme: 'system' },
    claude: { path: '/opt/claude' },
    keys: { 'a.b': 'mod+1', 'c.d': null, 'e.f': 'mod+e' },
  });
});

it('lists every action once, those we ship with a key first', () => {
  const action = (id: string, name: string, chord: string | null) => ({ id, name, chord, run: () => {} });
  const list = [
    action('b', 'Beta', null),
    action('a', 'Alpha', null),
    action('z', 'Zed', 'z'),
    action('z', 'Zed', 'z'),
  ];
  expect(listBindable(list, 'serve').map(({ id }) => id)).toEqual(['z', 'a', 'b']);
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
