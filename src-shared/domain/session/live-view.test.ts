import { describe, expect, it } from 'vitest';
import type { LiveChange, LiveView } from './live';
import { applyLiveChange, asksInTerminal, noLiveView } from './live-view';
import type { Message } from './message';

const at = '2026-01-01T00:00:00.000Z';
const viewAfter = (...changes: LiveChange[]): LiveView => changes.reduce(applyLiveChange, noLiveView);
const recorded = (facts: Partial<Message> & { id: string }): LiveChange => ({
  type: 'recorded',
  messages: [{ role: 'assistant', content: [], timestamp: at, ...facts }],
});
const tool: LiveChange = { type: 'tool-started', id: 't', tool: 'Bash', input: {} };
const call = { id: 't', tool: 'Bash', input: {}, success: true };
const text = (said: string, block?: number): LiveChange => ({
  type: 'text',
  message_id: 'm',
  text: said,
  ...(block === undefined ? {} : { block }),
});

describe('the live view', () => {
  it('pieces of one message grow together', () => {
    expect(viewAfter(text('a'), text('b'), tool, text('c')).parts).toEqual([
      { type: 'text', message_id: 'm', text: 'ab' },
      { type: 'tool', id: 't', tool: 'Bash', input: {}, call: null },
      { type: 'text', message_id: 'm', text: 'c' },
    ]);
  });

  it('V4 two texts of one message stay two, and each grows whoever speaks in between', () => {
    const other: LiveChange = { type: 'text', message_id: 'inner', block: 0, text: 'x', parent_id: 't' };
    expect(viewAfter(text('a', 0), text('b', 1), other, text('c', 1)).parts).toEqual([
      { type: 'text', message_id: 'm', block: 0, text: 'a' },
      { type: 'text', message_id: 'm', block: 1, text: 'bc' },
      { type: 'text', message_id: 'inner', block: 0, text: 'x', parent_id: 't' },
    ]);
  });

  it('V1 of a message that is recorded block by block the rest stays', () => {
    const begun = viewAfter(text('a', 0), text('b', 1));
    const first = recorded({ id: 'm', content: [{ type: 'text', text: 'a' }] });
    expect(applyLiveChange(begun, first).parts).toEqual([
      { type: 'text', message_id: 'm', block: 1, text: 'b' },
    ]);
  });

  it('what was given up is not shown any longer', () => {
    const gone: LiveChange = { type: 'retracted', message_id: 'm', from_block: 1 };
    const view = viewAfter(text('kept', 0), text('half', 1), tool, gone);
    expect(view.parts).toMatchObject([{ text: 'kept' }, { type: 'tool' }]);
  });

  it('V1 what is recorded is not shown twice; a running tool stays', () => {
    const view = viewAfter(
      { type: 'prompt-sent', id: 'p', text: 'go' },
      text('a'),
      tool,
      recorded({ id: 'm' }),
    );
    expect(view.parts.map(({ type }) => type)).toEqual(['prompt', 'tool']);
    const done = [recorded({ id: 'p', role: 'user' }), recorded({ id: 'm', tool_calls: [call] })];
    expect(done.reduce(applyLiveChange, view).parts).toEqual([]);
  });

  it('V1 what a subagent said goes when it is recorded, also after its call was answered', () => {
    const inner: LiveChange = { type: 'text', message_id: 'inner', block: 0, text: 'x', parent_id: 't' };
    const answered = viewAfter(tool, recorded({ id: 'm', tool_calls: [call] }), inner);
    expect(answered.parts).toHaveLength(1);
    const said = recorded({ id: 'inner', agent_id: 'a', content: [{ type: 'text', text: 'x' }] });
    expect(applyLiveChange(answered, said).parts).toEqual([]);
  });

  it('V5 a retry is shown until something comes', () => {
    const retrying: LiveChange = {
      type: 'retrying',
      retry: { attempt: 1, max_attempts: 10, retry_in_ms: 500 },
    };
    expect(viewAfter(retrying).retry).toMatchObject({ attempt: 1 });
    expect(viewAfter(retrying, text('a', 0)).retry).toBeNull();
    expect(viewAfter(retrying, { type: 'turn-ended', interrupted: false, error: '529' }).retry).toBeNull();
  });

  it('V2 V3 the end of a turn leaves no question, the end of the process nothing provisional', () => {
    const asked: LiveChange = {
      type: 'permission-asked',
      request: { id: 'q', tool: 'Bash', input: {}, rules: [] },
    };
    const begun = [{ type: 'started', model: 'x' }, text('a'), asked] as const;
    expect(viewAfter(...begun).permissions).toHaveLength(1);
    expect(viewAfter(...begun, { type: 'turn-ended', interrupted: true, error: null }).permissions).toEqual(
      [],
    );
    const end = { how: 'died' as const, exit_code: 1, signal: null, last_lines: ['boom'] };
    expect(viewAfter(...begun, { type: 'process-ended', end })).toEqual({ ...noLiveView, model: 'x', end });
  });

  it('V6 who waits without a question waits in its terminal, and nobody does whose question was just answered', () => {
    const waiting: LiveChange = { type: 'status', status: 'waiting' };
    const asked = (id: string): LiveChange => ({
      type: 'permission-asked',
      request: { id, tool: 'Bash', input: {}, rules: [] },
    });
    const settled = (id: string): LiveChange => ({ type: 'permission-settled', id });
    const steps = [{ type: 'started' } as const, waiting, asked('q'), asked('r'), settled('q'), settled('r')];
    const views = steps.map((_, index) => viewAfter(...steps.slice(0, index + 1)));
    expect(views.map(asksInTerminal)).toEqual([false, true, false, false, false, false]);
    expect(views.at(-1)?.status).toBe('busy');
    const ended = viewAfter(...steps.slice(0, 3), { type: 'turn-ended', interrupted: true, error: null });
    expect(asksInTerminal(ended)).toBe(false);
  });
});
