import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ok } from '@domain/result';
import type { Message } from '@domain/session/message';
import { describe, expect, it } from 'vitest';
import { createFakePty } from '../../testing/fake-pty';
import { createManualTimers } from '../../testing/manual-timers';
import { tempDir } from '../../testing/temp-dir';
import { createProcessTable } from '../locks/process-identity';
import { createHookQuestions } from './hook-questions';
import { createHookTranslator } from './hook-translator';
import { createKeyboard, plainPrompt } from './keyboard';
import { createLastWords } from './last-words';
import { clearNoteSpools, openNoteSpool } from './note-spool';
import { createPromptLine } from './prompt-line';
import { createProvisional } from './provisional';

const at = '2026-01-01T00:00:00.000Z';
const message = (id: string, role: Message['role'], text: string, more: Partial<Message> = {}): Message => ({
  id,
  role,
  content: [{ type: 'text', text }],
  timestamp: at,
  ...more,
});

const settled = async () => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

describe('the keyboard', () => {
  it('Y1 L18 a prompt holds no key: the end of the paste, Enter, Ctrl-C and Esc are taken out', () => {
    expect(plainPrompt('a\x1b[201~\rrm -rf\x03\x1b\tb\r\nc\u009b2J\x7f')).toBe('a[201~\nrm -rf\tb\nc2J');
  });

  it('Y2 Enter is written alone, after Claude has drawn', async () => {
    const timers = createManualTimers();
    const written: string[] = [];
    let draw: () => void = () => {};
    const keyboard = createKeyboard(
      {
        write: (text) => void written.push(text),
        onData(tell) {
          draw = () => tell('drawn');
          return () => {};
        },
      },
      timers,
    );
    const done = keyboard.prompt('look at @math.js', () => true);
    expect(written).toEqual(['\x1b[200~look at @math.js \x1b[201~']);
    draw();
    await Promise.resolve();
    await Promise.resolve();
    timers.turn(200);
    expect(await done).toBe(true);
    expect(written.slice(1)).toEqual(['\r']);
  });

  it('Y3 a dialog that opens before the Enter gets none', async () => {
    const timers = createManualTimers();
    const pty = createFakePty();
    const done = createKeyboard(pty, timers).prompt('go', () => false);
    pty.say('a dialog');
    await Promise.resolve();
    await Promise.resolve();
    timers.turn(200);
    expect(await done).toBe(false);
    expect(pty.typed).toEqual(['\x1b[200~go\x1b[201~']);
  });

  it('Y4 no Enter before every picture has its mark, and none without', async () => {
    const typeWith = async (...drawings: string[]) => {
      const timers = createManualTimers();
      const pty = createFakePty();
      const done = createKeyboard(pty, timers).prompt('look', () => true, ['/p/1.png', '/p/2.png']);
      for (const drawing of drawings) {
        pty.say(drawing);
        await settled();
        timers.turn(200);
        await settled();
      }
      timers.turn(10_000);
      return { isEntered: await done, typed: pty.typed };
    };
    const pasted = ['look ', '/p/1.png', '/p/2.png'].map((text) => `\x1b[200~${text}\x1b[201~`);
    // The first mark is drawn again with whatever is drawn.
    const first = 'look [Image\x1b[1C#1]';
    expect(await typeWith('look', first, first, `${first} [Image #2]`)).toEqual({
      isEntered: true,
      typed: [...pasted, '\r'],
    });
    expect(await typeWith('look', first, first)).toEqual({ isEntered: false, typed: pasted });
  });
});

describe('the prompt line', () => {
  function setUp(isReady = true) {
    const typed: string[] = [];
    const taken: [string, string][] = [];
    const refused: string[] = [];
    const state = { isReady, isDialogOpen: false };
    const keyboard = {
      prompt: async (text: string, mayEnter: () => boolean) => {
        typed.push(text);
        return mayEnter();
      },
      leave: async () => {},
      enter: () => void typed.push('<enter>'),
      escape: () => {},
      clearLine: () => {},
    };
    const line = createPromptLine({
      keyboard: () => keyboard,
      now: () => at,
      isReady: () => state.isReady,
      mayEnter: () => !state.isDialogOpen,
      onTaken: (id, text) => void taken.push([id, text]),
      onRefused: (why) => void refused.push(why),
    });
    return { line, typed, taken, refused, state };
  }

  it('L1 types nothing while Claude is not ready, and one after the other', async () => {
    const { line, typed, taken, state } = setUp(false);
    const [one, two] = [line.send('one', '1'), line.send('two', '2')];
    line.look();
    expect(typed).toEqual([]);
    state.isReady = true;
    line.look();
    line.look();
    expect(typed).toEqual(['one']);
    line.heard('one');
    expect(await one).toEqual(ok(null));
    line.look();
    line.heard('two');
    expect(await two).toEqual(ok(null));
    expect(taken).toEqual([
      ['1', 'one'],
      ['2', 'two'],
    ]);
  });

  it('L4 one that waits can be taken back, one that is typed not', async () => {
    const { line, typed, refused, state } = setUp(false);
    const [one, two] = [line.send('one', '1'), line.send('two', '2')];
    expect([line.takeBack('1'), line.takeBack('1')]).toEqual([true, false]);
    expect(await one).toEqual({ ok: false, error: { code: 'not-taken' } });
    state.isReady = true;
    line.look();
    expect([typed, line.takeBack('2'), refused]).toEqual([['two'], false, []]);
    line.heard('two');
    expect(await two).toEqual(ok(null));
  });

  it('L3 a prompt without its Enter was not taken, whatever Claude does then', async () => {
    const { line, taken, refused, state } = setUp();
    state.isDialogOpen = true;
    const sent = line.send('/go', '1');
    line.working();
    expect(await sent).toEqual({ ok: false, error: { code: 'not-taken' } });
    expect([taken, refused.length, line.isTyping()]).toEqual([[], 1, false]);
  });

  it('L2 a prompt that stands in the record was taken; the word of the hook that comes later says nothing new', async () => {
    const { line, taken } = setUp();
    const sent = line.send('go\ton', '1');
    line.working();
    line.recorded([message('m0', 'user', 'go on', { timestamp: '2025-12-31T23:59:59.999Z' })]);
    line.recorded([message('m1', 'assistant', 'go on')]);
    expect(taken).toEqual([]);
    line.recorded([message('m2', 'user', 'go    on')]);
    expect(await sent).toEqual(ok(null));
    expect(line.heard('go    on')).toBe(false);
    expect(taken).toEqual([['1', 'go    on']]);
    expect(line.heard('typed by a person')).toBe(true);
    expect(taken.map(([, text]) => text)).toEqual(['go    on', 'typed by a person']);
  });

  it.each([
    ['/compact now', '<command-name>/compact</command-name>'],
    ['!ls -1', '<bash-input>ls -1</bash-input>'],
  ])('L2 the command %s was taken when Claude works, or when the record has it', async (text, recorded) => {
    for (const how of ['working', 'recorded'] as const) {
      const { line, taken } = setUp();
      const sent = line.send(text, '1');
      await Promise.resolve();
      if (how === 'working') line.working();
      else line.recorded([message('m', 'system', recorded, { notice: 'command' })]);
      expect(await sent).toEqual(ok(null));
      expect(taken).toEqual([['1', text]]);
    }
  });

  it('L3 what was not taken is said, after one more Enter', async () => {
    const { line, typed, refused } = setUp();
    const sent = line.send('lost', '1');
    await Promise.resolve();
    for (let look = 0; look < 70; look += 1) line.look();
    expect(await sent).toEqual({ ok: false, error: { code: 'not-taken' } });
    expect(typed).toEqual(['lost', '<enter>']);
    expect(refused).toHaveLength(1);
  });
});

describe('what is told for the time being', () => {
  it('V1 is replaced once, by what says the same, and V2 the rest is given up', () => {
    const parts = createProvisional();
    parts.prompt('p1', 'go on ');
    parts.prompt('p2', '/compact');
    parts.text('t1', 'First ');
    parts.text('t1', 'line\n');
    parts.text('t2', 'First ');
    parts.tool('u1');
    expect(parts.replacedBy([message('m1', 'assistant', 'First line\nand more')], at)).toEqual(['t1']);
    expect(parts.replacedBy([message('m2', 'user', 'go on')], at)).toEqual(['p1']);
    const command = '<command-name>/compact</command-name>';
    expect(parts.replacedBy([message('m3', 'system', command, { notice: 'command' })], at)).toEqual(['p2']);
    const call = { id: 'u1', tool: 'Bash', input: {}, success: true };
    expect(parts.replacedBy([message('m4', 'assistant', '', { tool_calls: [call] })], at)).toEqual(['u1']);
    expect(parts.rest()).toEqual(['t2']);
    expect(parts.rest()).toEqual([]);
  });

  it('V3 is not told when the record was there first', () => {
    const parts = createProvisional();
    expect(parts.replacedBy([message('m1', 'assistant', 'Done.\n\nAll of it.')], at)).toEqual([]);
    expect([parts.text('t1', 'Done.\n'), parts.text('t1', '\nAll of it.')]).toEqual([false, false]);
    // Said a second time, it is a second text.
    expect(parts.text('t2', 'Done.\n')).toBe(true);
    expect(parts.rest()).toEqual(['t2']);
    expect(parts.text('t3', 'Done.')).toBe(true);
  });

  it('V3 what an earlier turn said, or a resume reads again, swallows no new text', () => {
    const parts = createProvisional();
    const old = message('m1', 'assistant', 'Done. The first time.');
    // Read before a turn begins, and in a turn that has begun since.
    expect(parts.replacedBy([old], null)).toEqual([]);
    expect(parts.replacedBy([old], '2026-01-01T00:00:00.001Z')).toEqual([]);
    expect(parts.text('t1', 'Done.')).toBe(true);
    const again = message('m2', 'assistant', 'Done.', { timestamp: '2026-01-01T00:00:01.000Z' });
    expect(parts.replacedBy([again], '2026-01-01T00:00:00.001Z')).toEqual(['t1']);
  });
});

describe('questions of hooks', () => {
  const request = { id: 'q', tool: 'Bash', input: {}, rules: [], tool_use_id: 'u' };
  const rule = { type: 'addRules', rules: [{ toolName: 'Bash' }] };

  it('Q1 the first answer wins, and the hook always gets one', () => {
    const [settled, replies]: [string[], object[]] = [[], []];
    const questions = createHookQuestions((id) => void settled.push(id));
    questions.ask(request, [rule, { type: 'setMode' }], (answer) => void replies.push(answer));
    expect(questions.answer('q', { behavior: 'allow', always: true })).toEqual(ok(null));
    expect(questions.answer('q', { behavior: 'deny', message: '' })).toMatchObject({
      error: { code: 'permission-gone' },
    });
    const decision = { behavior: 'allow', updatedInput: {}, updatedPermissions: [rule] };
    expect(replies).toEqual([{ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision } }]);
    expect(settled).toEqual(['q']);
  });

  it.each([
    ['its tool ended', (all: ReturnType<typeof createHookQuestions>) => all.settleTool('u')],
    ['the turn ended', (all) => all.settleAll()],
    [
      'Claude waits no longer, after it did',
      (all) => {
        all.shown(false);
        expect(all.count()).toBe(1);
        all.shown(true);
        all.shown(false);
      },
    ],
  ])('Q2 settled in the terminal: %s', (_, happens) => {
    const replies: object[] = [];
    const questions = createHookQuestions(() => {});
    questions.ask(request, [], (answer) => void replies.push(answer));
    happens(questions);
    expect(replies).toEqual([{}]);
    expect(questions.count()).toBe(0);
  });
});

describe('what a hook means', () => {
  const bash = (command: string, more: object) => ({ tool_name: 'Bash', tool_input: { command }, ...more });
  const pre = (id: string, command: string, more = {}) =>
    bash(command, { hook_event_name: 'PreToolUse', tool_use_id: id, ...more });
  const asking = (command: string, more = {}) =>
    bash(command, { hook_event_name: 'PermissionRequest', ...more });

  it('H1 a hook that comes twice counts once, and a question finds its call', () => {
    let made = 0;
    const { hear } = createHookTranslator(() => {
      made += 1;
      return `id${made}`;
    });
    expect(hear(pre('u1', 'ls')).type).toBe('tool-started');
    expect(hear(pre('u1', 'ls')).type).toBe('nothing');
    hear(pre('u2', 'rm x'));
    expect(hear(asking('ls'))).toMatchObject({ type: 'asked', request: { tool_use_id: 'u1', rules: [] } });
    const shown = { hook_event_name: 'MessageDisplay', message_id: 'm', index: 0, delta: 'Hi' };
    expect([hear(shown).type, hear(shown).type]).toEqual(['text', 'nothing']);
    const ended = { ...pre('u1', 'ls'), hook_event_name: 'PostToolUse', tool_response: { stdout: 'a' } };
    expect(hear(ended)).toMatchObject({
      type: 'tool-finished',
      event: { call: { output: 'a', success: true } },
    });
    expect(hear({ hook_event_name: 'FromTheFuture' })).toEqual({ type: 'nothing' });
  });

  it('H2 a question that is asked again is about the call that began last', () => {
    const { hear } = createHookTranslator(() => 'q');
    hear(pre('u1', 'ls'));
    hear(pre('u2', 'ls'));
    expect(hear(asking('ls'))).toMatchObject({ request: { tool_use_id: 'u2' } });
  });

  it('H2 a call that its turn left open is over, and those of the subagent that it waited for; one in the background goes on', () => {
    const translator = createHookTranslator(() => 'q');
    const { hear } = translator;
    const agent = (id: string, call: string) => {
      hear({
        hook_event_name: 'PreToolUse',
        tool_name: 'Agent',
        tool_input: { prompt: id },
        tool_use_id: call,
      });
      hear({ hook_event_name: 'SubagentStart', agent_id: id });
    };
    agent('behind', 'a1');
    hear({ hook_event_name: 'PostToolUse', tool_name: 'Agent', tool_input: {}, tool_use_id: 'a1' });
    agent('waited-for', 'a2');
    hear(pre('u1', 'ls'));
    hear(pre('u2', 'pwd', { agent_id: 'waited-for' }));
    hear(pre('u3', 'date', { agent_id: 'behind' }));
    translator.turnEnded();
    const of = (command: string) => hear(asking(command));
    expect(of('date')).toMatchObject({ request: { tool_use_id: 'u3' } });
    hear({ ...pre('u3', 'date'), hook_event_name: 'PostToolUse' });
    for (const command of ['ls', 'pwd']) expect(of(command)).not.toHaveProperty('request.tool_use_id');
  });
});

it('N1 N2 notes are told once; the folder is ours alone and does not stay', async () => {
  const root = join(tempDir('spool'), 'hooks');
  const spool = await openNoteSpool(root);
  expect(statSync(spool.folder).mode & 0o777).toBe(0o700);
  writeFileSync(join(spool.folder, '1.json'), '{"source":"startup"}');
  writeFileSync(join(spool.folder, '2.part'), '{"source":');
  writeFileSync(join(spool.folder, '3.json'), 'torn');
  expect(await spool.take()).toEqual([{ source: 'startup' }]);
  expect(await spool.take()).toEqual([]);
  mkdirSync(join(root, '4194999-abc'));
  await clearNoteSpools(root, createProcessTable());
  await spool.close();
  expect(readdirSync(root)).toEqual([]);
});

it('the last words of a terminal are plain lines', () => {
  const words = createLastWords();
  words.add(
    '\x1b]0;title\x07\x1b[2J\x1b[1;1H\x1b[31mUnable\x1b[0m\x1b[1Cto connect\r\n────\r\n\x1b[?25l  bye  \r\n',
  );
  expect(words.lines()).toEqual(['Unable to connect', 'bye']);
});
