import type { Message, ToolCall } from '@domain/session/message';
import { describe, expect, it } from 'vitest';
import type { HistorySession } from './record';
import { endLine, saidFactsOf, summaryOf } from './session-summary';

const said = (role: Message['role'], text: string, more: Partial<Message> = {}): Message => ({
  id: `${role}-${text}`,
  role,
  timestamp: '2026-10-12T09:41:00.000Z',
  content: text === '' ? [] : [{ type: 'text', text }],
  ...(role === 'assistant' ? { model: 'claude-opus-5' } : {}),
  ...more,
});
const called = (...calls: Partial<ToolCall>[]) =>
  said('assistant', '', {
    tool_calls: calls.map((call, at) => ({ id: `t${at}`, tool: 'Bash', input: {}, success: true, ...call })),
  });
const session = {
  id: '0b9f7a52-0000-4000-8000-000000000001',
  title: null,
  initial_prompt: 'Fix the zone lookup\nplease',
  status: 'closed',
  outcome: null,
  cwd: '/home/ada/tide',
  stats: { total_messages: 4 },
} as unknown as HistorySession;
const nothing = { files: [], commits: [], note: null, generated: null };

describe('what a transcript tells', () => {
  it('the first prompt, the last answer, files and commits', () => {
    const facts = saidFactsOf(
      [
        said('user', '/clear', { notice: 'command' }),
        said('user', 'Fix the zone lookup'),
        called(
          { tool: 'Edit', input: { file_path: '/home/ada/tide/src/zone.ts' } },
          { tool: 'Edit', input: { file_path: '/home/ada/tide/src/zone.ts' } },
          { tool: 'Write', input: { file_path: '/home/ada/tide/never.ts' }, success: false },
        ),
        called({
          input: { command: 'git add -A && git commit -m "Fix zones"' },
          output: '[main (root-commit) 1a2b3c4] Fix zones\n 1 file changed, 2 insertions(+)',
        }),
        called({ input: { command: 'cat log' }, output: '[main 9999999] not committed here' }),
        said('assistant', 'The table was one hour off.'),
      ],
      [called({ tool: 'Write', input: { file_path: '/tmp/notes.md' } })],
    );
    expect(facts).toEqual({
      end: 'answered',
      asked: 'Fix the zone lookup',
      answered: 'The table was one hour off.',
      written: ['/home/ada/tide/src/zone.ts', '/tmp/notes.md'],
      commits: [{ sha: '1a2b3c4', subject: 'Fix zones' }],
    });
    const summary = summaryOf(session, facts, nothing);
    expect(summary).toMatchObject({ title: 'Fix the zone lookup', files: ['src/zone.ts', '/tmp/notes.md'] });
    expect(endLine(summary)).toBe('Closed. Claude answered. 2 files written, 1 commit.');
  });

  it.each([
    ['empty', []],
    ['unanswered', [said('user', 'Hello')]],
    ['answered', [said('user', 'Hello'), said('assistant', 'Hello.')]],
    ['interrupted', [said('user', 'Hello'), said('user', 'stopped', { notice: 'interrupted' })]],
    [
      'failed',
      [said('user', 'Hello'), { ...said('system', 'no'), role: 'assistant', notice: 'api-error' } as Message],
    ],
  ] as const)('how it ends: %s', (end, messages) => {
    expect(saidFactsOf(messages).end).toBe(end);
  });
});

describe('a summary', () => {
  it('is there when the transcript is gone, by what was kept', () => {
    const summary = summaryOf(session, null, {
      files: ['src/zone.ts'],
      commits: ['1a2b3c4d'],
      note: 'Done.',
      generated: null,
    });
    expect(summary).toMatchObject({
      title: 'Fix the zone lookup',
      end: 'unknown',
      asked: 'Fix the zone lookup\nplease',
      answered: null,
      note: 'Done.',
      generated: null,
      files: ['src/zone.ts'],
      commits: [{ sha: '1a2b3c4d', subject: null }],
    });
  });

  it('tells the commits of the record, with the subjects of the transcript', () => {
    const facts = {
      ...saidFactsOf([]),
      commits: [commit('1a2b3c4', 'Zones'), commit('9999999', 'Amended away')],
    };
    const { commits } = summaryOf(session, facts, { ...nothing, commits: ['1a2b3c4d5e6f', '7777777aaaaa'] });
    expect(commits).toEqual([commit('1a2b3c4d5e6f', 'Zones'), commit('7777777aaaaa', null)]);
  });

  it('stays short, and says how much there was', () => {
    const files = Array.from({ length: 300 }, (_, at) => `f${at}.ts`);
    const facts = { ...saidFactsOf([said('user', 'x'.repeat(9_000)), said('assistant', 'y'.repeat(9_000))]) };
    const summary = summaryOf(session, facts, { ...nothing, files });
    expect(summary.files).toHaveLength(200);
    expect(summary.file_count).toBe(300);
    expect(JSON.stringify(summary).length).toBeLessThan(6_000);
  });

  it('of a session in which nothing was said', () => {
    expect(endLine(summaryOf(session, saidFactsOf([]), nothing))).toBe('Empty session.');
  });
});

function commit(sha: string, subject: string | null) {
  return { sha, subject };
}
