import type { Message, ToolCall } from '@domain/session/message';
import { describe, expect, it } from 'vitest';
import { filterMessage, filterToolCall } from './filter-message';
import { filterValue } from './filter-value';
import { defaultPolicy, tierOf, withOverrides } from './tiers';

const call = (tool: string, input: Record<string, unknown>, output?: string): ToolCall => ({
  id: 't',
  tool,
  input,
  success: true,
  output,
});
const key = `ghp_${'a1B2'.repeat(9)}`;
const message = (content: Message['content']): Message => ({
  id: 'm',
  role: 'assistant',
  timestamp: '2026-01-19T10:00:00Z',
  content,
});

describe('tiers', () => {
  it.each([
    ['Read', 'full'],
    ['Bash', 'redacted'],
    ['Write', 'metadata'],
    ['mcp__db__query', 'redacted'],
    ['Whatever', 'redacted'],
    ['constructor', 'redacted'],
  ])('%s is %s by default', (tool, tier) => {
    expect(tierOf(defaultPolicy, tool)).toBe(tier);
  });

  it.each([
    [true, 'Bash', 'full', 'full'],
    [false, 'Bash', 'full', 'redacted'],
    [false, 'Bash', 'none', 'none'],
    [false, 'Unknown', 'full', 'redacted'],
    [false, 'Write', 'redacted', 'metadata'],
  ] as const)('trusted %s: %s asked as %s becomes %s', (isTrusted, tool, asked, tier) => {
    expect(tierOf(withOverrides(defaultPolicy, { [tool]: asked }, isTrusted), tool)).toBe(tier);
  });

  it.each([
    [true, { '*': 'none' }, 'Read', 'none'],
    [false, { '*': 'none' }, 'Bash', 'none'],
    [true, { '*': 'full' }, 'Write', 'metadata'],
    [false, { 'Ba*': 'metadata' }, 'Read', 'full'],
    [false, { '*': 'none', Read: 'redacted' }, 'Read', 'redacted'],
  ] as const)('trusted %s: %j makes %s %s', (isTrusted, overrides, tool, tier) => {
    expect(tierOf(withOverrides(defaultPolicy, overrides, isTrusted), tool)).toBe(tier);
  });

  it('full keeps arguments but not key shapes', () => {
    expect(
      filterToolCall(call('Grep', { pattern: key, path: '/a' }, `found ${key}`), defaultPolicy).call,
    ).toEqual({
      ...call('Grep', { pattern: '[REDACTED]', path: '/a' }, 'found [REDACTED]'),
    });
  });

  it('redacted hides env references, assignments and arguments that are named like secrets', () => {
    const filtered = filterToolCall(
      call('Bash', { command: 'echo $A', token: 'x', nested: { password: 'y' } }, 'SECRET=z'),
      defaultPolicy,
    );
    expect(filtered.call).toMatchObject({
      input: { command: 'echo [ENV:A]', token: '[REDACTED]', nested: { password: '[REDACTED]' } },
      output: 'SECRET=[REDACTED]',
    });
    expect(filtered.redactions).toEqual({ 'env-reference': 1, 'secret-assignment': 3 });
  });

  it('metadata keeps names, types, paths, the size of the result and success', () => {
    const written = filterToolCall(
      call('Write', { file_path: '/a/b.ts', content: 'secret', n: 1, list: [] }, 'twelve bytes'),
      defaultPolicy,
    );
    expect(written.call).toEqual({
      id: 't',
      tool: 'Write',
      success: true,
      withheld: 'metadata',
      input: { file_path: '/a/b.ts', content: '[string]', n: '[number]', list: '[array]' },
      output_bytes: 12,
    });
  });

  it('none keeps nothing but that it happened', () => {
    expect(filterToolCall(call('X', { a: 1 }, 'out'), { X: 'none' }).call).toEqual({
      id: 't',
      tool: 'X',
      success: true,
      withheld: 'none',
      input: {},
      output_bytes: 3,
    });
  });
});

describe('a message', () => {
  it('passes every block through its rule', () => {
    const { message: filtered, counts } = filterMessage(
      message([
        { type: 'text', text: `use ${key}` },
        { type: 'thinking', text: key },
        { type: 'tool_use', id: 'b', tool: 'Bash', input: { command: 'echo $X' } },
        { type: 'tool_result', tool_use_id: 'w', text: 'file body', success: true },
        { type: 'tool_result', tool_use_id: 'nobody', text: 'password=1', success: false },
        { type: 'image', media_type: 'image/png', bytes: 3, data: 'AAAA' },
      ]),
      defaultPolicy,
      (id) => (id === 'w' ? 'Write' : null),
    );
    expect(filtered.content).toEqual([
      { type: 'text', text: 'use [REDACTED]' },
      { type: 'thinking', text: '[REDACTED]' },
      { type: 'tool_use', id: 'b', tool: 'Bash', input: { command: 'echo [ENV:X]' } },
      {
        type: 'tool_result',
        tool_use_id: 'w',
        text: '',
        success: true,
        withheld: 'metadata',
        output_bytes: 9,
      },
      { type: 'tool_result', tool_use_id: 'nobody', text: 'password=[REDACTED]', success: false },
      { type: 'image', media_type: 'image/png', bytes: 3 },
    ]);
    expect(counts).toEqual([
      { tool: null, rule: 'key-shape', count: 2 },
      { tool: null, rule: 'secret-assignment', count: 1 },
      { tool: 'Bash', rule: 'env-reference', count: 1 },
    ]);
    expect(filtered.redactions).toEqual(counts);
    expect(JSON.stringify(counts)).not.toContain(key);
  });

  it('drops what is nested beyond reason instead of passing it unread', () => {
    let deep: unknown = key;
    for (let level = 0; level < 100; level += 1) deep = { a: deep };
    expect(JSON.stringify(filterValue(deep, 'shapes').value)).not.toContain(key);
  });
});
