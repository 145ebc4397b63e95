import { describe, expect, it } from 'vitest';
import { createStreamTranslator } from './stream-translator';

const hear = (...lines: object[]) => {
  const translator = createStreamTranslator();
  return lines.flatMap((line) => translator.hear(JSON.stringify(line)));
};
const start = { type: 'stream_event', event: { type: 'message_start', message: { id: 'm' } } };
const block = (index: number, type: string) => ({
  type: 'stream_event',
  event: { type: 'content_block_start', index, content_block: { type } },
});
const delta = (facts: object, index = 0) => ({
  type: 'stream_event',
  event: { type: 'content_block_delta', index, delta: facts },
});
const piece = (type: 'text' | 'thinking', place: number, text: string) => ({
  type: 'event',
  event: { type, message_id: 'm', block: place, text },
});

describe('lines of stream-json', () => {
  it('pieces are told as they come, each with its block, and the whole block not again', () => {
    const whole = (content: object) => ({
      type: 'assistant',
      uuid: 'u',
      message: { id: 'm', content: [content] },
    });
    const heard = hear(
      start,
      block(0, 'thinking'),
      delta({ type: 'thinking_delta', thinking: 'hm' }),
      whole({ type: 'thinking', thinking: 'hm' }),
      // A kind of block that we do not record has no place in the record.
      block(1, 'server_tool_use'),
      block(2, 'text'),
      delta({ type: 'text_delta', text: 'a' }, 2),
      delta({ type: 'text_delta', text: 'b' }, 2),
      whole({ type: 'text', text: 'ab' }),
      block(3, 'text'),
      delta({ type: 'text_delta', text: 'c' }, 3),
      whole({ type: 'text', text: 'c' }),
    );
    expect(heard.filter(({ type }) => type === 'event')).toEqual([
      piece('thinking', 0, 'hm'),
      piece('text', 1, 'a'),
      piece('text', 1, 'b'),
      piece('text', 2, 'c'),
    ]);
    expect(heard.filter(({ type }) => type === 'line')).toHaveLength(3);
  });

  it('what broke off and is asked for anew is taken back', () => {
    const half = [start, block(0, 'text'), delta({ type: 'text_delta', text: 'half' })];
    const anew = { type: 'stream_event', event: { type: 'message_start', message: { id: 'm2' } } };
    const gone = { type: 'event', event: { type: 'retracted', message_id: 'm', from_block: 0 } };
    expect(hear(...half, anew)).toEqual([piece('text', 0, 'half'), gone]);
    expect(hear(...half, { type: 'result', subtype: 'success' })).toContainEqual(gone);
  });

  it("the CLI's own words come whole", () => {
    const own = {
      type: 'assistant',
      uuid: 'u',
      message: { id: 'e', content: [{ type: 'text', text: 'API Error' }] },
    };
    expect(hear(own)).toContainEqual({
      type: 'event',
      event: { type: 'text', message_id: 'e', block: 0, text: 'API Error' },
    });
  });

  it('a subagent speaks under its call', () => {
    const inner = {
      type: 'assistant',
      uuid: 'u',
      parent_tool_use_id: 'call',
      message: { id: 'i', content: [{ type: 'tool_use', id: 't', name: 'Bash', input: {} }] },
    };
    expect(hear(inner)).toEqual([
      { type: 'event', event: { type: 'tool-started', id: 't', tool: 'Bash', input: {}, parent_id: 'call' } },
      { type: 'line', uuid: 'u' },
    ]);
  });

  it.each([
    [
      'success',
      { subtype: 'success', result: 'Done.' },
      { isAborted: false, result: 'Done.', error: null, limit: null },
    ],
    [
      'an API error, which calls itself success',
      { subtype: 'success', is_error: true, result: 'API Error: 529' },
      { isAborted: false, result: null, error: 'API Error: 529', limit: null },
    ],
    [
      'an interrupt',
      { subtype: 'error_during_execution', is_error: true, errors: ['aborted'] },
      { isAborted: true, result: null, error: 'aborted', limit: null },
    ],
  ])('the end of a turn: %s', (_, facts, expected) => {
    expect(hear({ type: 'result', ...facts })).toEqual([{ type: 'turn-ended', ...expected }]);
  });

  it('a limit that ended the turn is told, with its end when Claude says it', () => {
    const said = { type: 'assistant', error: 'rate_limit', message: { id: 'e', content: [] } };
    const info = { status: 'rejected', resetsAt: 1_794_830_400 };
    const end = { type: 'result', subtype: 'success', is_error: true, result: '429' };
    const limits = (...lines: object[]) =>
      hear(...lines).flatMap((heard) => (heard.type === 'turn-ended' ? [heard.limit] : []));
    expect(limits(said, end)).toEqual([{ resets_at: null }]);
    expect(limits({ type: 'rate_limit_event', rate_limit_info: info }, said, end)).toEqual([
      { resets_at: '2026-11-16T12:00:00.000Z' },
    ]);
    const well = { type: 'assistant', message: { id: 'm', content: [] } };
    expect(limits(said, end, { type: 'system', subtype: 'init' }, well, end)).toEqual([
      { resets_at: null },
      null,
    ]);
  });

  it('who works in the background is told, who is waited for not; a retry as what it is', () => {
    const call = (id: string, run_in_background: boolean) => ({
      type: 'assistant',
      message: { id, content: [{ type: 'tool_use', id, name: 'Agent', input: { run_in_background } }] },
    });
    const began = (id: string, more = {}) => ({
      type: 'system',
      subtype: 'task_started',
      task_id: `task-${id}`,
      tool_use_id: id,
      task_type: 'local_agent',
      description: 'look',
      ...more,
    });
    const ended = { type: 'system', subtype: 'task_notification', task_id: 'task-b' };
    const tasks = (...lines: object[]) =>
      hear(...lines).flatMap((heard) =>
        heard.type === 'event' && heard.event.type === 'tasks' ? [heard.event.tasks.map(({ id }) => id)] : [],
      );
    expect(tasks(call('a', false), began('a'), call('b', true), began('b'), ended)).toEqual([['task-b'], []]);
    expect(tasks(began('c', { is_backgrounded: true }))).toEqual([['task-c']]);
    const all = { type: 'system', subtype: 'background_tasks_changed', tasks: [{ task_id: 'x' }] };
    expect(tasks(all)).toEqual([['x']]);
    const retry = { attempt: 1, max_retries: 10, retry_delay_ms: 509.6, error_status: 529 };
    expect(hear({ type: 'system', subtype: 'api_retry', ...retry })).toEqual([
      {
        type: 'event',
        event: {
          type: 'retrying',
          retry: { attempt: 1, max_attempts: 10, retry_in_ms: 510, http_status: 529 },
        },
      },
    ]);
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
