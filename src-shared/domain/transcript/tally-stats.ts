import { type TokenUsage, totalTokens } from '@domain/cost/usage';
import type { Billed } from './billed-rows';
import { isPromptMark, MARK_NUMBERS, type SessionTally, thinkingOfMark } from './session-tally';

export type TallyStats = {
  readonly user_messages: number;
  readonly assistant_messages: number;
  readonly subagent_messages: number;
  readonly tool_use_count: number;
  readonly tool_error_count: number;
  readonly thinking_blocks: number;
  readonly subagent_count: number;
  /** Without what an older session holds already. */
  readonly usage: TokenUsage;
  /** With it. */
  readonly whole_usage: TokenUsage;
  readonly inherited_tokens: number;
  readonly lines_not_understood: number;
  /** Whole, but of a type that no version of Claude Code was seen to write. */
  readonly lines_of_unknown_kind: number;
};

/** What a session took over from older ones: its copies count as messages, not as tokens. */
export type Inherited = { readonly billed: ReadonlySet<number>; readonly lines: ReadonlySet<number> };

export const nothingInherited: Inherited = { billed: new Set(), lines: new Set() };

export function statsOf(tally: SessionTally, inherited: Inherited = nothingInherited): TallyStats {
  let user = 0;
  let thinking = 0;
  const { numbers, size } = tally.marks;
  for (let at = 1; at < size * MARK_NUMBERS; at += MARK_NUMBERS) {
    const mark = numbers[at] ?? 0;
    if (isPromptMark(mark)) user += 1;
    thinking += thinkingOfMark(mark);
  }
  const { usage: whole, sidechains: subagent } = tally.billed.sum(nothingInherited.billed);
  const own = inherited.billed.size === 0 ? whole : tally.billed.sum(inherited.billed).usage;
  let roots = 0;
  for (const root of tally.roots.keys()) if (!inherited.lines.has(root)) roots += 1;
  return {
    user_messages: user,
    assistant_messages: tally.billed.size - subagent,
    subagent_messages: subagent,
    tool_use_count: tally.tools.size,
    tool_error_count: tally.toolErrors.size,
    thinking_blocks: thinking,
    subagent_count: tally.agents.size + roots,
    usage: own,
    whole_usage: whole,
    inherited_tokens: totalTokens(whole) - totalTokens(own),
    lines_not_understood: tally.broken,
    lines_of_unknown_kind: tally.unknown,
  };
}

export function usageOf(billed: Billed): TokenUsage {
  return {
    tokens_in: billed.tokensIn,
    tokens_out: billed.tokensOut,
    cache_read_tokens: billed.cacheRead,
    cache_write_tokens: billed.cacheWrite,
    cache_write_5m_tokens: billed.cacheWrite5m,
    cache_write_1h_tokens: billed.cacheWrite1h,
  };
}
