import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionId } from '@domain/ids';
import { describe, expect, it, vi } from 'vitest';
import { endedWell, launch, patience } from '../../testing/claude-talk';
import { claudeBench, findRealClaude } from '../../testing/real-claude';

const claude = findRealClaude();

if (claude === null) it.skip('the real claude is not installed', () => {});
else
  describe('the pty seat while something works in the background', () => {
    it('a command and a sub-agent: told while they work, and over when they are', async () => {
      const bench = await claudeBench(claude, { seat: 'pty' });
      const command = 'until [ -e stop.txt ]; do sleep 0.2; done';
      const wait = {
        type: 'tool_use',
        name: 'Bash',
        input: { command, description: 'Wait', run_in_background: true },
      };
      const look = {
        type: 'tool_use',
        name: 'Agent',
        input: {
          description: 'Look',
          prompt: 'CHECK it',
          subagent_type: 'general-purpose',
          run_in_background: true,
        },
      };
      await bench.script({
        rules: [
          {
            when: { firstUser: 'CHECK' },
            reply: { blocks: [{ type: 'hold' }, { type: 'text', text: 'Good.' }] },
          },
        ],
        replies: [{ blocks: [wait, look] }, { text: 'Begun.' }],
        fallback: { text: 'It is done.' },
      });
      const talk = await launch(bench, randomUUID() as SessionId, { prompt: 'Begin it' });
      talk.live.onEvent((event) => {
        if (event.type === 'permission-asked')
          void talk.live.answerPermission(event.request.id, { behavior: 'allow', always: false });
      });
      const kinds = () => {
        const told = talk.events.filter((event) => event.type === 'tasks').at(-1);
        return told?.tasks.map(({ kind }) => kind).sort() ?? null;
      };
      await vi.waitFor(() => expect(kinds()).toEqual(['local_agent', 'local_bash']), patience);
      await bench.release();
      await vi.waitFor(() => expect(kinds()).toEqual(['local_bash']), patience);
      // Beside a sub-agent Claude calls itself busy; a command alone keeps no turn open.
      await talk.saw('turn-ended');
      await talk.live.send('And this');
      await talk.saw('turn-ended', 2);
      expect(kinds()).toEqual(['local_bash']);
      writeFileSync(join(bench.project, 'stop.txt'), '');
      await vi.waitFor(() => expect(kinds()).toEqual([]), patience);
      await vi.waitFor(() => expect(bench.statusOf(talk.live.pid)).toBe('idle'), patience);
      const messages = await endedWell(bench, talk);
      expect(messages.filter(({ kind }) => kind === 'task')).toHaveLength(2);
    });
  });
