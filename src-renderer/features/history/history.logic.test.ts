import type { HistorySession } from '@domain/history/record';
import { readSearchQuery } from '@domain/history/search-query';
import type { TranscriptMessage } from '@domain/history/transcript';
import { describe, expect, it } from 'vitest';
import { folderName } from '../../app/project-words';
import { compareRows } from './compare.logic';
import { contextArea, largestSteps } from './context.logic';
import { exportArgument, foundArgument, readExportScope, scopeChoices } from './export-scope.logic';
import { hitPattern } from './highlight-hits';
import { placeLink, placeRest, readPlace } from './history-route.logic';
import { historyTitle, rowWords } from './history-words.logic';
import { keepingWords } from './keeping.logic';
import { progressOf } from './reading.logic';
import { billWords, redactedCount } from './thread-words.logic';

describe('the address of a place', () => {
  it.each([
    { query: '', session: null, message: null, agent: null },
    { query: 'since:7d "a/b" 100%', session: null, message: null, agent: null },
    { query: 'größe', session: 's-1', message: 'm/1', agent: null },
    { query: '', session: 's-1', message: null, agent: 'a1' },
  ])('is read back as it was: %o', (place) => {
    expect(readPlace(placeRest(place))).toEqual(place);
  });

  it('typed by hand wrongly is text, not an error', () => {
    expect(readPlace('100%/s-1').query).toBe('100%');
  });

  it('to send names the session alone', () => {
    expect(placeLink({ session: 's', message: 'm', agent: null })).toBe('#/history//s/m');
  });
});

const session = (patch: Partial<HistorySession> = {}): HistorySession =>
  ({
    id: '0b9f7a52-0000-4000-8000-000000000001',
    owner: 'external',
    cwd: '/home/ada/code/tidewater',
    title: null,
    initial_prompt: 'Fix the zone lookup\nfor islands',
    status: 'closed',
    outcome: null,
    stats: {
      active_ms: 4_320_000,
      cost_micro_usd: 3_400_000,
      cost_source: 'prices',
      tokens_in: 1,
      tokens_out: 1,
      cache_read_tokens: 0,
      cache_write_tokens: 0,
    },
    ...patch,
  }) as HistorySession;

it('a session is called by its title, else by the first line of what was asked, else by its id', () => {
  expect(historyTitle(session({ title: 'Islands' }))).toBe('Islands');
  expect(historyTitle(session())).toBe('Fix the zone lookup');
  expect(historyTitle(session({ initial_prompt: '\n ' }))).toBe('Session 0b9f7a52');
});

it('a row tells time, cost, hits and where it came from, and the folder only when it is another one', () => {
  expect(rowWords(session(), 7, '/home/ada/code/tidewater')).toEqual([
    '1h 12m',
    '$3.40',
    '7 hits',
    'from a terminal',
  ]);
  expect(rowWords(session({ owner: 'console' }), 0, '/home/ada/other')).toEqual([
    '1h 12m',
    '$3.40',
    'tidewater',
  ]);
  expect(folderName('C:\\code\\tide')).toBe('tide');
});

it('a cost of which a part has no price is about', () => {
  const { stats } = session();
  expect(
    rowWords(session({ stats: { ...stats, cost_source: 'partial' } }), 0, '/home/ada/code/tidewater'),
  ).toContain('≈ $3.40');
});

it.each([
  ['zone', 'time zone, zones', ['zone']],
  ['zone*', 'time zone, zones', ['zone', 'zone']],
  ['"iana zone"', 'the IANA zone of IANA', ['IANA zone']],
  ['a.b', 'a.b and a-b', ['a.b', 'a-b']],
])('the words %s are marked in %s', (query, text, expected) => {
  const pattern = hitPattern(readSearchQuery(query), '');
  expect([...text.matchAll(pattern ?? /$^/g)].map(([hit]) => hit)).toEqual(expected);
});

it('characters that were typed mean themselves', () => {
  expect('f(x) = (x'.match(hitPattern([], '(x') ?? /$^/)).toEqual(['(x', '(x']);
  expect(hitPattern([], '')).toBeNull();
});

describe('the context', () => {
  const context = [
    { position: 1, tokens: 10 },
    { position: 3, tokens: 50 },
    { position: 5, tokens: 20 },
    { position: 9, tokens: 45 },
  ];
  it('grew most where the step was largest; a compaction is no growth', () => {
    expect(largestSteps(context, 2)).toEqual([
      { position: 3, tokens: 50, grown: 40 },
      { position: 9, tokens: 45, grown: 25 },
    ]);
  });
  it('is drawn from its first to its last answer', () => {
    expect(contextArea(context, 10)).toMatch(/^M11\.11,100 L.* L100\.00,100 Z$/);
    expect(contextArea([], 0)).toBe('');
  });
});

it('a message tells what it cost; one nobody was billed for tells nothing', () => {
  const message = { id: 'm', content: [], redactions: [{ tool: 'Bash', rule: 'key', count: 2 }] };
  expect(billWords(message as unknown as TranscriptMessage)).toBeNull();
  expect(
    billWords({
      ...message,
      tokens_out: 812,
      context_tokens: 21_300,
      cost_micro_usd: null,
    } as unknown as TranscriptMessage),
  ).toBe('price unknown · 812 out · 21.3k context');
  expect(redactedCount([message, message] as unknown as TranscriptMessage[])).toBe(4);
});

describe('what is kept of a transcript', () => {
  const now = Date.parse('2026-11-18T00:00:00Z');
  const copy = { is_exact: true, bytes: 10, stored_bytes: 5, kept_at: '2026-11-01T00:00:00Z' };
  it.each([
    [{ has_file: true, deletes_at: '2026-12-10T00:00:00Z', copy }, null],
    [{ has_file: true, deletes_at: null, copy: null }, null],
    [{ has_file: true, deletes_at: '2026-11-24T00:00:00Z', copy }, ['in 6 days. We have a copy', false]],
    [
      { has_file: true, deletes_at: '2026-11-17T00:00:00Z', copy: null },
      ['at its next start. We have no copy', false],
    ],
    [{ has_file: false, deletes_at: null, copy }, ['this is our copy', true]],
    [
      { has_file: false, deletes_at: null, copy: { ...copy, is_exact: false } },
      ['without its secrets', false],
    ],
    [{ has_file: false, deletes_at: null, copy: null }, ['there is no copy', false]],
  ] as const)('%o', (keeping, expected) => {
    const words = keepingWords(keeping, now);
    if (expected === null) expect(words).toBeNull();
    else {
      expect(words?.text).toContain(expected[0]);
      expect(words?.canRestore).toBe(expected[1]);
    }
  });
});

describe('what is exported', () => {
  it('travels with the dialog and is read back', () => {
    const scope = { ids: ['s1'], chain: 2, bead: 'tide-1' };
    expect(readExportScope(exportArgument(scope))).toEqual({ ...scope, search: null });
    expect(readExportScope(foundArgument('tag:zone'))).toMatchObject({ ids: [], search: 'tag:zone' });
    expect(readExportScope('{"ids":[1]}')).toBeNull();
    expect(readExportScope('no')).toBeNull();
  });
  it('is this session, its chain or its bead; of several only these', () => {
    expect(
      scopeChoices({ ids: ['s1'], chain: 2, bead: 'tide-1', search: null }).map(({ chain }) => chain),
    ).toEqual([undefined, 's1', 'tide-1']);
    expect(scopeChoices({ ids: ['s1', 's2'], chain: 2, bead: 'tide-1', search: null })).toHaveLength(1);
  });
});

it('the bar is full when nothing is left to read', () => {
  expect(progressOf({ state: 'reading', bytes_done: 50, bytes_total: 200 })).toBe(25);
  expect(progressOf({ state: 'reading', bytes_done: 0, bytes_total: 0 })).toBe(0);
  expect(progressOf({ state: 'idle', bytes_done: 0, bytes_total: 0 })).toBe(100);
});

it('of two sessions the one that needed less is told apart; what is alike is not', () => {
  const { stats } = session();
  const more = { ...stats, user_messages: 3, assistant_messages: 9, tool_use_count: 4, tool_error_count: 1 };
  const one = session({ models: [], files: 2, commits: 1, stats: more });
  const other = session({
    models: ['claude-opus-5'],
    files: 2,
    commits: 0,
    stats: { ...more, active_ms: 60_000, cost_micro_usd: 9_000_000, tool_error_count: 0 },
  });
  const rows = new Map(compareRows(one, other).map((row) => [row.name, row]));
  expect(rows.get('Active time')).toEqual({ name: 'Active time', values: ['1h 12m', '1m'], least: 1 });
  expect(rows.get('Cost')).toEqual({ name: 'Cost', values: ['$3.40', '$9.00'], least: 0 });
  expect(rows.get('Prompts')?.least).toBeNull();
  expect(rows.get('Failed')?.least).toBe(1);
  expect(rows.get('Commits')).toEqual({ name: 'Commits', values: ['1', '0'], least: null });
});
