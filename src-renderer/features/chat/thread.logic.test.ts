import type { LiveChange, LiveView } from '@domain/session/live';
import { applyLiveChange, noLiveView } from '@domain/session/live-view';
import type { ContentBlock, Message, ToolCall } from '@domain/session/message';
import { describe, expect, it } from 'vitest';
import { mergeMessages, type Row, recordedThread, threadRows } from './thread.logic';

const at = '2026-11-16T10:02:00.000Z';
const message = (id: string, content: ContentBlock[], more: Partial<Message> = {}): Message => ({
  id,
  role: 'assistant',
  content,
  timestamp: at,
  ...more,
});
const said = (text: string): ContentBlock => ({ type: 'text', text });
const use = (id: string, tool = 'Bash'): ContentBlock => ({ type: 'tool_use', id, tool, input: {} });
const call = (id: string, tool = 'Bash', success = true): ToolCall => ({ id, tool, input: {}, success });
const view = (...changes: LiveChange[]): LiveView =>
  [{ type: 'started' } as const, { type: 'status', status: 'busy' } as const, ...changes].reduce<LiveView>(
    applyLiveChange,
    noLiveView,
  );
const rowsOf = (messages: readonly Message[], live: LiveView = noLiveView) =>
  threadRows(recordedThread(messages), live);
const keys = (rows: readonly Row[]) => rows.map(({ key }) => key);

describe('the thread', () => {
  it('a turn as rows: prompt, thought, text, call', () => {
    const rows = rowsOf([
      message('p', [said('go')], { role: 'user' }),
      message('m', [{ type: 'thinking', text: 'hm' }, said('I will'), use('t')], { tool_calls: [call('t')] }),
    ]);
    expect(rows).toEqual([
      { type: 'you', key: 'you p', text: 'go', at },
      { type: 'thinking', key: 'thinking m 0', text: 'hm' },
      { type: 'say', key: 'say m 0', text: 'I will', at },
      {
        type: 'tools',
        key: 'tool t',
        items: [{ id: 't', tool: 'Bash', input: {}, call: call('t'), isRunning: false }],
      },
    ]);
  });

  it('T1 T2 the record takes the place of what was provisional under the same keys', () => {
    const changes: LiveChange[] = [
      { type: 'prompt-sent', id: 'p', text: 'go' },
      { type: 'thinking', message_id: 'm', text: 'hm' },
      { type: 'text', message_id: 'm', text: 'I ' },
      { type: 'text', message_id: 'm', text: 'will' },
      { type: 'tool-started', id: 't', tool: 'Bash', input: {} },
    ];
    const live = view(...changes);
    const before = rowsOf([], live);
    const recorded = [
      message('p', [said('go')], { role: 'user' }),
      message('m', [{ type: 'thinking', text: 'hm' }, said('I will'), use('t')]),
    ];
    const after = rowsOf(recorded, applyLiveChange(live, { type: 'recorded', messages: recorded }));
    expect(keys(before)).toEqual(['you p', 'thinking m 0', 'say m 0', 'tool t']);
    expect(keys(after)).toEqual(keys(before));
  });

  it('T1 a second text of a message that is recorded in part gets the next place', () => {
    const live = view({ type: 'text', message_id: 'm', text: 'more' });
    expect(keys(rowsOf([message('m', [said('first')])], live))).toEqual(['say m 0', 'say m 1']);
  });

  it('T3 a call without a result runs while Claude works, and only then', () => {
    const messages = [message('m', [use('t')])];
    const running = (live: LiveView) => {
      const [row] = rowsOf(messages, live);
      return row?.type === 'tools' && row.items[0]?.isRunning;
    };
    expect([running(view()), running(noLiveView)]).toEqual([true, false]);
    const done = view(
      { type: 'tool-started', id: 't', tool: 'Bash', input: {} },
      { type: 'tool-finished', call: call('t') },
    );
    expect(running(done)).toBe(false);
  });

  it('neighbouring reads and searches share a node; a failed one and an edit do not', () => {
    const blocks = [use('1', 'Read'), use('2', 'Grep'), use('3', 'Edit'), use('4', 'Read'), use('5', 'Read')];
    const tool_calls = [call('1', 'Read'), call('2', 'Grep'), call('4', 'Read'), call('5', 'Read', false)];
    const rows = rowsOf([message('m', blocks, { tool_calls })]);
    expect(keys(rows)).toEqual(['tool 1', 'tool 3', 'tool 4', 'tool 5']);
    // Also across the border between what is recorded and what is live.
    const live = view({ type: 'tool-started', id: '9', tool: 'Read', input: {} });
    expect(keys(rowsOf([message('m', [use('1', 'Read')])], live))).toEqual(['tool 1']);
  });

  it('what a sub-agent does is nested in its call, live and recorded', () => {
    const live = view(
      { type: 'tool-started', id: 'a', tool: 'Task', input: {} },
      { type: 'text', message_id: 'x', text: 'looking', parent_id: 'a' },
      { type: 'tool-started', id: 'g', tool: 'Grep', input: {}, parent_id: 'a' },
    );
    const [row] = rowsOf([], live);
    expect(row?.type === 'agent' && keys(row.rows)).toEqual(['say x 0', 'tool g']);
    const recorded = [
      message('m', [use('a', 'Task')]),
      message('x', [said('looking')], { agent_id: 'explorer', parent_id: 'a' }),
      message('n', [said('found')]),
    ];
    expect(keys(rowsOf(recorded))).toEqual(['tool a', 'say n 0']);
    const [card] = rowsOf(recorded);
    expect(card?.type === 'agent' && keys(card.rows)).toEqual(['say x 0']);
  });

  it('T4 sub-agents of sub-agents, one that works on in the background, and a branch that was left', () => {
    const recorded = [
      message('m', [use('a', 'Agent')], { tool_calls: [call('a', 'Agent')] }),
      message('asked', [said('look')], { role: 'user', agent_id: 'one', parent_id: 'a' }),
      message('x', [use('b', 'Agent')], { agent_id: 'one', parent_id: 'a' }),
      message('told', [said('go on')], { role: 'user', agent_id: 'one', parent_id: 'a' }),
      message('y', [said('deep')], { agent_id: 'two', parent_id: 'b' }),
      message('left', [said('never mind')], { is_pruned: true }),
    ];
    const live = view({ type: 'text', message_id: 'z', block: 0, text: 'deeper', parent_id: 'b' });
    const rows = rowsOf(recorded, live);
    expect(keys(rows)).toEqual(['tool a']);
    const outer = rows[0]?.type === 'agent' ? rows[0].rows : [];
    expect(outer).toMatchObject([
      { type: 'agent', rows: [{ key: 'say y 0' }, { key: 'say z 0' }] },
      { type: 'notice', text: 'go on' },
    ]);
    const before = recordedThread(recorded);
    expect(threadRows(before, noLiveView)[0]).toMatchObject({ key: 'tool a' });
  });

  it('T3 a sub-agent in the background runs as long as its task does', () => {
    const recorded = [message('m', [use('a', 'Agent')], { tool_calls: [call('a', 'Agent')] })];
    const task = { id: 't', kind: 'local_agent', description: 'look', tool_use_id: 'a' };
    const live = view({ type: 'status', status: 'idle' }, { type: 'tasks', tasks: [task] });
    expect(rowsOf(recorded, live)).toMatchObject([{ item: { isRunning: true } }]);
    expect(rowsOf(recorded)).toMatchObject([{ item: { isRunning: false } }]);
  });

  it('T3 so does a command, and the others of its row do not', () => {
    const recorded = [
      message('m', [use('a', 'Bash'), use('b', 'Bash')], {
        tool_calls: [call('a', 'Bash'), call('b', 'Bash')],
      }),
    ];
    const task = { id: 't', kind: 'local_bash', description: 'npm run dev', tool_use_id: 'a' };
    const live = view({ type: 'status', status: 'idle' }, { type: 'tasks', tasks: [task] });
    const running = (rows: readonly Row[]) =>
      rows.flatMap((row) =>
        row.type === 'tools' ? row.items.map(({ id, isRunning }) => [id, isRunning]) : [],
      );
    expect(running(rowsOf(recorded, live))).toEqual([
      ['a', true],
      ['b', false],
    ]);
    expect(running(rowsOf(recorded))).toEqual([
      ['a', false],
      ['b', false],
    ]);
  });

  it('T4 a sub-agent that is said to have begun itself hangs nowhere below itself', () => {
    const within = { agent_id: 'x', parent_id: 'a' };
    const rows = rowsOf([
      message('m', [use('a', 'Agent')]),
      message('y', [said('deep'), use('a', 'Agent')], within),
    ]);
    expect(rows).toMatchObject([{ key: 'tool a', rows: [{ key: 'say y 0' }, { key: 'tool a', rows: [] }] }]);
  });

  it('of several tries in a row the last one is told', () => {
    const retry = (id: string, attempt: number) =>
      message(id, [said('529 Overloaded')], { role: 'system', notice: 'api-retry', details: { attempt } });
    expect(rowsOf([retry('1', 1), retry('2', 2), message('m', [said('well')])])).toMatchObject([
      { key: 'notice 1', details: { attempt: 2 } },
      { type: 'say' },
    ]);
  });

  it('what is not simply said shows as what it is', () => {
    const rows = rowsOf([
      message('c', [said('summary')], { role: 'system', notice: 'compacted' }),
      message('e', [said('API Error: 529')], { notice: 'api-error' }),
      message('i', [said('half a')], { notice: 'interrupted' }),
      message('l', [said('429')], { notice: 'usage-limit' }),
      message('r', [said('I would')], { notice: 'refused', model: 'claude-x' }),
      message('q', [said('also this')], { role: 'user', is_absorbed: true }),
    ]);
    expect(rows.map((row) => (row.type === 'notice' ? row.notice : row.type))).toEqual([
      'compacted',
      'api-error',
      'say',
      'interrupted',
      'usage-limit',
      'say',
      'refused',
      'you',
    ]);
  });

  it('a message told again replaces its earlier form in its place', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((id) => message(id, []));
    const again = message('a', [said('grown')]);
    if (a === undefined || b === undefined || c === undefined) throw new Error('three were made');
    expect(mergeMessages([a, b], [again, c])).toEqual([again, b, c]);
  });
});
