import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionId } from '@domain/ids';
import type { Message } from '@domain/session/message';
import { describe, expect, it, vi } from 'vitest';
import type { DriverEvent, LaunchRequest, LiveClaude } from '../../ports/claude-driver';
import { type PlainMessage, readTranscriptPlainly } from '../../testing/plain-transcript-reader';
import { type ClaudeBench, claudeBench, findRealClaude } from '../../testing/real-claude';

const claude = findRealClaude();
const patience = { timeout: 60_000 };
const bash = (command: string) => ({ type: 'tool_use', name: 'Bash', input: { command } });
const text = (said: string) => ({ type: 'text', text: said });
const held = (said: string) => ({ blocks: [text(said), { type: 'hold' }, text('never told')] });

type Talk = {
  readonly live: LiveClaude;
  readonly events: DriverEvent[];
  /** Waits for the nth event of the kind. */
  saw<T extends DriverEvent['type']>(type: T, nth?: number): Promise<Extract<DriverEvent, { type: T }>>;
  heard(): string;
};

async function launch(bench: ClaudeBench, id: SessionId, facts: Partial<LaunchRequest> = {}): Promise<Talk> {
  const { project } = bench;
  const request: LaunchRequest = {
    session_id: id,
    mode: { type: 'new' },
    cwd: project,
    project,
    prompt: '',
    ...facts,
  };
  const launched = await bench.driver.launch(request);
  if (!launched.ok) throw new Error(JSON.stringify(launched.error));
  const events: DriverEvent[] = [];
  launched.value.onEvent((event) => events.push(event));
  const of = <T extends DriverEvent['type']>(type: T) =>
    events.filter((event): event is Extract<DriverEvent, { type: T }> => event.type === type);
  return {
    live: launched.value,
    events,
    heard: () =>
      of('text')
        .map((event) => event.text)
        .join(''),
    saw: (type, nth = 1) =>
      vi.waitFor(() => {
        const found = of(type)[nth - 1];
        if (found === undefined)
          throw new Error(`no ${type} yet: ${events.map((one) => one.type).join(' ')}`);
        return found;
      }, patience),
  };
}

/** What every process of the session recorded, the latest form of an id in the place of its first. */
function collected(...talks: Talk[]): PlainMessage[] {
  const messages = new Map<string, Message>();
  for (const event of talks.flatMap(({ events }) => events))
    if (event.type === 'recorded') for (const message of event.messages) messages.set(message.id, message);
  return [...messages.values()].map(({ id, role, content, tool_calls = [] }) => ({
    id,
    who: role,
    said: content.flatMap((block) =>
      block.type === 'text' ? [block.text] : block.type === 'thinking' ? [`(${block.text})`] : [],
    ),
    calls: content.flatMap((block) => {
      const call = block.type === 'tool_use' ? tool_calls.find((one) => one.id === block.id) : undefined;
      if (call === undefined) return [];
      return [
        { id: call.id, tool: call.tool, input: call.input, output: call.output ?? '', failed: !call.success },
      ];
    }),
  }));
}

async function endedWell(bench: ClaudeBench, ...talks: Talk[]): Promise<PlainMessage[]> {
  const last = talks.at(-1);
  await last?.live.end();
  const mine = collected(...talks);
  expect(mine).toEqual(readTranscriptPlainly(bench.transcriptOf(last?.live.session_id ?? '')));
  return mine;
}

const newId = () => randomUUID() as SessionId;

if (claude === null) it.skip('the real claude is not installed', () => {});
else
  describe('turns of the real CLI, equal to its transcript', () => {
    it('a text turn with thinking, told piece by piece', async () => {
      const bench = await claudeBench(claude);
      await bench.script({
        replies: [{ blocks: [{ type: 'thinking', thinking: 'Let me see.' }, text('Hello from the model.')] }],
      });
      const talk = await launch(bench, newId(), { prompt: 'Hi, --this is no option' });
      await talk.saw('turn-ended');
      expect(talk.heard()).toBe('Hello from the model.');
      expect((await talk.saw('thinking')).text).toBe('Let me see.');
      const messages = await endedWell(bench, talk);
      expect(messages.map(({ who }) => who)).toEqual(['user', 'assistant']);
      expect(talk.events.at(-1)).toMatchObject({
        end: { how: 'asked', exit_code: 0, result: 'Hello from the model.' },
      });
    });

    it('tools, two of them in parallel, and one that fails', async () => {
      const bench = await claudeBench(claude);
      const file = join(bench.project, 'math.js');
      const read = { type: 'tool_use', name: 'Read', input: { file_path: file } };
      const edit = {
        type: 'tool_use',
        name: 'Edit',
        input: { file_path: file, old_string: 'a - b', new_string: 'a + b' },
      };
      await bench.script({
        replies: [
          { blocks: [text('I look first.'), bash('ls -1'), read] },
          { blocks: [edit] },
          { blocks: [bash('echo broken >&2; exit 3')] },
          { text: 'Done.' },
        ],
      });
      const talk = await launch(bench, newId(), {
        prompt: 'Fix add()',
        permission_mode: 'acceptEdits',
      });
      talk.live.onEvent((event) => {
        if (event.type === 'permission-asked')
          void talk.live.answerPermission(event.request.id, { behavior: 'allow', always: false });
      });
      await talk.saw('turn-ended');
      const messages = await endedWell(bench, talk);
      expect(messages.flatMap(({ calls }) => calls.map(({ tool, failed }) => [tool, failed]))).toEqual([
        ['Bash', false],
        ['Read', false],
        ['Edit', false],
        ['Bash', true],
      ]);
      expect(talk.events.filter(({ type }) => type === 'tool-started')).toHaveLength(4);
      expect(talk.events.filter(({ type }) => type === 'tool-finished')).toHaveLength(4);
      expect(readFileSync(join(bench.project, 'math.js'), 'utf8')).toContain('a + b');
    });

    it.each([
      ['allow', { behavior: 'allow', always: false }, true],
      [
        'allow with another input',
        { behavior: 'allow', always: false, input: { command: 'touch other.txt' } },
        false,
      ],
      ['deny', { behavior: 'deny', message: 'not now' }, false],
    ] as const)('a permission: %s', async (_, answer, isMade) => {
      const bench = await claudeBench(claude);
      await bench.script({ replies: [{ blocks: [bash('touch made.txt')] }, { text: 'So be it.' }] });
      const talk = await launch(bench, newId(), { prompt: 'make a file' });
      const { request } = await talk.saw('permission-asked');
      expect(request).toMatchObject({ tool: 'Bash', input: { command: 'touch made.txt' } });
      expect(request.rules).toContain('Bash(touch made.txt)');
      expect(await talk.live.answerPermission(request.id, answer)).toMatchObject({ ok: true });
      await talk.saw('turn-ended');
      const messages = await endedWell(bench, talk);
      expect(messages.flatMap(({ calls }) => calls)).toMatchObject([{ failed: answer.behavior === 'deny' }]);
      expect(existsSync(join(bench.project, 'made.txt'))).toBe(isMade);
      expect(existsSync(join(bench.project, 'other.txt'))).toBe('input' in answer);
    });

    it('an interrupt in mid-stream keeps what was said, and the process goes on', async () => {
      const bench = await claudeBench(claude);
      await bench.script({ replies: [held('The beginning of '), { text: 'The next answer.' }] });
      const talk = await launch(bench, newId(), { prompt: 'talk' });
      await vi.waitFor(() => expect(talk.heard()).toBe('The beginning of '), patience);
      await talk.live.interrupt();
      expect(await talk.saw('turn-ended')).toEqual({ type: 'turn-ended', interrupted: true });
      await talk.live.send('go on');
      await talk.saw('turn-ended', 2);
      const messages = await endedWell(bench, talk);
      expect(messages.map(({ who, said }) => [who, said[0]])).toEqual([
        ['user', 'talk'],
        ['assistant', 'The beginning of '],
        ['system', '[Request interrupted by user]'],
        ['user', 'go on'],
        ['assistant', 'The next answer.'],
      ]);
    });

    it('the end in mid-stream interrupts first, so that nothing said is lost', async () => {
      const bench = await claudeBench(claude);
      await bench.script({ replies: [held('Half of it')] });
      const talk = await launch(bench, newId(), { prompt: 'talk' });
      await vi.waitFor(() => expect(talk.heard()).toBe('Half of it'), patience);
      const messages = await endedWell(bench, talk);
      expect(messages[1]?.said).toEqual(['Half of it']);
      const steps = talk.events.flatMap((event) => (event.type === 'stop-step' ? [event.step] : []));
      expect(steps).toEqual(['interrupt', 'exit']);
    });

    it('a prompt sent while the turn runs is answered after it', async () => {
      const bench = await claudeBench(claude);
      const slow = { blocks: [text('Slow.'), { type: 'hold' }] };
      await bench.script({ replies: [slow, { text: 'And the second.' }] });
      const talk = await launch(bench, newId(), { prompt: 'first' });
      await talk.saw('text');
      await talk.live.send('second');
      await bench.release();
      await talk.saw('turn-ended', 2);
      const messages = await endedWell(bench, talk);
      expect(messages.map(({ said }) => said[0])).toEqual(['first', 'Slow.', 'second', 'And the second.']);
    });

    it('killed in mid-stream, it resumes under the same id with all that was written', async () => {
      const bench = await claudeBench(claude);
      await bench.script({ replies: [{ text: 'Kept.' }, held('Lost with the process')] });
      const id = newId();
      const first = await launch(bench, id, { prompt: 'one' });
      await first.saw('turn-ended');
      await first.live.send('two');
      await vi.waitFor(() => expect(first.heard()).toContain('Lost'), patience);
      // Claude tells a moment before it writes: only what is in the file survives.
      const written = () => collected(first).flatMap(({ said }) => said);
      await vi.waitFor(() => expect(written()).toEqual(['one', 'Kept.', 'two']), patience);
      process.kill(first.live.pid ?? 0, 'SIGKILL');
      expect((await first.saw('process-ended')).end).toMatchObject({ how: 'died', signal: 'SIGKILL' });
      await bench.script({ replies: [{ text: 'Back again.' }] });
      const again = await launch(bench, id, {
        mode: { type: 'resume', neverPrompted: false },
        prompt: 'three',
      });
      await again.saw('turn-ended');
      const messages = await endedWell(bench, first, again);
      expect(messages.flatMap(({ said }) => said)).toEqual(
        expect.arrayContaining(['one', 'Kept.', 'two', 'three', 'Back again.']),
      );
    });

    it('ended and resumed; a fork goes on under an id of its own', async () => {
      const bench = await claudeBench(claude);
      await bench.script({ replies: [{ text: 'One.' }, { text: 'Two.' }, { text: 'Elsewhere.' }] });
      const [id, child] = [newId(), newId()];
      const first = await launch(bench, id, { prompt: 'one' });
      await first.saw('turn-ended');
      await first.live.end();
      const second = await launch(bench, id, {
        mode: { type: 'resume', neverPrompted: false },
        prompt: 'two',
      });
      await second.saw('turn-ended');
      expect(await endedWell(bench, second)).toHaveLength(4);
      const fork = await launch(bench, child, { mode: { type: 'fork', parent_id: id }, prompt: 'three' });
      await fork.saw('turn-ended');
      const messages = await endedWell(bench, fork);
      expect(messages.at(-1)?.said).toEqual(['Elsewhere.']);
      expect(messages).toHaveLength(6);
    });

    it('one that never got a prompt begins anew under the same id', async () => {
      const bench = await claudeBench(claude);
      await bench.script({ replies: [{ text: 'Here I am.' }] });
      const id = newId();
      const silent = await launch(bench, id);
      await silent.saw('started');
      await silent.live.end();
      const mode = { type: 'resume', neverPrompted: true } as const;
      const again = await launch(bench, id, { mode, prompt: 'hello' });
      await again.saw('turn-ended');
      expect(await endedWell(bench, again)).toHaveLength(2);
    });

    it('a /clear is told as what it is: another session', async () => {
      const bench = await claudeBench(claude);
      await bench.script({ replies: [{ text: 'One.' }] });
      const talk = await launch(bench, newId(), { prompt: 'one' });
      await talk.saw('turn-ended');
      await talk.live.send('/clear');
      const { session_id } = await talk.saw('session-replaced');
      expect(session_id).not.toBe(talk.live.session_id);
      await endedWell(bench, talk);
    });

    it('an API error ends the turn with what went wrong, and the session goes on', async () => {
      const bench = await claudeBench(claude);
      const error = { status: 400, type: 'invalid_request_error', message: 'scripted invalid request' };
      await bench.script({ replies: [{ error }, { text: 'Well again.' }] });
      const talk = await launch(bench, newId(), { prompt: 'fail' });
      expect((await talk.saw('turn-ended')).error).toContain('scripted invalid request');
      await talk.live.send('again');
      await talk.saw('turn-ended', 2);
      const recorded = await endedWell(bench, talk);
      expect(recorded.at(-1)?.said).toEqual(['Well again.']);
    });
  });
