import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Frame } from '@domain/feed';
import type { FolderPath } from '@domain/ids';
import type { LiveChange, LiveView } from '@domain/session/live';
import type { Message } from '@domain/session/message';
import type { Session } from '@domain/session/record';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { compose } from '../compose';
import { plainly } from '../testing/claude-talk';
import { readTokensPlainly, readTranscriptPlainly } from '../testing/plain-transcript-reader';
import { claudeBench, findRealClaude } from '../testing/real-claude';

const claude = findRealClaude();
const patience = { timeout: 60_000 };
const window = { door: 'ui', connection: 'test' } as const;

if (claude === null) it.skip('the real claude is not installed', () => {});
else
  describe('turns of the real CLI in a plain terminal, on a session of ours', () => {
    it('are there when the session is looked at, and come while it is', async () => {
      const bench = await claudeBench(claude);
      const { project } = bench;
      const app = await compose({
        env: { ...bench.env, BEADS_CONSOLE_HOME: join(bench.base, 'data') },
        shell: 'serve',
        checkOutputs: true,
      });
      onTestFinished(() => app.close());
      await app.projects.open(project);
      await app.projects.trust(project as FolderPath, true);
      const ask = async <T>(entry: string, input: object): Promise<T> => {
        const answer = await app.dispatch.call(entry, { project, ...input }, window);
        if (!answer.ok) throw new Error(`${entry}: ${JSON.stringify(answer.error)}`);
        return answer.value as T;
      };
      const texts = (messages: readonly Message[]) => plainly(messages).flatMap(({ said }) => said);
      const { id } = await ask<Session>('sessions.create', { prompt: 'one' });
      const stored = async () => (await ask<{ messages: Message[] }>('sessions.messages', { id })).messages;
      const inTerminal = (prompt: string) => {
        const run = promisify(execFile)(claude, ['-p', '--resume', id, prompt], {
          cwd: project,
          env: bench.env,
        });
        run.child.stdin?.end();
        return run;
      };
      const look = async () => {
        const told: Message[] = [];
        const types: string[] = [];
        const hear = (frame: Frame<LiveView, LiveChange>) => {
          if (frame.type === 'change') types.push(frame.change.type);
          if (frame.type === 'change' && frame.change.type === 'recorded')
            told.push(...frame.change.messages);
        };
        const followed = await app.dispatch.follow(
          'sessions.live',
          { project, id },
          null,
          (frame) => hear(frame as never),
          window,
        );
        if (!followed.ok) throw new Error('not followed');
        onTestFinished(followed.value);
        return { told, types, stop: followed.value };
      };
      const replies = ['Here.', 'There.', 'Again.'].map((text) => ({ text }));
      await bench.script({ replies });

      const first = await look();
      await ask('sessions.start', { id, seat: 'stream' });
      // In mid-turn a pause would be an interruption, and written down as one.
      await vi.waitFor(() => expect(first.types).toContain('turn-ended'), patience);
      first.stop();
      await vi.waitFor(async () => expect(texts(await stored())).toEqual(['one', 'Here.']), patience);
      await ask('sessions.pause', { id });
      await inTerminal('two');
      expect(texts(await stored())).toEqual(['one', 'Here.']);

      const { told, stop } = await look();
      await vi.waitFor(() => expect(texts(told)).toEqual(['two', 'There.']), patience);
      await ask('sessions.close', { id });
      await inTerminal('three');
      await vi.waitFor(() => expect(texts(told)).toEqual(['two', 'There.', 'three', 'Again.']), patience);
      expect(plainly(await stored())).toEqual(readTranscriptPlainly(bench.transcriptOf(id)));

      const tokens = Object.values(readTokensPlainly(bench.transcriptOf(id))).reduce((a, b) => a + b, 0);
      await vi.waitFor(async () => {
        const session = await ask<Session>('sessions.show', { id });
        expect(session).toMatchObject({ status: 'closed', total_tokens: tokens });
      }, patience);
      stop();
    });
  });
