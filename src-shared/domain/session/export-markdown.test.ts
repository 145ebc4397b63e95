import type { BeadId } from '@domain/ids';
import { describe, expect, it } from 'vitest';
import { durationText, markdownMessage, markdownOf } from './export-markdown';
import { apply, at, run, sessionIn } from './testdata/session-builder';

describe('a session as markdown', () => {
  it('says everything the record knows', () => {
    const session = apply(
      {
        ...sessionIn('closed', {
          title: 'Fix login',
          objective: 'Make it work',
          bead_id: 'bc-1' as BeadId,
          tags: ['auth'],
          branch: 'bc-1/login',
          agent_id: 'executor',
        }),
      },
      [
        { type: 'files-touched', files: ['src/login.ts'] },
        { type: 'commits-noted', commits: ['3f78685'] },
        { type: 'notes-set', notes: 'Mind the cookie.' },
      ],
    );
    const text = markdownOf(
      session,
      [run(1)],
      [
        { id: 'm', role: 'user', timestamp: at(), content: [{ type: 'text', text: 'please' }] },
        {
          id: 'n',
          role: 'assistant',
          timestamp: at(1),
          content: [{ type: 'tool_use', id: 't', tool: 'Read', input: { file_path: 'a' } }],
        },
      ],
    );
    for (const part of [
      '# Fix login',
      '`bc-1`',
      'closed (done)',
      'executor',
      '`auth`',
      '`bc-1/login`',
      'Make it work',
      '`src/login.ts`',
      '`3f78685`',
      'Mind the cookie.',
      '> do it',
      '### User',
      'please',
      '**Tool Read**',
      '"file_path": "a"',
    ])
      expect(text).toContain(part);
  });

  it('keeps hostile text inside its place', () => {
    const text = markdownMessage({
      id: 'm',
      role: 'assistant',
      timestamp: at(),
      content: [{ type: 'tool_result', tool_use_id: 't', text: '```\n# not a title\n````', success: true }],
    });
    expect(text).toContain('`````\n```\n# not a title\n````\n`````');
    expect(markdownOf({ ...sessionIn('draft'), title: 'a\n# b\u001b[2J' }, [], []).split('\n')[0]).toBe(
      '# a # b [2J',
    );
  });

  it.each([
    [0, '0s'],
    [12_999, '12s'],
    [45 * 60_000, '45m'],
    [7_500_000, '2h 5m'],
    [7_200_000, '2h'],
  ])('%i ms is %s', (ms, text) => {
    expect(durationText(ms)).toBe(text);
  });
});
