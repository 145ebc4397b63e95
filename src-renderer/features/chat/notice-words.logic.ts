import type { ApiRetry } from '@domain/session/live';
import type { NoticeDetails } from '@domain/session/message';
import { clockWords } from '../../app/time-words';
import { countWords } from '../../app/usage-words';

/** The model did not answer: why, as far as it is known, and which try this is. */
export function retryWords({ attempt, max_attempts, http_status }: ApiRetry): string {
  const why = http_status === undefined ? '' : ` (${http_status})`;
  const tries = max_attempts > 0 ? `, try ${attempt} of ${max_attempts}` : '';
  return `got no answer from the model${why}, asks again${tries}`;
}

/** The figures of a notice in a few words; empty when it has none. */
export function detailWords(details: NoticeDetails | undefined): string {
  if (details === undefined) return '';
  const { attempt, max_attempts, tokens_before, tokens_after, resets_at, task_status } = details;
  const words = [
    attempt !== undefined && max_attempts !== undefined ? `try ${attempt} of ${max_attempts}` : null,
    tokens_before !== undefined && tokens_after !== undefined
      ? `${countWords(tokens_before)} → ${countWords(tokens_after)} tokens`
      : null,
    resets_at !== undefined ? `resets at ${clockWords(resets_at)}` : null,
    task_status ?? null,
  ];
  return words.filter((word) => word !== null).join(' · ');
}
