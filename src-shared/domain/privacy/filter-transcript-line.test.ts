import { describe, expect, it } from 'vitest';
import { createLineFilter, filterTranscriptLine } from './filter-transcript-line';
import { defaultPolicy, type PrivacyPolicy } from './tiers';

const key = `ghp_${'a1B2'.repeat(9)}`;
const line = (content: unknown, more: object = {}) => ({
  type: 'user',
  uuid: 'u1',
  sessionId: '11111111-1111-4111-8111-111111111111',
  message: { role: 'user', content, usage: { input_tokens: 3 } },
  ...more,
});

describe('a transcript line', () => {
  it('keeps its shape, and loses a key wherever it stands', () => {
    const tools = new Map<string, string>();
    const filtered = filterTranscriptLine(
      line(`see ${key}`, { cwd: '/a/b', [key]: { deep: [key] } }),
      {},
      tools,
    );
    expect(JSON.stringify(filtered)).not.toContain(key);
    expect(filtered).toMatchObject({
      uuid: 'u1',
      cwd: '/a/b',
      message: { usage: { input_tokens: 3 }, content: 'see [REDACTED]' },
    });
  });

  it('treats a tool and its result by its tier', () => {
    const tools = new Map<string, string>();
    const call = filterTranscriptLine(
      line([
        { type: 'tool_use', id: 't1', name: 'Edit', input: { file_path: '/a.ts', new_string: 'hidden' } },
        { type: 'tool_use', id: 't2', name: 'Bash', input: { command: 'echo $HOME' } },
      ]),
      defaultPolicy,
      tools,
    );
    expect(call).toMatchObject({
      message: {
        content: [
          { input: { file_path: '/a.ts', new_string: '[string]' } },
          { input: { command: 'echo [ENV:HOME]' } },
        ],
      },
    });
    const result = filterTranscriptLine(
      line([{ type: 'tool_result', tool_use_id: 't1', content: 'hidden too' }], {
        toolUseResult: { newString: 'hidden as well' },
      }),
      defaultPolicy,
      tools,
    );
    expect(JSON.stringify(result)).not.toContain('hidden');
    const unknown = filterTranscriptLine(
      line([{ type: 'tool_result', tool_use_id: 'never', content: 'password=swordfish9' }]),
      defaultPolicy,
      tools,
    );
    expect(JSON.stringify(unknown)).not.toContain('swordfish9');
  });

  it('of several results on a line the strictest decides what is kept beside them', () => {
    const tools = new Map([
      ['t1', 'Read'],
      ['t2', 'Edit'],
    ]);
    const results = ['t1', 't2'].map((id) => ({ type: 'tool_result', tool_use_id: id, content: '' }));
    const two = line(results, { toolUseResult: { newString: 'hidden' } });
    expect(JSON.stringify(filterTranscriptLine(two, defaultPolicy, tools))).not.toContain('hidden');
  });

  it('each line is under the rules of the folder it names', () => {
    const strict: PrivacyPolicy = { ...defaultPolicy, Bash: 'none' };
    const filter = createLineFilter((folder) => (folder === '/strict' ? strict : defaultPolicy));
    const call = { type: 'tool_use', id: 't9', name: 'Bash', input: { command: 'make all' } };
    expect(JSON.stringify(filter(line([call], { cwd: '/elsewhere' })))).toContain('make all');
    expect(JSON.stringify(filter(line([call], { cwd: '/strict' })))).not.toContain('make all');
  });

  it('keeps no picture', () => {
    const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } };
    const tools = new Map([['t', 'Read']]);
    const lines = [line([picture]), line([{ type: 'tool_result', tool_use_id: 't', content: [picture] }])];
    for (const one of lines)
      expect(JSON.stringify(filterTranscriptLine(one, defaultPolicy, tools))).not.toContain('AAAA');
  });
});
