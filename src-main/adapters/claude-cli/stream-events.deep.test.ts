import { randomUUID } from 'node:crypto';
import type { SessionId } from '@domain/ids';
import { describe, expect, it } from 'vitest';
import { endedWell, launch } from '../../testing/claude-talk';
import { claudeBench, findRealClaude } from '../../testing/real-claude';

const claude = findRealClaude();
const newId = () => randomUUID() as SessionId;
const error = (status: number, type: string) => ({ error: { status, type, message: `scripted ${status}` } });

if (claude === null) it.skip('the real claude is not installed', () => {});
else
  describe('what happens to a turn of the real CLI, told as what it is and equal to its transcript', () => {
    it('a retry, a refusal, a compaction, and the usage limit at the end', async () => {
      const bench = await claudeBench(claude);
      await bench.script({
        rules: [
          // After a compaction its summary stands before the prompt.
          { when: { lastUser: 'limit$' }, reply: error(429, 'rate_limit_error') },
          // What was refused may stand before the request for it.
          { when: { lastUser: 'summary' }, reply: { text: '<summary>In short.</summary>' } },
          { when: { lastUser: '^again$' }, reply: error(529, 'overloaded_error'), times: 1 },
          { when: { lastUser: '^refuse$' }, reply: { text: '', stop_reason: 'refusal' } },
          { when: { lastUser: 'stopped by a safety' }, reply: { text: '', stop_reason: 'refusal' } },
        ],
        fallback: { text: 'Well.' },
      });
      const talk = await launch(bench, newId(), { prompt: 'again' });
      expect(await talk.saw('turn-ended')).toEqual({ type: 'turn-ended', interrupted: false });
      expect((await talk.saw('retrying')).retry).toMatchObject({ attempt: 1, http_status: 529 });
      expect((await talk.saw('model')).model).toContain('claude-');
      await talk.live.send('refuse');
      expect((await talk.saw('turn-ended', 2)).limit).toBeUndefined();
      await talk.live.send('/compact');
      await talk.saw('turn-ended', 3);
      await talk.live.send('limit');
      expect(await talk.saw('turn-ended', 4)).toMatchObject({ limit: { resets_at: null } });
      const messages = await endedWell(bench, talk);
      const kinds = messages.map(({ kind, said }) => kind ?? said[0]);
      expect(kinds).toEqual(
        expect.arrayContaining(['again', 'Well.', 'refused', 'compacted', 'usage-limit']),
      );
      expect(messages.find(({ kind }) => kind === 'compacted')?.said[0]).toContain('In short.');
      expect(messages.at(-1)?.kind).toBe('usage-limit');
    });
  });
