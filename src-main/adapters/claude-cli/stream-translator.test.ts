import { describe, expect, it } from 'vitest';
import { createStreamTranslator } from './stream-translator';

const hear = (...lines: object[]) => {
  const translator = createStreamTranslator();
  return lines.flatMap((line) => translator.hear(JSON.stringify(line)));
};
const start = { type: 'stream_event', event: { type: 'message_start', message: { id: 'm' } } };
const delta = (facts: object) => ({
  type: 'stream_event',
  event: { type: 'content_block_delta', delta: facts },
});

describe('lines of stream-json', () => {
  it('pieces are told as they come, and the whole block not again', () => {
    const whole = {
      type: 'assistant',
      uuid: 'u',
      message: { id: 'm', content: [{ type: 'text', text: 'ab' }] },
    };
    const heard = hear(
      start,
      delta({ type: 'thinking_delta', thinking: 'hm' }),
      delta({ type: 'text_delta', text: 'a' }),
      delta({ type: 'text_delta', text: 'b' }),
      whole,
    );
    expect(heard).toEqual([
      { type: 'event', event: { type: 'thinking', message_id: 'm', text: 'hm' } },
      { type: 'event', event: { type: 'text', message_id: 'm', text: 'a' } },
      { type: 'event', event: { type: 'text', message_id: 'm', text: 'b' } },
      { type: 'line', uuid: 'u' },
    ]);
  });

  it("the CLI's own words come whole", () => {
    const own = {
      type: 'assistant',
      uuid: 'u',
      message: { id: 'e', content: [{ type: 'text', text: 'API Error' }] },
    };
    expect(hear(own)).toContainEqual({
      type: 'event',
      event: { type: 'text', message_id: 'e', text: 'API Error' },
    });
  });

  it('a subagent speaks under its call, and no line of the main file is awaited for it', () => {
    const inner = {
      type: 'assistant',
      uuid: 'u',
      parent_tool_use_id: 'call',
      message: { id: 'i', content: [{ type: 'tool_use', id: 't', name: 'Bash', input: {} }] },
    };
    expect(hear(inner)).toEqual([
      { type: 'event', event: { type: 'tool-started', id: 't', tool: 'Bash', input: {}, parent_id: 'call' } },
    ]);
  });

  it.each([
    ['success', { subtype: 'success', result: 'Done.' }, { isAborted: false, result: 'Done.', error: null }],
    [
      'an API error, which calls itself success',
      { subtype: 'success', is_error: true, result: 'API Error: 529' },
      { isAborted: false, result: null, error: 'API Error: 529' },
    ],
    [
      'an interrupt',
      { subtype: 'error_during_execution', is_error: true, errors: ['aborted'] },
      { isAborted: true, result: null, error: 'aborted' },
    ],
  ])('the end of a turn: %s', (_, facts, expected) => {
    expect(hear({ type: 'result', ...facts })).toEqual([{ type: 'turn-ended', ...expected }]);
  });

  it('a request that is not understood is refused, not left hanging', () => {
    expect(hear({ type: 'control_request', request_id: 'r', request: { subtype: 'new_thing' } })).toEqual([
      { type: 'unknown-request', request_id: 'r' },
    ]);
  });

  it('what is no line of the protocol is passed over', () => {
    expect(createStreamTranslator().hear('warning: something')).toEqual([]);
    expect(hear({ type: 'from-the-future' }, { type: 'assistant' }, { type: 'user' }, {})).toEqual([]);
  });
});
