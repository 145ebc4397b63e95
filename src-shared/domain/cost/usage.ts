import type { ModelPrice } from './price-table';

/** What one or more messages used. `tokens_in` has no cache in it; the split of the writes may be unknown. */
export type TokenUsage = {
  readonly tokens_in: number;
  readonly tokens_out: number;
  readonly cache_read_tokens: number;
  readonly cache_write_tokens: number;
  readonly cache_write_5m_tokens: number;
  readonly cache_write_1h_tokens: number;
};

export const noUsage: TokenUsage = {
  tokens_in: 0,
  tokens_out: 0,
  cache_read_tokens: 0,
  cache_write_tokens: 0,
  cache_write_5m_tokens: 0,
  cache_write_1h_tokens: 0,
};

/** Written out: it runs six times for every session behind every figure of the dashboard. */
export function addUsage(a: TokenUsage, b: TokenUsage): TokenUsage {
  return {
    tokens_in: a.tokens_in + b.tokens_in,
    tokens_out: a.tokens_out + b.tokens_out,
    cache_read_tokens: a.cache_read_tokens + b.cache_read_tokens,
    cache_write_tokens: a.cache_write_tokens + b.cache_write_tokens,
    cache_write_5m_tokens: a.cache_write_5m_tokens + b.cache_write_5m_tokens,
    cache_write_1h_tokens: a.cache_write_1h_tokens + b.cache_write_1h_tokens,
  };
}

export function totalTokens(usage: TokenUsage): number {
  return usage.tokens_in + usage.tokens_out + usage.cache_read_tokens + usage.cache_write_tokens;
}

/** Whole micro-dollars of one billed message, so that sums of any grouping agree. A write of unknown age is a short one. */
export function costOf(usage: TokenUsage, price: ModelPrice): number {
  const known = usage.cache_write_5m_tokens + usage.cache_write_1h_tokens;
  const short = usage.cache_write_5m_tokens + Math.max(0, usage.cache_write_tokens - known);
  return Math.round(
    usage.tokens_in * price.input +
      usage.tokens_out * price.output +
      usage.cache_read_tokens * price.cache_read +
      short * price.cache_write_5m +
      usage.cache_write_1h_tokens * price.cache_write_1h,
  );
}

/** `message.usage` of the API, as Claude's transcript repeats it. What is no count counts nothing. */
export function readUsage(value: unknown): TokenUsage {
  const usage = objectOf(value);
  const writes = objectOf(usage['cache_creation']);
  const short = count(writes['ephemeral_5m_input_tokens']);
  const long = count(writes['ephemeral_1h_input_tokens']);
  return {
    tokens_in: count(usage['input_tokens']),
    tokens_out: count(usage['output_tokens']),
    cache_read_tokens: count(usage['cache_read_input_tokens']),
    cache_write_tokens: Math.max(count(usage['cache_creation_input_tokens']), short + long),
    cache_write_5m_tokens: short,
    cache_write_1h_tokens: long,
  };
}

function count(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
