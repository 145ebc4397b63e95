import type { Message } from '@domain/session/message';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MOST, readSummary, summaryLinesOf, summaryPrompt } from './summary-prompt';

const session = {
  models: ['claude-sonnet-4-5'],
  stats: { total_messages: 4, tool_use_count: 2, active_ms: 180_000 },
} as unknown as Parameters<typeof summaryPrompt>[0];
const message = (
  role: Message['role'],
  content: Message['content'],
  more: Partial<Message> = {},
): Message => ({
  id: 'm',
  role,
  content,
  timestamp: '2026-01-01T00:00:00.000Z' as Message['timestamp'],
  ...more,
});
const key = ['gh', 'p_'].join('') + 'a1B2'.repeat(9);

describe('what a model is told of a session', () => {
  it('prompts, answers and the names of tools; no thinking, no arguments, no results, no notices', () => {
    const lines = [
      message('user', [{ type: 'text', text: `fix\n\nadd() ${'x'.repeat(600)}` }]),
      message('assistant', [
        { type: 'thinking', text: 'hmm' },
        { type: 'text', text: 'y'.repeat(400) },
        { type: 'tool_use', id: 't', tool: 'Bash', input: { command: 'cat secrets' } },
      ]),
      message('user', [{ type: 'tool_result', tool_use_id: 't', text: 'all of them', success: true }]),
      message('system', [{ type: 'text', text: 'compacted' }]),
    ].flatMap(summaryLinesOf);
    expect(lines.map((line) => line.slice(0, 20))).toEqual([
      '[User]: fix add() xx',
      '[Assistant]: yyyyyyy',
      '- Used Bash',
    ]);
    expect(lines.map((line) => line.length)).toEqual([508, 313, 11]);
    expect(summaryPrompt(session, lines, null)).toContain('4 messages, 2 uses of tools, 3 minutes');
  });

  it('P1 is never longer than 8,000 characters, and keeps beginning and end', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 800 }), { maxLength: 60 }),
        fc.boolean(),
        (lines, hasTail) => {
          const told = summaryPrompt(session, ['BEGIN', ...lines, 'END'], hasTail ? [...lines, 'END'] : null);
          expect(told.length).toBeLessThanOrEqual(MOST);
          expect(told).toContain('BEGIN');
          expect(told.endsWith('END')).toBe(true);
        },
      ),
    );
  });

  it('P2 holds no key of a prompt', () => {
    const lines = summaryLinesOf(message('user', [{ type: 'text', text: `use ${key} for it` }]));
    expect(summaryPrompt(session, lines, null)).toContain('use [REDACTED] for it');
  });
});

describe('what is kept of the answer', () => {
  it.each([
    ['Fixed add() in a.ts.\nAdded a test.', 'Fixed add() in a.ts. Added a test.'],
    ['One. Two. Three. Four. Five.', 'One. Two. Three.'],
    [`Used ${key} for it.`, 'Used [REDACTED] for it.'],
    ['Moved v1.2.3 to b.ts! Was it 2 a.m.? Yes.', 'Moved v1.2.3 to b.ts! Was it 2 a.m.? Yes.'],
  ])('%j', (answer, expected) => expect(readSummary(answer)).toBe(expected));

  it.each(['', ' \n ', '…', '{}', '\u0000'])('%j is none', (answer) =>
    expect(readSummary(answer)).toBeNull(),
  );

  it('is one bounded line', () => {
    const kept = readSummary(`Did ${'very '.repeat(900)}much.`) ?? '';
    expect(kept.length).toBeLessThanOrEqual(1_000);
  });
});
