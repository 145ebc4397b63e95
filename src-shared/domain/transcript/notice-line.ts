import type { MessageNotice, NoticeDetails } from '@domain/session/message';
import { objectOf, textOf } from './json-fields';

type Json = Readonly<Record<string, unknown>>;

/** What a line says that is no part of the conversation, and what it hangs on. */
export type Notice = {
  readonly notice: MessageNotice;
  readonly text: string;
  readonly details?: NoticeDetails;
};

/** Null: nothing that concerns a reader. */
export function readSystemNotice(line: Json): Notice | null {
  const text = textOf(line['content']) ?? '';
  switch (line['subtype']) {
    case 'compact_boundary': {
      const facts = objectOf(line['compactMetadata']);
      const trigger = facts?.['trigger'];
      return {
        notice: 'compacted',
        text: '',
        details: {
          ...(trigger === 'manual' || trigger === 'auto' ? { trigger } : {}),
          ...count('tokens_before', facts?.['preTokens']),
          ...count('tokens_after', facts?.['postTokens']),
        },
      };
    }
    case 'api_error': {
      const error = objectOf(line['error']);
      return {
        notice: 'api-retry',
        text: textOf(error?.['formatted']) ?? textOf(error?.['message']) ?? '',
        details: {
          ...count('http_status', error?.['status']),
          ...count('attempt', line['retryAttempt']),
          ...count('max_attempts', line['maxRetries']),
          ...count('retry_in_ms', line['retryInMs']),
        },
      };
    }
    case 'local_command':
      return text === '' ? null : { notice: 'command', text };
    case 'informational':
      return text === '' ? null : { notice: 'info', text };
    default:
      return null;
  }
}

/** A hook that failed is the person's to mend; what other hooks add is for the model. */
export function readHookNotice(attachment: Json): Notice | null {
  if (attachment['type'] !== 'hook_non_blocking_error' && attachment['type'] !== 'hook_blocking_error')
    return null;
  const name = textOf(attachment['hookName']) ?? textOf(attachment['hookEvent']) ?? 'hook';
  return { notice: 'hook-error', text: `${name}: ${textOf(attachment['stderr']) ?? ''}`.trim() };
}

/** A synthetic answer says why there is no real one. Told by its fields, never by its words. */
export function readFailure(line: Json, stopReason: string | null): Omit<Notice, 'text'> {
  const details = count('http_status', line['apiErrorStatus'] ?? line['api_error_status']);
  const notice =
    line['error'] === 'rate_limit' ? 'usage-limit' : stopReason === 'refusal' ? 'refused' : 'api-error';
  return Object.keys(details).length === 0 ? { notice } : { notice, details };
}

const TASK = /^<task-notification>/;
const INTERRUPTED = /^\[Request interrupted/;

/** Of words that Claude's program wrote in the person's place. */
export function noticeOfCliText(text: string): Omit<Notice, 'text'> {
  if (INTERRUPTED.test(text)) return { notice: 'interrupted' };
  if (!TASK.test(text)) return { notice: 'command' };
  const field = (name: string) => new RegExp(`<${name}>([\\w-]{1,100})</${name}>`).exec(text)?.[1];
  const [task_id, tool_use_id, task_status] = [field('task-id'), field('tool-use-id'), field('status')];
  return {
    notice: 'task',
    details: {
      ...(task_id === undefined ? {} : { task_id }),
      ...(tool_use_id === undefined ? {} : { tool_use_id }),
      ...(task_status === undefined ? {} : { task_status: task_status.slice(0, 40) }),
    },
  };
}

function count<K extends string>(name: K, value: unknown): { [N in K]?: number } {
  const number = typeof value === 'number' && value >= 0 ? Math.round(value) : null;
  return number === null || !Number.isSafeInteger(number)
    ? {}
    : ({ [name]: number } as { [N in K]?: number });
}
