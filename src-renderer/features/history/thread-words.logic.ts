import type { TranscriptMessage, TranscriptOutline } from '@domain/history/transcript';
import { costWords, countWords } from '../../app/usage-words';

type Subagents = TranscriptOutline['subagents'];

export function threadTitle(agent: string | null, subagents: Subagents): string {
  if (agent === null) return 'The session';
  const known = subagents.find(({ agent_id }) => agent_id === agent);
  return agentWords(known ?? { agent_type: null, description: null });
}

export function agentWords({
  agent_type,
  description,
}: Pick<Subagents[number], 'agent_type' | 'description'>): string {
  return [agent_type ?? 'Sub-agent', description].filter(Boolean).join(': ');
}

/** "$0.04 · 812 out · 21k in context"; null when nobody was billed for it. */
export function billWords(message: TranscriptMessage): string | null {
  const { cost_micro_usd, tokens_out, context_tokens } = message;
  if (tokens_out === undefined) return null;
  return [
    cost_micro_usd === undefined ? '' : cost_micro_usd === null ? 'price unknown' : costWords(cost_micro_usd),
    `${countWords(tokens_out)} out`,
    context_tokens === undefined ? '' : `${countWords(context_tokens)} context`,
  ]
    .filter((word) => word !== '')
    .join(' · ');
}

/** All four kinds of tokens, for the tooltip. */
export function billDetails(message: TranscriptMessage): string {
  const { tokens_in = 0, tokens_out = 0, cache_read_tokens = 0, cache_write_tokens = 0, model } = message;
  const parts = [
    `${tokens_in.toLocaleString('en')} in`,
    `${tokens_out.toLocaleString('en')} out`,
    `${cache_read_tokens.toLocaleString('en')} read from the cache`,
    `${cache_write_tokens.toLocaleString('en')} written to it`,
  ];
  return [...(model === undefined ? [] : [model]), ...parts].join(', ');
}

export function plainText(message: TranscriptMessage): string {
  return message.content
    .flatMap((block) => (block.type === 'text' ? [block.text] : []))
    .join('\n\n')
    .trim();
}

/** What the privacy filter took out of the messages that are here. */
export function redactedCount(messages: Iterable<TranscriptMessage>): number {
  let sum = 0;
  for (const { redactions } of messages) for (const { count } of redactions ?? []) sum += count;
  return sum;
}
