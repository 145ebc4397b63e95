import { expect, it } from 'vitest';
import { parseHash, readLink, toHash } from '../state/route.logic';
import { currentView, pageTitle } from './views.logic';

const views = [
  { id: 'welcome', needsProject: false },
  { id: 'board', needsProject: true },
  { id: 'settings', needsProject: false },
];

it.each([
  ['board', true, 'board'],
  ['board', false, 'welcome'],
  ['settings', false, 'settings'],
  ['nowhere', true, 'board'],
  ['', false, 'welcome'],
  ['welcome', true, 'welcome'],
])('#/%s with a project open: %s, shows %s', (wanted, hasProject, shown) => {
  expect(currentView(views, wanted, hasProject)?.id).toBe(shown);
});

it.each([
  ['#/board', { view: 'board', rest: '' }],
  ['#/history/a/b?q=1', { view: 'history', rest: 'a/b?q=1' }],
  ['', { view: '', rest: '' }],
  ['#board', { view: '', rest: '' }],
])('%j is read as %j', (hash, route) => {
  expect(parseHash(hash)).toEqual(route);
});

it('writes an address it can read', () => {
  const route = { view: 'history', rest: 'a/b' };
  expect(parseHash(toHash(route))).toEqual(route);
});

it('the title says where one is, the most telling first', () => {
  expect(pageTitle('Board', 'tidewater')).toBe('Board · tidewater · Beads Console');
  expect(pageTitle('Welcome', null)).toBe('Welcome · Beads Console');
});

it.each([
  ['http://127.0.0.1:4000/#/history//s/m', { view: 'history', rest: '/s/m' }],
  ['beads://app/#/board', { view: 'board', rest: '' }],
  [' #/history//s/m\n', { view: 'history', rest: '/s/m' }],
  ['#tide-1', null],
  ['#/', null],
  ['see #/board', null],
  ['https://example.org/board', null],
])('%j is a link to %j', (text, route) => {
  expect(readLink(text)).toEqual(route);
});
