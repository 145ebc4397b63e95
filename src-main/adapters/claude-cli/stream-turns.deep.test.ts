import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionId } from '@domain/ids';
import { describe, expect, it, vi } from 'vitest';
import { endedWell, launch, patience } from '../../testing/claude-talk';
import { claudeBench, findRealClaude } from '../../testing/real-claude';

const claude = findRealClaude();
const newId = () => randomUUID() as SessionId;
const bash = (command: string) => ({ type: 'tool_use', name: 'Bash', input: { command } });
const text = (said: string) => ({ type: 'text', text: said });
const held = (said: string) => ({ blocks: [text(said), { type: 'hold' }, text('never told')] });

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

    it('an interrupt in mid-tool ends the tool, and the process goes on', async () => {
      const bench = await claudeBench(claude);
      const hang = bash('touch runs.txt; exec tail -f /dev/null');
      await bench.script({ replies: [{ blocks: [hang] }, { text: 'The next answer.' }] });
      const talk = await launch(bench, newId(), { prompt: 'hang' });
      const { request } = await talk.saw('permission-asked');
      await talk.live.answerPermission(request.id, { behavior: 'allow', always: false });
      await vi.waitFor(() => expect(existsSync(join(bench.project, 'runs.txt'))).toBe(true), patience);
      await talk.live.interrupt();
      expect(await talk.saw('turn-ended')).toEqual({ type: 'turn-ended', interrupted: true });
      await talk.live.send('go on');
      await talk.saw('turn-ended', 2);
      const messages = await endedWell(bench, talk);
      expect(messages.flatMap(({ calls }) => calls)).toMatchObject([{ tool: 'Bash', failed: true }]);
      expect(messages.map(({ said }) => said[0])).toEqual([
        'hang',
        undefined,
        '[Request interrupted by user for tool use]',
        'go on',
        'The next answer.',
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

    it('an API error ends the turn with what went wrong, and the session goes on', async () => {
      const bench = await claudeBench(claude);
      const error = { status: 400, type: 'invalid_request_error', message: 'scripted invalid request' };
      // By its prompt, not by its turn: how often a version asks before it gives up is its own affair.
      const rules = [{ when: { lastUser: '^fail$' }, reply: { error } }];
      await bench.script({ rules, fallback: { text: 'Well again.' } });
      const talk = await launch(bench, newId(), { prompt: 'fail' });
      expect((await talk.saw('turn-ended')).error).toContain('scripted invalid request');
      await talk.live.send('again');
      await talk.saw('turn-ended', 2);
      const recorded = await endedWell(bench, talk);
      expect(recorded.at(-1)?.said).toEqual(['Well again.']);
    });
  });
