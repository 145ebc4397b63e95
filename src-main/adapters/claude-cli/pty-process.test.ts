import type { SessionId } from '@domain/ids';
import type { Message } from '@domain/session/message';
import { describe, expect, it } from 'vitest';
import type { DriverEvent } from '../../ports/claude-driver';
import { createFakePty } from '../../testing/fake-pty';
import { createManualTimers } from '../../testing/manual-timers';
import { createPtyProcess, type PtyProcessDeps } from './pty-process';

function setUp(more: Partial<PtyProcessDeps>) {
  const events: DriverEvent[] = [];
  const pty = createFakePty();
  const process = createPtyProcess({
    request: {
      session_id: '11111111-1111-4111-8111-111111111111' as SessionId,
      mode: { type: 'new' },
      cwd: '/',
      project: '/',
      prompt: '',
    },
    firstQuestion: null,
    isLoggedIn: async () => true,
    timers: createManualTimers(),
    now: () => '2026-01-01T00:00:00.000Z',
    stateOf: async () => null,
    keepPicture: async () => '',
    takeNotes: async () => [],
    tail: () => ({ expect() {}, look: async () => {}, finish: async () => {}, leave: async () => {} }),
    transcriptPath: '/t.jsonl',
    endLeftovers: async () => {},
    onReplaced: () => {},
    onOver: async () => {},
    ...more,
  });
  const live = process.attach(pty);
  const ended = new Promise<void>((resolve) => {
    live.onEvent((event) => {
      events.push(event);
      if (event.type === 'process-ended') resolve();
    });
  });
  return { process, pty, live, events, ended };
}

const fails = async () => {
  throw new Error('no');
};

it.each<[string, Partial<PtyProcessDeps>]>([
  ['the last reading', { tail: () => ({ expect() {}, look: async () => {}, finish: fails, leave: fails }) }],
  ['clearing up', { onOver: fails }],
  ['ending what it left', { endLeftovers: fails }],
])('Z5 the end is told although %s fails', async (_what, more) => {
  const { pty, events, ended } = setUp(more);
  pty.exit(null, 'SIGKILL');
  await ended;
  expect(events.map(({ type }) => type)).toEqual(['notice', 'process-ended']);
});

describe('a turn that was over before anybody looked', () => {
  const at = '2026-01-01T00:00:00.000Z';
  const entry = (stamp: number) => ({
    session_id: '11111111-1111-4111-8111-111111111111',
    status: 'idle' as const,
    procStart: null,
    stamp,
  });

  it.each<[string, Message, string]>([
    [
      'Go.',
      { id: 'm1', role: 'user', content: [{ type: 'text', text: 'Go.' }], timestamp: at },
      'turn_duration',
    ],
    [
      '/compact',
      {
        id: 'm1',
        role: 'system',
        notice: 'command',
        content: [{ type: 'text', text: '<command-name>/compact</command-name>' }],
        timestamp: at,
      },
      'compact_boundary',
    ],
  ])('Z3 W1 %s is known by the record alone: no hook, never busy', async (prompt, message, subtype) => {
    const timers = createManualTimers();
    let stamp = 1;
    const written: [Message, string][] = [];
    const { pty, live, events } = setUp({
      timers,
      stateOf: async () => entry(stamp),
      takeNotes: async () => [{ model: 'm' }],
      tail: (_id, hear) => ({
        expect() {},
        finish: async () => {},
        leave: async () => {},
        async look() {
          for (const [told, line] of written.splice(0)) {
            hear.onLine?.(line);
            hear.onMessages([told]);
          }
        },
      }),
    });
    const turning = async (isDone: () => boolean) => {
      for (let turn = 0; turn < 200 && !isDone(); turn += 1) {
        timers.turn(200);
        await new Promise((resolve) => setImmediate(resolve));
      }
      expect(isDone()).toBe(true);
    };
    await turning(() => events.some(({ type }) => type === 'started'));
    const sent = live.send(prompt, 'p1');
    await turning(() => pty.typed.length > 0);
    pty.say('drawn');
    await turning(() => pty.typed.at(-1) === '\r');
    written.push([message, JSON.stringify({ type: 'system', subtype, timestamp: at })]);
    stamp = 3;
    await turning(() => events.some(({ type }) => type === 'turn-ended'));
    expect(await sent).toEqual({ ok: true, value: null });
    const told = events.filter(({ type }) => type !== 'status' && type !== 'counted');
    expect(told).toEqual([
      { type: 'started', model: 'm', transcript_path: '/t.jsonl' },
      { type: 'prompt-sent', id: 'p1', text: prompt },
      { type: 'recorded', messages: [message], replaces: ['p1'] },
      { type: 'turn-ended', interrupted: false },
    ]);
    pty.exit(0);
  });
});

it('W3 a session that the process has left is not followed when it comes back: said once, and nothing is typed', async () => {
  const timers = createManualTimers();
  const [own, next] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
  let session_id = own;
  const { pty, live, events } = setUp({
    timers,
    stateOf: async () => ({ session_id, status: 'idle', procStart: null, stamp: 1 }),
    takeNotes: async () => [{ model: 'm', session_id }],
  });
  const turning = async (times: number) => {
    for (let turn = 0; turn < times; turn += 1) {
      timers.turn(1000);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  await turning(5);
  session_id = next;
  await turning(5);
  expect(live.session_id).toBe(next);
  session_id = own;
  await turning(5);
  void live.send('not there');
  await turning(5);
  expect(live.session_id).toBe(next);
  expect(pty.typed).toEqual([]);
  expect(events.filter(({ type }) => type === 'notice')).toHaveLength(1);
  session_id = next;
  await turning(5);
  expect(pty.typed.join('')).toContain('not there');
  pty.exit(0);
});

describe('Claude waits', () => {
  const own = '11111111-1111-4111-8111-111111111111';

  async function begun() {
    const timers = createManualTimers();
    let status: 'idle' | 'busy' | 'waiting' = 'idle';
    let stamp = 1;
    const seat = setUp({
      timers,
      stateOf: async () => ({ session_id: own, status, procStart: null, stamp }),
      takeNotes: async () => [{ model: 'm', session_id: own }],
    });
    const become = async (next: typeof status, looks: number) => {
      status = next;
      stamp += 1;
      for (let look = 0; look < looks; look += 1) {
        timers.turn(150);
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    const statuses = () => seat.events.flatMap((event) => (event.type === 'status' ? [event.status] : []));
    await become('idle', 10);
    return { ...seat, become, statuses };
  }

  it('W4 for something that no hook has put: told when it lasts, and taken back', async () => {
    const { pty, become, statuses } = await begun();
    await become('busy', 8);
    await become('waiting', 3);
    expect(statuses()).toEqual(['idle', 'busy']);
    await become('waiting', 10);
    expect(statuses()).toEqual(['idle', 'busy', 'waiting']);
    await become('busy', 2);
    expect(statuses()).toEqual(['idle', 'busy', 'waiting', 'busy']);
    pty.exit(0);
  });

  it('W4 for a question of a hook: told at once, and the moment after its answer is no other one', async () => {
    const { process, pty, live, events, become, statuses } = await begun();
    await become('busy', 8);
    const tool = { tool_name: 'Bash', tool_input: { command: 'ls' } };
    const call = { hook_event_name: 'PermissionRequest', session_id: own, ...tool };
    const answered = process.hear(call, new Promise(() => {}));
    await become('waiting', 1);
    const asked = events.find((event) => event.type === 'permission-asked');
    expect(statuses()).toEqual(['idle', 'busy', 'waiting']);
    await live.answerPermission(asked?.request.id ?? '', { behavior: 'allow', always: false });
    await answered;
    await become('waiting', 3);
    expect(statuses()).toEqual(['idle', 'busy', 'waiting', 'busy']);
    pty.exit(0);
  });
});

it('what works in the background is told as the record has it, and goes along into the next session', async () => {
  const timers = createManualTimers();
  const [own, next] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
  let session_id = own;
  const written: string[] = [];
  const { pty, events } = setUp({
    timers,
    stateOf: async () => ({ session_id, status: 'idle', procStart: null, stamp: 1 }),
    takeNotes: async () => [{ model: 'm', session_id }],
    tail: (_id, hear) => {
      const look = async () => {
        for (const line of written.splice(0)) hear.onLine?.(line);
      };
      return { expect() {}, look, finish: look, leave: look };
    },
  });
  const turning = async (times: number) => {
    for (let turn = 0; turn < times; turn += 1) {
      timers.turn(1000);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const result = { type: 'tool_result', tool_use_id: 'u', content: '' };
  const timestamp = '2026-01-01T00:00:01.000Z';
  const begun = { type: 'user', timestamp, message: { content: [result] } };
  written.push(JSON.stringify({ ...begun, toolUseResult: { backgroundTaskId: 'b1' } }));
  await turning(5);
  session_id = next;
  await turning(5);
  const told = events.filter(({ type }) => type === 'tasks' || type === 'session-replaced');
  const task = { id: 'b1', kind: 'local_bash', description: '', tool_use_id: 'u' };
  expect(told).toMatchObject([
    { type: 'tasks', tasks: [task] },
    { type: 'session-replaced' },
    { type: 'tasks', tasks: [task] },
  ]);
  pty.exit(0);
});

it('G1 G2 which model answers is told as the record has it, of this run and of the session itself', async () => {
  const timers = createManualTimers();
  const own = '11111111-1111-4111-8111-111111111111';
  const written: Message[][] = [];
  const { pty, events } = setUp({
    timers,
    stateOf: async () => ({ session_id: own, status: 'busy', procStart: null, stamp: 1 }),
    takeNotes: async () => [{ model: 'first-1', session_id: own }],
    tail: (_id, hear) => {
      const look = async () => {
        for (const messages of written.splice(0)) hear.onMessages(messages);
      };
      return { expect() {}, look, finish: look, leave: look };
    },
  });
  const at = (ms: number) => new Date(Date.parse('2026-01-01T00:00:00.000Z') + ms).toISOString();
  const answer = (id: string, ms: number, model: string, more: Partial<Message> = {}): Message => ({
    ...{ id, role: 'assistant', content: [], timestamp: at(ms), model },
    ...more,
  });
  const before = [answer('m1', -9, 'older-1')];
  const first = [answer('m2', 1, 'first-1')];
  const second = [answer('m3', 3, 'small-1', { agent_id: 'a' }), answer('m4', 5, 'second-1')];
  written.push(before, first, second, first, [...before, ...first, ...second]);
  for (let turn = 0; turn < 5; turn += 1) {
    timers.turn(1000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(events.filter(({ type }) => type === 'model')).toEqual([{ type: 'model', model: 'second-1' }]);
  pty.exit(0);
});

describe('a first prompt that Claude has not taken', () => {
  const own = '11111111-1111-4111-8111-111111111111' as SessionId;
  const start = async (prompt: string, more: Partial<PtyProcessDeps>) => {
    const timers = createManualTimers();
    const seat = setUp({
      request: { session_id: own, mode: { type: 'new' }, cwd: '/', project: '/', prompt },
      timers,
      stateOf: async () => ({ session_id: own, status: 'idle', procStart: null, stamp: 1 }),
      takeNotes: async () => [{ model: 'm', session_id: own }],
      ...more,
    });
    const look = async (times: number) => {
      for (let turn = 0; turn < times; turn += 1) {
        timers.turn(1000);
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    await look(3);
    return { ...seat, look };
  };
  const notLoggedIn: Partial<PtyProcessDeps> = { firstQuestion: 'login', isLoggedIn: async () => false };
  const told = (events: readonly DriverEvent[]) =>
    events.filter(({ type }) => !['asks-first', 'status', 'process-ended'].includes(type));

  it('D10 as it begins: that it was given', async () => {
    const { process, pty, events, look } = await start('Go.', {});
    const given = events.find(({ type }) => type === 'prompt-given');
    expect(given).toMatchObject({ type: 'prompt-given', text: 'Go.' });
    expect(told(events).map(({ type }) => type)).toEqual(['prompt-given', 'started']);
    const call = { hook_event_name: 'UserPromptSubmit', session_id: own, prompt: 'Go.', prompt_id: '1' };
    void process.hear(call, new Promise(() => {}));
    await look(1);
    expect(told(events).at(-1)).toEqual({ ...given, type: 'prompt-sent' });
    pty.exit(0);
  });

  it('D10 as it begins, not logged in: that it was not given, and nothing is typed', async () => {
    const { pty, events, look } = await start('Go.', notLoggedIn);
    await look(5);
    expect(told(events)).toMatchObject([{ type: 'prompt-not-given', text: 'Go.' }, { type: 'started' }]);
    expect(pty.typed).toEqual([]);
    pty.exit(0);
  });

  it('never, when Claude does not begin', async () => {
    const { pty, events, ended } = await start('Go.', {
      takeNotes: async () => [],
      stateOf: async () => null,
    });
    pty.exit(1);
    await ended;
    expect(told(events)).toEqual([]);
  });

  it.each([0, 2])(
    'what was sent while Claude is not logged in can be taken back, %i looks later',
    async (looks) => {
      const { live, pty, events, look } = await start('', notLoggedIn);
      const sent = live.send('later', 'p1');
      await look(looks);
      expect([live.takeBack?.('p1'), live.takeBack?.('p1')]).toEqual([true, false]);
      expect(await sent).toEqual({ ok: false, error: { code: 'not-taken' } });
      expect(events.filter(({ type }) => type === 'notice')).toEqual([]);
      pty.exit(0);
    },
  );
});
