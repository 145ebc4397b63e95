import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

export type Failure = { readonly code: string; readonly [fact: string]: unknown };
type Answer<T> = { ok: true; value: T } | { ok: false; error: Failure };

/** What every tool here promises: it looks, and changes nothing. */
export const LOOKS_ONLY = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;

/** The answer as JSON; a failure with its code, as a value the agent reads and not as a broken call. */
export function toolAnswer<T>(answer: Answer<T>, shape: (value: T) => unknown): CallToolResult {
  return answer.ok ? said(shape(answer.value)) : { ...said({ error: answer.error }), isError: true };
}

/** As above, but what is not there is `null` and no error. */
export function orNull<T>(
  answer: Answer<T>,
  absent: string,
  shape: (value: T) => unknown = (value) => value,
): CallToolResult {
  return !answer.ok && answer.error.code === absent ? said(null) : toolAnswer(answer, shape);
}

export function said(value: unknown): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(value) }] };
}
