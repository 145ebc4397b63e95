import { describe, expect, it } from 'vitest';
import { askableText, readHistoryQuery, withFilter, withoutPart } from './history-query';
import { completeQuery } from './query-completion';

const NOW = Date.parse('2026-11-16T12:00:00Z');
const read = (text: string) => readHistoryQuery(text, NOW);

describe('the language of the search box', () => {
  it.each([
    ['words and a filter', 'half-hour bead:tide-3qa zone', 'half-hour zone', { bead: 'tide-3qa' }],
    ['a phrase keeps its colons', '"status:closed now" x', '"status:closed now" x', {}],
    ['an unknown key is a word', 'http://x foo:bar', 'http://x foo:bar', {}],
    ['a value in quotes', 'project:"my app"', '', { project: 'my app' }],
    ['alternatives', 'status:active status:paused', '', { status: ['active', 'paused'] }],
    ['all of the tags', 'tag:One tag:two', '', { tags: ['one', 'two'] }],
    ['how long ago', 'since:7d', '', { since: '2026-11-09T12:00:00.000Z' }],
    ['more than', 'cost:>1', '', { min_cost_micro_usd: 1_000_001 }],
    ['less than', 'cost:<$0.50', '', { max_cost_micro_usd: 499_999 }],
    ['between', 'cost:1..2.5', '', { min_cost_micro_usd: 1_000_000, max_cost_micro_usd: 2_500_000 }],
    ['where it came from', 'from:terminal has:commits', '', { owner: 'external', has: ['commits'] }],
    ['one that is still being typed', 'status: zone', 'zone', {}],
    ['none of it', 'bead:none agent:none', '', { bead: 'none', agent: 'none' }],
    [
      'beads that are left out',
      '-bead:a-1 -bead:b-2 has:bead',
      '',
      { not_beads: ['a-1', 'b-2'], has: ['bead'] },
    ],
    ['another key is not left out', '-status:closed', '-status:closed', {}],
    ['days of bills', 'billed:2026-10-01..', '', { billed: '2026-10-01..' }],
    ['what Claude reckoned', 'billed:any has:claude-cost', '', { billed: 'any', has: ['claude-cost'] }],
    ['the narrower range', 'since:7d since:1d', '', { since: '2026-11-15T12:00:00.000Z' }],
  ])('%s', (_, text, words, filter) => {
    expect(read(text)).toMatchObject({ words, filter });
    expect(read(text).filter).toEqual(filter);
  });

  it('a day is meant to its end', () => {
    const { since, until } = read('since:2026-10-12 until:2026-10-12').filter;
    expect(Date.parse(until ?? '') - Date.parse(since ?? '')).toBe(86_399_000);
  });

  it.each([
    'status:open',
    'cost:cheap',
    'cost:5..1',
    'since:soon',
    'billed:soon',
    '-bead:../x',
    'has:wings',
    'bead:a/../b c'.slice(0, 11),
  ])('%s says what it should have been and filters nothing', (text) => {
    const { parts, filter } = read(`zone ${text}`);
    expect(parts[0]?.problem).toMatch(/\w/);
    expect(filter).toEqual({});
    expect(askableText(`zone ${text}`, read(`zone ${text}`))).toBe('zone');
  });

  it('a part is taken away and a filter is set in its place', () => {
    const text = 'zone bead:a-1 half';
    expect(withoutPart(text, read(text).parts[0] ?? { from: 0, to: 0 })).toBe('zone half');
    expect(withFilter(text, 'bead', 'b-2')).toBe('zone half bead:b-2');
    expect(withFilter(text, 'bead', '')).toBe('zone half');
    expect(withFilter('', 'project', 'my app')).toBe('project:"my app"');
  });
});

describe('what is offered while typing', () => {
  const values = {
    projects: ['/home/me/tide'],
    folders: [],
    beads: ['tide-3qa', 'tide-x8c'],
    agents: [],
    tags: ['dst'],
    models: [],
  };
  const offered = (text: string) =>
    completeQuery(text, text.length, values)?.choices.map((each) => each.text);
  it.each([
    ['zone st', ['status:']],
    ['bead:x8', ['bead:tide-x8c']],
    ['status:p', ['status:paused']],
    ['zone', undefined],
    ['"st', undefined],
    ['bead:tide-x8c', undefined],
    ['', undefined],
  ])('%j offers %j', (text, expected) => {
    expect(offered(text)).toEqual(expected);
  });
});
