import { randomUUID } from 'node:crypto';
import type { SessionId } from '@domain/ids';
import { describe, expect, it, vi } from 'vitest';
import { collected, endedWell, launch, patience } from '../../testing/claude-talk';
import { readTranscriptPlainly } from '../../testing/plain-transcript-reader';
import { claudeBench, findRealClaude } from '../../testing/real-claude';

const claude = findRealClaude();
const newId = () => randomUUID() as SessionId;
const text = (said: string) => ({ type: 'text', text: said });
const held = (said: string) => ({ blocks: [text(said), { type: 'hold' }, text('never told')] });

if (claude === null) it.skip('the real claude is not installed', () => {});
else
  describe('processes of the real CLI: killed, resumed, forked, side by side', () => {
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

    it("four at once, each hears its own words and nobody else's", async () => {
      const bench = await claudeBench(claude);
      const long = { type: 'text', text: '<{{lastUser}}> ', repeat: 200 };
      await bench.script({ fallback: { blocks: [long] } });
      const talks = await Promise.all(
        ['a', 'b', 'c', 'd'].map((prompt) => launch(bench, newId(), { prompt })),
      );
      await Promise.all(talks.map((talk) => talk.saw('turn-ended')));
      expect(talks.map((talk) => talk.heard())).toEqual(
        ['a', 'b', 'c', 'd'].map((prompt) => `<${prompt}> `.repeat(200)),
      );
      for (const talk of talks) expect(await endedWell(bench, talk)).toHaveLength(2);
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

    it('D9 /clear goes on as another session in the same process, and each has its own record', async () => {
      const bench = await claudeBench(claude);
      await bench.script({ replies: [{ text: 'One.' }, { text: 'Two.' }] });
      const first = newId();
      const talk = await launch(bench, first, { prompt: 'one' });
      await talk.saw('turn-ended');
      await talk.live.send('/clear');
      const { session_id, run } = await talk.saw('session-replaced');
      expect(run.result).toBe('One.');
      expect(talk.live.session_id).toBe(session_id);
      await talk.live.send('two');
      await talk.saw('turn-ended', 3);
      await talk.live.end();
      const at = talk.events.findIndex(({ type }) => type === 'session-replaced');
      const told = (events: typeof talk.events) => collected({ ...talk, events });
      expect(told(talk.events.slice(0, at))).toEqual(readTranscriptPlainly(bench.transcriptOf(first)));
      const after = told(talk.events.slice(at));
      expect(after).toEqual(readTranscriptPlainly(bench.transcriptOf(session_id)));
      expect(after.at(-1)?.said).toEqual(['Two.']);
      expect(talk.heard()).toBe('One.Two.');
    });
  });
