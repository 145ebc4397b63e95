import { randomUUID } from 'node:crypto';
import type { SessionId } from '@domain/ids';
import { err, ok } from '@domain/result';
import { describe, expect, it, vi } from 'vitest';
import type { HookDoors } from '../../ports/hook-door';
import { endedWell, launch, patience } from '../../testing/claude-talk';
import { answerFirstQuestions, claudeBench, findRealClaude } from '../../testing/real-claude';

const claude = findRealClaude();
const newId = () => randomUUID() as SessionId;
const bash = (command: string) => ({ type: 'tool_use', name: 'Bash', input: { command } });

/** Nothing that Claude's hooks tell arrives. */
const deaf = (real: HookDoors): HookDoors => ({ ...real, open: () => real.open(async () => ({})) });

/** Everything arrives twice, the second time after what came next; the token is in the agent's hands too, and it lies. */
const doubled = (real: HookDoors): HookDoors => ({
  ...real,
  open: (hear) => {
    let last: Parameters<typeof hear>[0] | null = null;
    return real.open(async (call, left) => {
      const answer = hear(call, left);
      if (last !== null && last['hook_event_name'] !== 'PermissionRequest') void hear(last, left);
      void hear({ ...call, hook_event_name: 'MessageDisplay', session_id: randomUUID(), delta: 'lie' }, left);
      last = call;
      return answer;
    });
  },
});

if (claude === null) it.skip('the real claude is not installed', () => {});
else
  describe('the pty seat when things go wrong', () => {
    const HOOKS = [
      ['lost', deaf],
      ['doubled, late and made up', doubled],
    ] as const;
    for (const [what, doors] of HOOKS)
      it(`L12 hooks that are ${what} change nothing in the end`, async () => {
        const bench = await claudeBench(claude, { seat: 'pty', doors });
        await bench.script({
          replies: [{ blocks: [bash('touch made.txt')] }, { text: 'One.' }, { text: 'Two.' }],
        });
        const talk = await launch(bench, newId(), { prompt: 'one', permission_mode: 'acceptEdits' });
        talk.live.onEvent((event) => {
          if (event.type === 'permission-asked')
            void talk.live.answerPermission(event.request.id, { behavior: 'allow', always: false });
        });
        await talk.saw('turn-ended');
        await talk.live.send('two');
        await talk.saw('turn-ended', 2);
        const messages = await endedWell(bench, talk);
        const said = messages.flatMap((message) => message.said).filter((one) => !one.startsWith('<'));
        expect(said).toEqual(['one', 'One.', 'two', 'Two.']);
        expect(talk.heard()).not.toContain('lie');
        expect(talk.events.filter(({ type }) => type === 'turn-ended')).toHaveLength(2);
        expect(talk.events.filter(({ type }) => type === 'session-replaced')).toHaveLength(0);
      });

    it("Claude's own question of a first start is left to the terminal, and said", async () => {
      const bench = await claudeBench(claude, { seat: 'pty' });
      answerFirstQuestions(bench.home, '/elsewhere');
      await bench.script({ replies: [{ text: 'Here I am.' }] });
      const talk = await launch(bench, newId(), { prompt: 'hello' });
      // Foreseen, not noticed: it is the first thing that is told.
      expect(talk.events).toEqual([{ type: 'asks-first', question: 'trust' }]);
      const { pty, text, screen } = bench.terminal(talk.live.session_id);
      // Words on a screen are parted by movements, not by blanks.
      await vi.waitFor(() => expect(text()).toMatch(/trust/i), patience);
      // Newer versions begin with no, and hear no key that comes too soon.
      await vi.waitFor(
        async () => {
          const isChosen = /❯ (1\. )?Yes/.test(await screen());
          pty.write(isChosen ? '\r' : '\x1b[B');
          expect(isChosen).toBe(true);
        },
        { ...patience, interval: 2500 },
      );
      await talk.saw('turn-ended');
      expect(talk.events).toContainEqual({ type: 'asks-first', question: null });
      expect((await endedWell(bench, talk)).flatMap(({ said }) => said)).toEqual(
        expect.arrayContaining(['hello', 'Here I am.']),
      );
    });

    it('ended while Claude still asks, it is asked nothing and goes', async () => {
      const bench = await claudeBench(claude, { seat: 'pty' });
      answerFirstQuestions(bench.home, '/elsewhere');
      const talk = await launch(bench, newId());
      await vi.waitFor(() => expect(bench.terminal(talk.live.session_id).text()).toMatch(/trust/i), patience);
      await talk.live.end();
      expect(talk.events.at(-1)).toMatchObject({ type: 'process-ended', end: { how: 'asked' } });
      expect(talk.events).toContainEqual({ type: 'stop-step', step: 'terminate' });
      expect(talk.events).not.toContainEqual({ type: 'stop-step', step: 'exit' });
    });

    it('one that dies at its start says what it showed last', async () => {
      const bench = await claudeBench(claude, { seat: 'pty' });
      answerFirstQuestions(bench.home, '/elsewhere');
      const talk = await launch(bench, newId());
      await vi.waitFor(() => expect(bench.terminal(talk.live.session_id).text()).toMatch(/trust/i), patience);
      process.kill(talk.live.pid ?? 0, 'SIGKILL');
      const { end } = await talk.saw('process-ended');
      expect(end).toMatchObject({ how: 'died', signal: 'SIGKILL' });
      expect(end.last_lines?.join(' ')).toMatch(/trust/i);
      expect(talk.events.map(({ type }) => type)).toEqual(['asks-first', 'process-ended']);
    });

    it('D10 not logged in: said before the first prompt, which is sent like any other and waits until Claude is', async () => {
      let isLoggedIn = false;
      const login = async () =>
        isLoggedIn ? ok(null) : err({ code: 'claude-not-logged-in' as const, claude });
      const bench = await claudeBench(claude, { seat: 'pty', login });
      await bench.script({ replies: [{ text: 'Now I can.' }] });
      const talk = await launch(bench, newId(), { prompt: 'hello' });
      expect(talk.events).toEqual([{ type: 'asks-first', question: 'login' }]);
      const { id, text } = await talk.saw('prompt-not-given');
      await talk.saw('started');
      const taken = talk.live.send(text, id);
      expect(talk.live.takeBack?.(id)).toBe(true);
      expect(await taken).toMatchObject({ ok: false });
      void talk.live.send(text, id);
      expect(talk.events.filter(({ type }) => type === 'prompt-sent')).toEqual([]);
      isLoggedIn = true;
      await talk.saw('turn-ended');
      const told = talk.events.map(({ type }) => type);
      expect(told.lastIndexOf('asks-first')).toBeLessThan(told.indexOf('prompt-sent'));
      expect((await endedWell(bench, talk)).flatMap(({ said }) => said)).toEqual(['hello', 'Now I can.']);
    });
  });
