import { listPrices } from '@domain/cost/price-table';
import type { HooksState } from '@domain/hooks/elsewhere';
import { describe, expect, it } from 'vitest';
import { byteWords } from '../../app/byte-words';
import { modelProblem } from './claude-program.logic';
import { hookWords, orderedTokens } from './integrations.logic';
import { draftOf, priceLines, readDraft, withoutPrice, withPrice } from './prices.logic';
import { ordered, ownBytes } from './storage.logic';

describe('prices', () => {
  const [first] = listPrices.prices;
  const own = { ...(first ?? { model: '' }), input: 9 } as (typeof listPrices.prices)[number];

  it('a price of one’s own stands before the list, and the list stands again without it', () => {
    const changed = withPrice([], own, null);
    expect(priceLines(changed, listPrices)[0]).toEqual({ price: own, isOwn: true });
    expect(priceLines(changed, listPrices)).toHaveLength(listPrices.prices.length);
    expect(withoutPrice(changed, own)).toEqual([]);
  });

  it('one price for a model and a day; another day is another price', () => {
    const later = { ...own, from: '2027-01-01', input: 10 };
    const both = withPrice([own], later, null);
    expect(both).toEqual([own, later]);
    expect(withPrice(both, { ...later, input: 11 }, later)).toEqual([own, { ...later, input: 11 }]);
  });

  it('what was written reads back, and what is no amount is named', () => {
    expect(readDraft(draftOf(own)).price).toEqual(own);
    const read = readDraft({ ...draftOf(own), output: '', cache_read: '-1', from: 'soon', model: ' ' });
    expect(Object.keys(read.problems).sort()).toEqual(['cache_read', 'from', 'model', 'output']);
  });
});

it.each([
  [0, '0 B'],
  [950, '950 B'],
  [6_700, '6.7 kB'],
  [240_000_000, '240 MB'],
  [999_999, '1 MB'],
  [1_240_000_000, '1.2 GB'],
])('%d bytes read as %s', (bytes, words) => {
  expect(byteWords(bytes)).toBe(words);
});

it('the largest of ours comes first, Claude’s own last and outside the sum', () => {
  const part = (id: 'logs' | 'claude' | 'archive', bytes: number) => ({
    id,
    bytes,
    path: '',
    files: 1,
    is_cut: false,
  });
  const parts = [part('claude', 900), part('logs', 5), part('archive', 10)];
  expect(ordered(parts).map(({ id }) => id)).toEqual(['archive', 'logs', 'claude']);
  expect(ownBytes(parts)).toBe(15);
});

it('hooks that Claude does not run are not called installed', () => {
  const state: HooksState = {
    settings_file: '/s.json',
    state: 'installed',
    is_disabled: true,
    spool: '/x',
    waiting: 0,
  };
  expect(hookWords(state)).toContain('runs no hooks');
  expect(hookWords({ ...state, is_disabled: false })).toContain('gives the file back');
});

it('tokens that open something come first', () => {
  const token = (id: string, revoked_at: string | null, expires_at: string) => ({
    id,
    name: id,
    scope: 'read' as const,
    created_at: '2026-01-01T00:00:00Z',
    expires_at,
    revoked_at,
  });
  const spent = token('spent', null, '2026-01-02T00:00:00Z');
  const revoked = token('revoked', '2026-01-02T00:00:00Z', '2030-01-01T00:00:00Z');
  const live = token('live', null, '2030-01-01T00:00:00Z');
  expect(orderedTokens([spent, revoked, live], Date.UTC(2026, 5, 1))[0]).toBe(live);
});

it.each([
  ['sonnet', true],
  ['', true],
  ['--yes', false],
  ['two words', false],
])('a model called %j: %s', (name, isFine) => {
  expect(modelProblem(name) === null).toBe(isFine);
});
