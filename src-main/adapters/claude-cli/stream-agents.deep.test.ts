import { randomUUID } from 'node:crypto';
import type { SessionId } from '@domain/ids';
import { describe, expect, it } from 'vitest';
import { endedWell, launch } from '../../testing/claude-talk';
import { claudeBench, findRealClaude } from '../../testing/real-claude';

const claude = findRealClaude();
const newId = () => randomUUID() as SessionId;
const agent = (prompt: string, run_in_background: boolean) => ({
  type: 'tool_use',
  name: 'Agent',
  input: { description: 'A look', prompt, subagent_type: 'general-purpose', run_in_background },
});
const tool = { type: 'tool_use', name: 'Bash', input: { command: 'ls -1' } };
const text = (said: string) => ({ type: 'text', text: said });

if (claude === null) it.skip('the real claude is not installed', () => {});
else
  describe('subagents of the real CLI, equal to their transcripts', () => {
    it('one that is waited for: told under its call, recorded with it', async () => {
      const bench = await claudeBench(claude);
      const inner = { firstUser: 'LOOK' };
      await bench.script({
        rules: [
          { when: { ...inner, lastUser: '^LOOK' }, times: 1, reply: { blocks: [text('I look.'), tool] } },
          { when: inner, reply: { text: 'Two files.' } },
        ],
        replies: [{ blocks: [text('I ask.'), agent('LOOK around', false)] }, { text: 'Two, it says.' }],
      });
      const talk = await launch(bench, newId(), { prompt: 'How many files?' });
      talk.live.onEvent((event) => {
        if (event.type === 'permission-asked')
          void talk.live.answerPermission(event.request.id, { behavior: 'allow', always: false });
      });
      await talk.saw('turn-ended');
      const told = talk.events.flatMap((event) => (event.type === 'tool-started' ? [event] : []));
      expect(told).toMatchObject([{ tool: 'Agent' }, { tool: 'Bash', parent_id: told[0]?.id }]);
      const messages = await endedWell(bench, talk);
      const own = messages.filter((one) => one.agent !== undefined);
      expect(own.map(({ call, said }) => [call, said])).toEqual([
        [told[0]?.id, ['LOOK around']],
        [told[0]?.id, ['I look.']],
        [told[0]?.id, ['Two files.']],
      ]);
      expect(own.flatMap(({ calls }) => calls)).toMatchObject([{ tool: 'Bash', failed: false }]);
    });

    it('one in the background: its end begins a turn of its own, as a task', async () => {
      const bench = await claudeBench(claude);
      await bench.script({
        rules: [{ when: { firstUser: 'CHECK' }, reply: { blocks: [{ type: 'hold' }, text('All good.')] } }],
        replies: [{ blocks: [agent('CHECK everything', true)] }, { text: 'Begun.' }],
        fallback: { text: 'It is done.' },
      });
      const talk = await launch(bench, newId(), { prompt: 'Begin it' });
      await talk.saw('turn-ended');
      await bench.release();
      await talk.saw('turn-ended', 2);
      const messages = await endedWell(bench, talk);
      expect(messages.map(({ kind, who, said }) => kind ?? `${who}: ${said[0] ?? ''}`)).toEqual([
        'user: Begin it',
        'assistant: ',
        'assistant: Begun.',
        'task',
        'assistant: It is done.',
        'user: CHECK everything',
        'assistant: All good.',
      ]);
    });
  });
