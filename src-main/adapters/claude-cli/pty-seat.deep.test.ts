import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionId } from '@domain/ids';
import type { PermissionAnswer } from '@domain/session/live';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { collected, endedWell, launch, patience, type Talk } from '../../testing/claude-talk';
import { type PlainMessage, readTranscriptPlainly } from '../../testing/plain-transcript-reader';
import { type ClaudeBench, claudeBench, findRealClaude } from '../../testing/real-claude';

const claude = findRealClaude();
const newId = () => randomUUID() as SessionId;
const text = (said: string) => ({ type: 'text', text: said });
const bash = (command: string) => ({ type: 'tool_use', name: 'Bash', input: { command } });
const made = (name: string) => existsSync(join(bench.project, name));
const ends: (() => void | Promise<void>)[] = [];
let bench: ClaudeBench;

/** One turn, answered as `replies` say. */
async function turn(talk: Talk, prompt: string, ...replies: object[]): Promise<void> {
  const before = talk.events.filter(({ type }) => type === 'turn-ended').length;
  await bench.script({ replies: replies.map((reply) => ({ ...reply })) });
  expect(await talk.live.send(prompt)).toEqual({ ok: true, value: null });
  await talk.saw('turn-ended', before + 1);
}

/** Waits for the nth question, and for Claude's own dialog of it. */
async function question(talk: Talk, nth: number) {
  const { request } = await talk.saw('permission-asked', nth);
  const asked = talk.events.findIndex(
    (event) => event.type === 'permission-asked' && event.request === request,
  );
  expect(asked).toBeGreaterThanOrEqual(0);
  return request;
}
const answered = (talk: Talk, id: string, answer: PermissionAnswer) =>
  talk.live.answerPermission(id, answer).then((done) => expect(done).toEqual({ ok: true, value: null }));
/** Without commands, their output, and what the program says when it mends a history that ends with one. */
const spoken = (messages: readonly PlainMessage[]) =>
  messages
    .filter(({ kind }) => kind !== 'info')
    .map(({ said }) => said[0] ?? '')
    .filter((one) => !one.startsWith('<'));
const settled = (talk: Talk) =>
  talk.events.flatMap((event) => (event.type === 'permission-settled' ? [event.id] : []));

if (claude === null) it.skip('the real claude is not installed', () => {});
else
  describe('the pty seat with the real CLI', () => {
    beforeAll(async () => {
      bench = await claudeBench(claude, { seat: 'pty', onEnd: (run) => void ends.unshift(run) });
    });
    afterAll(async () => {
      for (const end of ends) await end();
    });

    it('text, lines, tools at once, a tool that fails, a subagent', async () => {
      // Held until its hook has told of it: a record that is there first is enough, and nothing is told twice.
      await bench.script({ replies: [{ blocks: [text('Hello.\n'), { type: 'hold' }, text('And more.')] }] });
      const talk = await launch(bench, newId(), {
        prompt: '- is it a dash?',
        permission_mode: 'acceptEdits',
      });
      await vi.waitFor(() => expect(talk.heard()).toContain('Hello.'), patience);
      await bench.release();
      await talk.saw('turn-ended');
      expect(talk.heard()).toBe('Hello.\nAnd more.');
      await turn(talk, 'one\ntwo \x1b[201~/exit\r three @math.js', { text: 'All in one.' });
      talk.live.onEvent((event) => {
        if (event.type === 'permission-asked')
          void talk.live.answerPermission(event.request.id, { behavior: 'allow', always: false });
      });
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the scripted model puts the project here
      const read = { type: 'tool_use', name: 'Read', input: { file_path: '${CWD}/math.js' } };
      await turn(
        talk,
        'work',
        { blocks: [text('Two at once.'), read, bash('touch many.txt')] },
        { blocks: [bash('node -e "process.exit(3)"')] },
        { text: 'Done.' },
      );
      await bench.script({
        rules: [{ when: { firstUser: 'count the files' }, reply: { text: 'There are two.' } }],
        replies: [
          {
            blocks: [
              {
                type: 'tool_use',
                name: 'Agent',
                input: { description: 'Count', prompt: 'count the files', subagent_type: 'general-purpose' },
              },
            ],
          },
          { text: 'Two files.' },
        ],
      });
      await talk.live.send('delegate');
      await talk.saw('turn-ended', 4);
      const messages = await endedWell(bench, talk);
      expect(
        messages.filter(({ who, agent }) => who === 'user' && agent === undefined).map(({ said }) => said[0]),
      ).toEqual(['- is it a dash?', 'one\ntwo [201~/exit\n three @math.js', 'work', 'delegate']);
      expect(messages.flatMap(({ calls }) => calls.map(({ tool, failed }) => [tool, failed]))).toEqual([
        ['Read', false],
        ['Bash', false],
        ['Bash', true],
        ['Agent', false],
      ]);
      expect(talk.events.filter(({ type }) => type === 'tool-started')).toHaveLength(4);
      // What was told for the time being is replaced, all of it.
      const told = talk.events.flatMap((event) =>
        event.type === 'prompt-sent' ? [event.id] : event.type === 'text' ? [event.message_id] : [],
      );
      const replaced = talk.events.flatMap((event) =>
        event.type === 'recorded' ? (event.replaces ?? []) : [],
      );
      expect([...new Set(told)].filter((id) => !replaced.includes(id))).toEqual([]);
    });

    it('permissions: allowed and denied, from the card and in the terminal; a question', async () => {
      await bench.script({ replies: [{ blocks: [bash('touch card.txt')] }, { text: 'Ok.' }] });
      const talk = await launch(bench, newId(), { prompt: 'card' });
      const first = await question(talk, 1);
      expect(first).toMatchObject({ tool: 'Bash', input: { command: 'touch card.txt' } });
      expect(made('card.txt')).toBe(false);
      await answered(talk, first.id, { behavior: 'allow', always: false });
      await talk.saw('turn-ended', 1);
      expect(made('card.txt')).toBe(true);

      await bench.script({ replies: [{ blocks: [bash('touch no.txt')] }, { text: 'As you wish.' }] });
      await talk.live.send('refuse');
      const second = await question(talk, 2);
      await answered(talk, second.id, { behavior: 'deny', message: 'not today' });
      await talk.saw('turn-ended', 2);

      const { pty } = bench.terminal(talk.live.session_id);
      const isOpen = () => bench.statusOf(talk.live.pid) === 'waiting';
      /** One that has just opened may not hear its first key, and newer versions hear none that comes soon after another. */
      const answer = async (key: string) => {
        await vi.waitFor(() => expect(isOpen()).toBe(true), patience);
        await vi.waitFor(
          () => {
            if (isOpen()) pty.write(key);
            expect(isOpen()).toBe(false);
          },
          { ...patience, interval: 2500 },
        );
      };
      await bench.script({ replies: [{ blocks: [bash('touch typed.txt')] }, { text: 'Ok.' }] });
      await talk.live.send('in the terminal');
      const third = await question(talk, 3);
      await answer('1');
      await talk.saw('turn-ended', 3);
      expect(made('typed.txt')).toBe(true);
      expect(settled(talk)).toContain(third.id);
      expect(await talk.live.answerPermission(third.id, { behavior: 'allow', always: false })).toMatchObject({
        error: { code: 'permission-gone' },
      });

      await bench.script({ replies: [{ blocks: [bash('touch never.txt')] }, { text: 'Never said.' }] });
      await talk.live.send('no in the terminal');
      await question(talk, 4);
      await answer('\x1b');
      expect(await talk.saw('turn-ended', 4)).toMatchObject({ interrupted: true });
      expect(made('no.txt') || made('never.txt')).toBe(false);

      const questions = [
        {
          question: 'Which colour?',
          header: 'Colour',
          multiSelect: false,
          options: [
            { label: 'Red', description: 'warm' },
            { label: 'Blue', description: 'cold' },
          ],
        },
      ];
      const ask = { type: 'tool_use', name: 'AskUserQuestion', input: { questions } };
      await bench.script({ replies: [{ blocks: [ask] }, { text: 'Blue it is.' }] });
      await talk.live.send('ask me');
      const fifth = await question(talk, 5);
      const input = { ...fifth.input, answers: { 'Which colour?': 'Blue' } };
      await answered(talk, fifth.id, { behavior: 'allow', always: false, input });
      await talk.saw('turn-ended', 5);
      const messages = await endedWell(bench, talk);
      expect(messages.flatMap(({ calls }) => calls.map(({ failed }) => failed))).toEqual([
        false,
        true,
        false,
        true,
        false,
      ]);
      expect(messages.flatMap(({ calls }) => calls).at(-1)?.output).toContain('"Which colour?"="Blue"');
      expect(settled(talk)).toHaveLength(5);
    });

    it('a plan approved and one sent back, a rule for always, all from the card', async () => {
      const plan = (text: string) => ({ type: 'tool_use', name: 'ExitPlanMode', input: { plan: text } });
      await bench.script({
        replies: [
          { blocks: [plan('# First plan')] },
          { blocks: [plan('# Better plan')] },
          { text: 'I begin.' },
        ],
      });
      const talk = await launch(bench, newId(), { prompt: 'plan it', permission_mode: 'plan' });
      const first = await question(talk, 1);
      expect(first.tool).toBe('ExitPlanMode');
      await answered(talk, first.id, { behavior: 'deny', message: 'think again' });
      const second = await question(talk, 2);
      await answered(talk, second.id, { behavior: 'allow', always: false });
      await talk.saw('turn-ended', 1);

      const count = bash('node --eval 42');
      await bench.script({ replies: [{ blocks: [count] }, { blocks: [count] }, { text: 'Ok.' }] });
      await talk.live.send('count it');
      const third = await question(talk, 3);
      expect(third.rules).not.toEqual([]);
      await answered(talk, third.id, { behavior: 'allow', always: true });
      await talk.saw('turn-ended', 2);
      // The second time nobody was asked.
      expect(talk.events.filter(({ type }) => type === 'permission-asked')).toHaveLength(3);
      const messages = await endedWell(bench, talk);
      expect(messages.flatMap(({ calls }) => calls.map(({ tool, failed }) => [tool, failed]))).toEqual([
        ['ExitPlanMode', true],
        ['ExitPlanMode', false],
        ['Bash', false],
        ['Bash', false],
      ]);
      expect(messages.flatMap(({ calls }) => calls)[0]?.output).toContain('think again');
      // Exactly the rule that the card named stands in the project's own settings.
      const kept = readFileSync(join(bench.project, '.claude', 'settings.local.json'), 'utf8');
      expect(JSON.parse(kept).permissions.allow).toEqual(third.rules);
    });

    it('interrupted in mid-stream and in mid-tool, a prompt that waits, the end in mid-stream', async () => {
      const held = (said: string) => ({ blocks: [text(said), { type: 'hold' }, text('never told')] });
      await bench.script({ replies: [held('The beginning\nof ')] });
      const talk = await launch(bench, newId(), { prompt: 'talk' });
      await vi.waitFor(() => expect(talk.heard()).toContain('The beginning'), patience);
      await talk.live.interrupt();
      expect(await talk.saw('turn-ended', 1)).toEqual({ type: 'turn-ended', interrupted: true });

      await bench.script({ replies: [{ blocks: [bash('touch runs.txt; tail -f /dev/null')] }] });
      await talk.live.send('hang');
      const { id } = await question(talk, 1);
      await answered(talk, id, { behavior: 'allow', always: false });
      await vi.waitFor(() => expect(made('runs.txt')).toBe(true), patience);
      await talk.live.interrupt();
      expect(await talk.saw('turn-ended', 2)).toMatchObject({ interrupted: true });

      await bench.script({ replies: [{ blocks: [text('Slow\n'), { type: 'hold' }] }, { text: 'Second.' }] });
      await talk.live.send('first');
      const second = talk.live.send('second');
      await vi.waitFor(() => expect(talk.heard()).toContain('Slow'), patience);
      await bench.release();
      await talk.saw('turn-ended', 3);
      expect(await second).toEqual({ ok: true, value: null });
      await talk.saw('turn-ended', 4);

      await bench.script({ replies: [held('Half\nof it')] });
      await talk.live.send('last');
      await vi.waitFor(() => expect(talk.heard()).toContain('Half'), patience);
      const messages = await endedWell(bench, talk);
      expect(spoken(messages)).toEqual([
        'talk',
        'The beginning\nof ',
        '[Request interrupted by user]',
        'hang',
        '',
        '[Request interrupted by user for tool use]',
        'first',
        'Slow\n',
        'second',
        'Second.',
        'last',
        'Half\nof it',
        '[Request interrupted by user]',
      ]);
      const steps = talk.events.flatMap((event) => (event.type === 'stop-step' ? [event.step] : []));
      expect(steps).toEqual(['interrupt', 'exit']);
      expect(await talk.saw('process-ended')).toMatchObject({ end: { how: 'asked', exit_code: 0 } });
    });

    it('an error of the API, one that is tried again, a limit; /compact; /clear goes on as another session', async () => {
      const error = (status: number, type: string) => ({
        error: { status, type, message: `scripted ${status}` },
      });
      const rules = [
        { when: { lastUser: '^fail$' }, reply: error(400, 'invalid_request_error') },
        { when: { lastUser: '^again$' }, reply: error(529, 'overloaded_error'), times: 1 },
        { when: { lastUser: '^limit$' }, reply: error(429, 'rate_limit_error') },
        { when: { lastUser: 'summary' }, reply: { text: '<summary>In short.</summary>' } },
      ];
      await bench.script({ rules, fallback: { text: 'Well.' } });
      const first = newId();
      const talk = await launch(bench, first, { prompt: 'fail' });
      expect((await talk.saw('turn-ended', 1)).error).toContain('scripted 400');
      await talk.live.send('again');
      expect(await talk.saw('turn-ended', 2)).toEqual({ type: 'turn-ended', interrupted: false });
      // One version names another as it begins than the one that answers.
      expect(modelsTold(talk).at(-1)).toBe(answeringIn(readFileSync(bench.transcriptOf(first), 'utf8')));
      await talk.live.send('limit');
      expect(await talk.saw('turn-ended', 3)).toMatchObject({
        error: expect.stringContaining('429'),
        limit: { resets_at: null },
      });
      await talk.live.send('/compact');
      await talk.saw('turn-ended', 4);
      await talk.live.send('/clear');
      const { session_id } = await talk.saw('session-replaced');
      expect(talk.live.session_id).toBe(session_id);
      const turns = talk.events.filter(({ type }) => type === 'turn-ended').length;
      await talk.live.send('anew');
      await talk.saw('turn-ended', turns + 1);
      await talk.live.end();
      const at = talk.events.findIndex(({ type }) => type === 'session-replaced');
      const [old, next] = [talk.events.slice(0, at), talk.events.slice(at)];
      const before = collected({ ...talk, events: old });
      expect(before).toEqual(readTranscriptPlainly(bench.transcriptOf(first)));
      expect(before.some(({ said }) => said[0]?.includes('In short.'))).toBe(true);
      const after = collected({ ...talk, events: next });
      expect(after).toEqual(readTranscriptPlainly(bench.transcriptOf(session_id)));
      expect(spoken(after)).toEqual(['anew', 'Well.']);
    });

    it('killed and resumed; from the terminal into the stream and back, and there again, with nothing lost', async () => {
      await bench.script({ fallback: { text: 'You said: {{lastUser}}' } });
      const id = newId();
      const first = await launch(bench, id, { prompt: 'one' });
      await first.saw('turn-ended');
      process.kill(first.live.pid ?? 0, 'SIGKILL');
      expect((await first.saw('process-ended')).end).toMatchObject({ how: 'died', signal: 'SIGKILL' });
      const mode = { type: 'resume', neverPrompted: false } as const;
      const talks = [first];
      for (const [seat, prompt] of [
        ['pty', 'two'],
        ['stream', 'three'],
        ['pty', 'four'],
        ['stream', 'five'],
      ] as const) {
        const talk = await launch({ ...bench, driver: bench.seats[seat] }, id, { mode, prompt });
        await talk.saw('turn-ended');
        const messages = await endedWell(bench, ...talks, talk);
        expect(spoken(messages).at(-1)).toBe(`You said: ${prompt}`);
        talks.push(talk);
      }
      expect(spoken(readTranscriptPlainly(bench.transcriptOf(id)))).toEqual(
        ['one', 'two', 'three', 'four', 'five'].flatMap((prompt) => [prompt, `You said: ${prompt}`]),
      );
    });
  });

function modelsTold({ events }: Talk): string[] {
  return events.flatMap((event) =>
    (event.type === 'started' || event.type === 'model') && event.model ? [event.model] : [],
  );
}

/** The model of the last answer that one gave. */
function answeringIn(transcript: string): string | undefined {
  return [...transcript.matchAll(/"model":"(claude-[^"]+)"/g)].at(-1)?.[1];
}
