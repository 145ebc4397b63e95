import type { Message } from '@domain/session/message';
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

  it('B2 a result counts its pictures, and keeps none', () => {
    const png = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AQID' } };
    const content = [png, { type: 'text', text: 'small' }, png];
    const [message] = shape([said('m1', use('t1')), result('t1', content)]);
    expect(message?.tool_calls).toMatchObject([{ output: '[image]\nsmall\n[image]', images: 2 }]);
    expect(JSON.stringify(message)).not.toContain('AQID');
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
      'what the program says in the place of an answer',
      line({
        type: 'assistant',
        message: {
          id: 's',
          model: '<synthetic>',
          content: [{ type: 'text', text: 'No response requested.' }],
        },
      }),
      { id: 's', role: 'system', notice: 'info' },
    ],
    [
      'a prompt taken into the running turn',
      line({ type: 'attachment', attachment: { type: 'queued_command', prompt: 'also this' } }),
      { role: 'user', content: [{ type: 'text', text: 'also this' }] },
    ],
  ])('%s shows as what it is', (_, text, expected) => {
    expect(shape([text])).toMatchObject([expected]);
  });

  it('text the CLI keeps for itself is left out', () => {
    expect(shape([user('caveat', { isMeta: true })])).toEqual([]);
  });
});

const placed = (uuid: string, parentUuid: string | null, facts: Record<string, unknown>) =>
  line({ uuid, parentUuid, ...facts });
const prompt = (uuid: string, parent: string | null, more = {}) =>
  placed(uuid, parent, { type: 'user', message: { content: uuid }, ...more });
const answer = (uuid: string, parent: string | null, ...content: unknown[]) =>
  placed(uuid, parent, { type: 'assistant', message: { id: `m-${uuid}`, content } });
const text = (said: string) => ({ type: 'text', text: said });
const shown = (messages: readonly Message[]) =>
  messages.flatMap(({ id, is_pruned }) => (is_pruned ? [] : [id]));

describe('branches', () => {
  const trunk = [prompt('a', null), answer('b', 'a', text('b'))];

  it('B6 the path of the line written last is the thread; what was left is told again, marked', () => {
    const builder = createMessageBuilder();
    builder.add([...trunk, prompt('old', 'b'), answer('older', 'old', text('x'))]);
    const told = builder.add([prompt('new', 'b')]);
    expect(told.map(({ id, is_pruned }) => [id, is_pruned])).toEqual([
      ['old', true],
      ['m-older', true],
      ['new', undefined],
    ]);
    const back = builder.add([prompt('again', 'older')]);
    expect(back.map(({ id, is_pruned }) => [id, is_pruned])).toEqual([
      ['old', undefined],
      ['m-older', undefined],
      ['new', true],
      ['again', undefined],
    ]);
  });

  it('B8 what is old and settled is not kept; one that would change is missed, one that waits is there', () => {
    const builder = createMessageBuilder({ keeps: 2 });
    builder.add([prompt('a', null), answer('b', 'a', use('t1')), prompt('c', 'b'), prompt('d', 'c')]);
    expect(builder.add([result('t1', 'late')]).map(({ id, tool_calls }) => [id, tool_calls?.length])).toEqual(
      [['m-b', 1]],
    );
    expect(builder.isLacking()).toBe(false);
    builder.add([prompt('other', 'a')]);
    expect(builder.isLacking()).toBe(true);
  });

  it('B6 tools that ran side by side are no branches, and a hook that failed goes with its tool', () => {
    const parts = [
      placed('c1', 'b', { type: 'assistant', message: { id: 'm', content: [use('t1')] } }),
      placed('c2', 'c1', { type: 'assistant', message: { id: 'm', content: [use('t2')] } }),
      placed('r1', 'c1', {
        type: 'user',
        message: { content: [{ type: 'tool_result', tool_use_id: 't1' }] },
      }),
      placed('h', 'r1', {
        type: 'attachment',
        attachment: { type: 'hook_non_blocking_error', hookName: 'PostToolUse', stderr: 'no' },
      }),
      placed('r2', 'c2', {
        type: 'user',
        message: { content: [{ type: 'tool_result', tool_use_id: 't2' }] },
      }),
    ];
    const messages = shape([...trunk, ...parts, answer('d', 'r2', text('done'))]);
    expect(shown(messages)).toEqual(['a', 'm-b', 'm', 'h', 'm-d']);
    expect(messages.find(({ id }) => id === 'm')?.tool_calls).toHaveLength(2);
  });

  it('B6 an answer and the retry before it on one line, the next prompt on the retry: no branch', () => {
    const retry = placed('r', 'a', { type: 'system', subtype: 'api_error', error: { formatted: '529' } });
    const messages = shape([...trunk, retry, prompt('c', 'r'), answer('d', 'c', text('d'))]);
    expect(shown(messages)).toEqual(['a', 'm-b', 'r', 'c', 'm-d']);
    const left = shape([...trunk, retry, prompt('c', 'r'), prompt('instead', 'r')]);
    expect(shown(left)).toEqual(['a', 'm-b', 'r', 'instead']);
  });

  it('B6 a lost line hides nothing, and a compaction nothing before it', () => {
    const boundary = placed('c', null, {
      type: 'system',
      subtype: 'compact_boundary',
      logicalParentUuid: 'd',
      compactMetadata: { trigger: 'auto' },
    });
    const summary = prompt('s', 'c', { isCompactSummary: true });
    const messages = shape([...trunk, prompt('d', 'lost'), boundary, summary, prompt('e', 's')]);
    expect(shown(messages)).toEqual(['a', 'm-b', 'd', 'c', 'e']);
    expect(messages.find(({ id }) => id === 'c')).toMatchObject({
      notice: 'compacted',
      content: [text('s')],
      details: { trigger: 'auto' },
    });
    const beside = shape([...trunk, prompt('d', 'lost'), boundary, summary, prompt('e', 'd')]);
    expect(shown(beside)).toEqual(['a', 'm-b', 'd', 'c', 'e']);
    const before = shape([...trunk, prompt('d', 'b'), boundary, summary, prompt('e', 'b')]);
    expect(shown(before)).toEqual(['a', 'm-b', 'e']);
  });
});

describe('subagents', () => {
  const task = (id: string, asked: string) => ({
    type: 'tool_use',
    id,
    name: 'Agent',
    input: { prompt: asked },
  });
  const inner = (uuid: string, parent: string | null, more = {}) =>
    prompt(uuid, parent, { isSidechain: true, ...more });
  const links = (messages: readonly Message[]) =>
    messages.flatMap(({ id, agent_id, parent_id }) =>
      agent_id === undefined ? [] : [[id, agent_id, parent_id]],
    );

  it('B7 one without a name is found by its prompt, and its lines are no branch of the thread', () => {
    const messages = shape([
      prompt('a', null),
      answer('b', 'a', task('t1', 'look'), task('t2', 'look')),
      inner('look', null),
      placed('i', 'look', { type: 'assistant', isSidechain: true, message: { id: 'mi', content: [] } }),
      prompt('c', 'b'),
    ]);
    expect(links(messages)).toEqual([
      ['look', 'look', 't1'],
      ['mi', 'look', 't1'],
    ]);
    expect(shown(messages)).toEqual(['a', 'm-b', 'look', 'mi', 'c']);
  });

  it('B7 what is certain wins over what was guessed, and is told again', () => {
    const builder = createMessageBuilder();
    const called = answer('b', null, task('t1', 'look'), task('t2', 'look'));
    const first = inner('x1', null, { agentId: 'one', message: { content: 'look' } });
    const second = inner('x2', null, { agentId: 'two', message: { content: 'look' } });
    expect(links(builder.add([called, first, second]))).toEqual([
      ['x1', 'one', 't1'],
      ['x2', 'two', 't2'],
    ]);
    expect(links([...builder.link('two', 't1'), ...builder.link('one', 't2')])).toContainEqual([
      'x2',
      'two',
      't1',
    ]);
    const answered = placed('r', 'b', {
      type: 'user',
      toolUseResult: { agentId: 'one' },
      message: { content: [{ type: 'tool_result', tool_use_id: 't2' }] },
    });
    expect(links(builder.add([answered, inner('x3', 'x1', { agentId: 'one' })]))).toEqual([
      ['x3', 'one', 't2'],
    ]);
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
