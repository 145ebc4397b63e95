import { describe, expect, it } from 'vitest';
import { createBackgroundNotes } from './background-notes';

const at = '2026-01-01T00:00:10.000Z';
const line = (type: string, content: unknown, more: object = {}) =>
  JSON.stringify({ type, timestamp: at, message: { role: type, content }, ...more });
const use = (id: string, name: string, input: object) =>
  line('assistant', [{ type: 'tool_use', id, name, input }]);
const result = (id: string, facts: object, is_error = false) =>
  line('user', [{ type: 'tool_result', tool_use_id: id, content: '', is_error }], { toolUseResult: facts });
const over = (id: string) => `<task-notification>\n<task-id>${id}</task-id>\n<status>completed</status>`;

function heard(...lines: string[]) {
  const notes = createBackgroundNotes('2026-01-01T00:00:00.000Z');
  const changes = lines.map(notes.heardLine);
  return { changes, tasks: notes.tasks().map(({ id }) => id), notes };
}

const serve = use('u', 'Bash', { command: 'npm run dev', description: 'Serve', run_in_background: true });
const served = result('u', { backgroundTaskId: 'b1' });

describe('what works in the background of a terminal', () => {
  it('B1 a command begins with the answer to its call', () => {
    const { changes, notes } = heard(serve, served);
    expect(changes).toEqual([false, true]);
    expect(notes.tasks()).toEqual([{ id: 'b1', kind: 'local_bash', description: 'Serve', tool_use_id: 'u' }]);
  });

  it('B1 a sub-agent does, one that is waited for does not', () => {
    const launched = { status: 'async_launched', agentId: 'a1', description: 'Look' };
    const agents = [result('x', { status: 'completed', agentId: 'a0' }), result('y', launched)];
    expect(heard(...agents).tasks).toEqual(['a1']);
  });

  it.each([
    ['a notification as a prompt', [line('user', over('b1'))]],
    [
      'one that waits for the turn',
      [JSON.stringify({ type: 'queue-operation', timestamp: at, content: over('b1') })],
    ],
    [
      'one that went into the turn',
      [JSON.stringify({ type: 'attachment', timestamp: at, attachment: { prompt: over('b1') } })],
    ],
    ['the tool that stops it', [use('k', 'KillShell', { shell_id: 'b1' }), result('k', {})]],
  ])('B1 it ends with %s, once', (_what, lines) => {
    const { changes, tasks } = heard(serve, served, ...lines, ...lines);
    expect(tasks).toEqual([]);
    expect(changes.filter(Boolean)).toHaveLength(2);
  });

  it.each([
    ['the end of another', line('user', over('b2'))],
    ['a stop that failed', [use('k', 'TaskStop', { task_id: 'b1' }), result('k', {}, true)]],
    ['what a tool answered', line('user', [{ type: 'tool_result', tool_use_id: 'z', content: over('b1') }])],
  ])('B1 %s ends nothing', (_what, lines) => {
    expect(heard(serve, served, ...[lines].flat()).tasks).toEqual(['b1']);
  });

  it('B2 what an earlier process began is not running, and no line of the world is too strange', () => {
    const early = served.replace(at, '2025-12-31T00:00:00.000Z');
    expect(heard(serve, early, '{"tool_result', 'null', 'run_in_background').tasks).toEqual([]);
  });
});
