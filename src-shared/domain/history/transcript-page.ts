import { costOf, type TokenUsage } from '@domain/cost/usage';
import { filterMessage } from '@domain/privacy/filter-message';
import type { PrivacyPolicy } from '@domain/privacy/tiers';
import type { ContentBlock, Message, ToolCall } from '@domain/session/message';
import { createMessageBuilder } from '@domain/transcript/message-builder';
import type { PriceFinder } from './report';
import type { TranscriptMessage } from './transcript';

/** What a page holds of one text; the rest is asked for. */
const MOST_TEXT = 16_000;
const MOST_THINKING = 6_000;
const MOST_OUTPUT = 4_000;
const MOST_INPUT = 2_000;

export type PagedMessage = { readonly id: string; readonly position: number; readonly isPruned: boolean };

/**
 * The messages of a page from their lines: filtered first, cut afterwards, because half a secret is no longer known as one.
 * Lines may hold parts of other messages too, which are left out.
 */
export function makePage(
  wanted: readonly PagedMessage[],
  lines: readonly string[],
  policy: PrivacyPolicy,
  price: PriceFinder,
): TranscriptMessage[] {
  const built = new Map<string, Message>();
  const bills = new Map<string, Bill>();
  const onAnswer = ({ id, model, timestamp }: Message, usage: TokenUsage) => {
    const known = bills.get(id);
    if (model === undefined || (known !== undefined && usage.tokens_out <= known.usage.tokens_out)) return;
    bills.set(id, { usage, model, atMs: Date.parse(timestamp) });
  };
  for (const message of createMessageBuilder({ onAnswer }).add(lines)) built.set(message.id, message);
  return wanted.flatMap(({ id, position, isPruned }) => {
    const message = built.get(id);
    if (message === undefined) return [];
    const { is_pruned: _pruned, ...filtered } = filterMessage(message, policy).message;
    return [
      {
        ...filtered,
        ...(isPruned ? { is_pruned: true } : {}),
        ...billed(bills.get(id), price),
        position,
      },
    ];
  });
}

type Bill = { readonly usage: TokenUsage; readonly model: string; readonly atMs: number };

function billed(bill: Bill | undefined, find: PriceFinder): Partial<TranscriptMessage> {
  if (bill === undefined) return {};
  const { usage, model, atMs } = bill;
  const price = find(model, atMs);
  return {
    tokens_in: usage.tokens_in,
    tokens_out: usage.tokens_out,
    cache_read_tokens: usage.cache_read_tokens,
    cache_write_tokens: usage.cache_write_tokens,
    context_tokens: usage.tokens_in + usage.cache_read_tokens + usage.cache_write_tokens,
    cost_micro_usd: price === null ? null : costOf(usage, price),
  };
}

export function cutMessage(message: TranscriptMessage): TranscriptMessage {
  let isCut = false;
  const cut = (text: string, most: number): string => {
    if (text.length <= most) return text;
    isCut = true;
    return text.slice(0, most);
  };
  const cutInput = (input: Readonly<Record<string, unknown>>): Record<string, unknown> => {
    if (JSON.stringify(input).length <= MOST_INPUT) return input;
    return Object.fromEntries(
      Object.entries(input).map(([name, value]) => {
        if (typeof value === 'string') return [name, cut(value, MOST_INPUT)];
        const text = JSON.stringify(value) ?? '';
        return [name, text.length <= MOST_INPUT ? value : cut(text, MOST_INPUT)];
      }),
    );
  };
  const cutBlock = (block: ContentBlock): ContentBlock => {
    switch (block.type) {
      case 'text':
        return { ...block, text: cut(block.text, MOST_TEXT) };
      case 'thinking':
        return { ...block, text: cut(block.text, MOST_THINKING) };
      case 'tool_result':
        return { ...block, text: cut(block.text, MOST_OUTPUT) };
      case 'tool_use':
        return { ...block, input: cutInput(block.input) };
      case 'image':
        return block;
    }
  };
  const cutCall = (call: ToolCall): ToolCall => ({
    ...call,
    input: cutInput(call.input),
    ...(call.output === undefined ? {} : { output: cut(call.output, MOST_OUTPUT) }),
  });
  const content = message.content.map(cutBlock);
  const calls = message.tool_calls?.map(cutCall);
  if (!isCut) return message;
  return { ...message, content, ...(calls === undefined ? {} : { tool_calls: calls }), is_cut: true };
}

/** What can be found in a message, piece by piece, with who says it. */
export function* textsIn(message: Message): Generator<{ role: FoundRole; text: string }> {
  for (const block of message.content) {
    if (block.type === 'text') yield { role: message.role, text: block.text };
    else if (block.type === 'thinking') yield { role: 'thinking', text: block.text };
    else if (block.type === 'tool_result') yield { role: 'tool', text: block.text };
    else if (block.type === 'tool_use')
      yield { role: 'tool', text: `${block.tool} ${JSON.stringify(block.input)}` };
  }
  for (const { output } of message.tool_calls ?? [])
    if (output !== undefined) yield { role: 'tool', text: output };
}

export type FoundRole = 'user' | 'assistant' | 'system' | 'thinking' | 'tool';
