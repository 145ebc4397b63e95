import { describe, expect, it } from 'vitest';
import { createMessageBuilder, MAX_OUTPUT } from './message-builder';

let made = 0;
const line = (facts: Record<string, unknown>, at = '2026-01-01T00:00:00.000Z') => {
  made += 1;
  return JSON.stringify({ uuid: `u${made}`, timestamp: at, isSidechain: false, ...facts });
};
const user = (content: unknown, more = {}) =>
  line({ type: 'user', message: { role: 'user', content }, ...more });
const said = (id: string, ...content: unknown[]) =>
  line({
    type: 'assistant',
    message: { id, model: 'claude-x', content, usage: { input_tokens: 2, output_tokens: 3 } },
  });
const use = (id: string, name = 'Bash') => ({ type: 'tool_use', id, name, input: { command: 'ls' } });
const result = (id: string, content: unknown, at?: string) =>
  line({ type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: id, content }] } }, at);
const shape = (lines: readonly string[]) => createMessageBuilder().add(lines);

describe('messages from a transcript', () => {
  it('B1 the lines of one message id are one message, whatever stands between them', () => {
    const messages = shape([
      user('go'),
      said('m1', { type: 'thinking', thinking: 'hm' }),
      said('m1', use('t1')),
      result('t1', 'a'),
      said('m1', use('t2')),
      result('t2', [{ type: 'text', text: 'b' }]),
      said('m2', { type: 'text', text: 'done' }),
    ]);
    expect(messages.map(({ id, content }) => [id, content.map(({ type }) => type)])).toEqual([
      [expect.any(String), ['text']],
      ['m1', ['thinking', 'tool_use', 'tool_use']],
      ['m2', ['text']],
    ]);
    expect(messages[1]?.tool_calls?.map(({ id, output }) => [id, output])).toEqual([
      ['t1', 'a'],
      ['t2', 'b'],
    ]);
    expect(messages[1]).toMatchObject({ tokens: 5, model: 'claude-x' });
  });

  it('B2 a late result tells its message again, with how long it took', () => {
    const builder = createMessageBuilder();
    expect(builder.add([said('m1', use('t1'))])[0]?.tool_calls).toBeUndefined();
    const [again] = builder.add([result('t1', 'out', '2026-01-01T00:00:01.500Z')]);
    expect(again).toMatchObject({
      id: 'm1',
      tool_calls: [{ id: 't1', tool: 'Bash', output: 'out', duration_ms: 1500, success: true }],
    });
  });

  it('B2 a result that nobody asked for is a message of its own', () => {
    expect(shape([result('t9', 'orphan')])).toMatchObject([
      { role: 'user', content: [{ type: 'tool_result', text: 'orphan' }] },
    ]);
  });

  it('B2 a long result is cut, and says so', () => {
    const [message] = shape([said('m1', use('t1')), result('t1', 'x'.repeat(MAX_OUTPUT + 1))]);
    expect(message?.tool_calls?.[0]).toMatchObject({ truncated: true, output: 'x'.repeat(MAX_OUTPUT) });
  });

  it('B3 a line that comes twice counts once', () => {
    const twice = said('m1', { type: 'text', text: 'once' });
    expect(shape([twice, twice])[0]?.content).toHaveLength(1);
  });

  it('B4 what is not understood is counted and stops nothing', () => {
    const builder = createMessageBuilder();
    const messages = builder.add(['{"cut', '[]', line({ type: 'from-the-future' }), user('hello')]);
    expect(messages).toHaveLength(1);
    expect(builder.notUnderstood()).toBe(2);
  });

  it.each([
    ['a prompt', user('hello'), { role: 'user' }],
    [
      'an interrupt',
      user([{ type: 'text', text: '[Request interrupted by user]' }]),
      { notice: 'interrupted' },
    ],
    ['a command', user('<command-name>/model</command-name>'), { role: 'system', notice: 'command' }],
    ['a compaction', user('Summary', { isCompactSummary: true }), { role: 'system', notice: 'compacted' }],
    [
      'an API error',
      line({
        type: 'assistant',
        isApiErrorMessage: true,
        message: { id: 'e', model: '<synthetic>', content: [{ type: 'text', text: 'API Error' }] },
      }),
      { role: 'assistant', notice: 'api-error' },
    ],
    [
      'a prompt taken into the running turn',
      line({ type: 'attachment', attachment: { type: 'queued_command', prompt: 'also this' } }),
      { role: 'user', content: [{ type: 'text', text: 'also this' }] },
    ],
  ])('%s shows as what it is', (_, text, expected) => {
    expect(shape([text])).toMatchObject([expected]);
  });

  it.each([
    ['text the CLI keeps for itself', user('caveat', { isMeta: true })],
    ['a line of a subagent', user('inner', { isSidechain: true })],
  ])('%s is left out', (_, text) => {
    expect(shape([text])).toEqual([]);
  });

  it('B5 asked to, keeps a line back until the one it hangs on has come; what waits in vain is taken in the end', () => {
    const builder = createMessageBuilder({ inOrder: true });
    const hung = (uuid: string, parentUuid: string | null, content: string) =>
      user(content, { uuid, parentUuid });
    expect(builder.add([hung('b', 'a', 'answer'), hung('c', 'b', 'and more')])).toEqual([]);
    expect(builder.has('b')).toBe(false);
    expect(builder.add([hung('a', null, 'question')]).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(builder.add([hung('e', 'lost', 'late')])).toEqual([]);
    expect(builder.settle().map(({ id }) => id)).toEqual(['e']);
    const many = Array.from({ length: 300 }, (_, index) => hung(`m${index}`, `gone${index}`, 'x'));
    expect(builder.add(many)).toHaveLength(100);
  });
});
