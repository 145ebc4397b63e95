import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestHistory, everythingOf, type TestHistory } from '../../testing/test-history';
import { makeCorpus } from '../../testing/transcript-corpus';

const SEEDS = [11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22];

let history: TestHistory;
beforeEach(() => {
  history = createTestHistory();
});
afterEach(() => history.remove());

describe('the catalog of a generated history', () => {
  it.each(SEEDS)('of seed %i has every number of the oracle, and every sum is the same', async (seed) => {
    const corpus = makeCorpus({ sessions: 30, messages: 18, seed });
    try {
      const engine = await history.engineFor(join(corpus.claudeFolder, 'projects'));
      await engine.backfill();
      const sessions = await everythingOf(engine);
      const { sessions: expected, totals } = corpus.expected;
      expect(sessions.map(({ id }) => id)).toEqual(Object.keys(expected).sort());
      for (const { id, cwd, started_at, ended_at, stats } of sessions) {
        const oracle = expected[id];
        const tokens = {
          input: stats.tokens_in,
          output: stats.tokens_out,
          cacheRead: stats.cache_read_tokens,
          cacheWrite: stats.cache_write_tokens,
          cacheWrite5m: stats.cache_write_5m_tokens,
          cacheWrite1h: stats.cache_write_1h_tokens,
        };
        expect({
          id,
          cwd,
          first: started_at,
          last: ended_at,
          malformed: stats.lines_not_understood,
          userPrompts: stats.user_messages,
          assistantMessages: stats.assistant_messages,
          subagentMessages: stats.subagent_messages,
          toolCalls: stats.tool_use_count,
          toolErrors: stats.tool_error_count,
          thinkingBlocks: stats.thinking_blocks,
          subagents: stats.subagent_count,
          tokensNew: tokens,
        }).toEqual({
          id,
          cwd: oracle?.cwd,
          first: oracle?.first,
          last: oracle?.last,
          malformed: oracle?.malformed,
          userPrompts: oracle?.userPrompts,
          assistantMessages: oracle?.assistantMessages,
          subagentMessages: oracle?.subagentMessages,
          toolCalls: oracle?.toolCalls,
          toolErrors: oracle?.toolErrors,
          thinkingBlocks: oracle?.thinkingBlocks,
          subagents: oracle?.subagents,
          tokensNew: oracle?.tokensNew,
        });
        // What an older session was billed for stands apart: together they are all its lines say.
        const whole = sumOf(oracle?.tokens);
        expect([id, sumOf(tokens) + stats.inherited_tokens]).toEqual([id, whole]);
      }
      const { unique } = totals;
      const links = sessions.slice(0, 9).map(({ id }, at) => ({ id, bead_id: `b-${at % 4}`, agent: null }));
      for (const by of ['session', 'day', 'model', 'project', 'bead', 'agent'] as const) {
        const { rows, total } = await engine.report({ by, filter: {}, links });
        expect({ by, ...total }).toMatchObject({
          by,
          tokens_in: unique.input,
          tokens_out: unique.output,
          cache_read_tokens: unique.cacheRead,
          cache_write_tokens: unique.cacheWrite,
          total_tokens: sumOf(unique),
        });
        for (const field of [
          'tokens_in',
          'tokens_out',
          'total_tokens',
          'cost_micro_usd',
          'unpriced_tokens',
        ] as const)
          expect([by, field, rows.reduce((sum, row) => sum + row[field], 0)]).toEqual([
            by,
            field,
            total[field],
          ]);
        // Sessions without a bead or an agent are one row of their own: nothing is left out.
        if (by === 'bead')
          expect(rows.map(({ key }) => key).sort()).toEqual(['b-0', 'b-1', 'b-2', 'b-3', null]);
      }
    } finally {
      corpus.remove();
    }
  });
});

type Tokens = Readonly<Record<'input' | 'output' | 'cacheRead' | 'cacheWrite', number>>;
const sumOf = (tokens: Tokens | undefined) =>
  tokens === undefined ? -1 : tokens.input + tokens.output + tokens.cacheRead + tokens.cacheWrite;
