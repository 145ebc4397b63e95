import type { Message } from './message';

/** Said by Claude's program in Claude's place, which has no model: why there is no answer. */
export function isFailure(
  message: Message,
): message is Message & { notice: 'api-error' | 'usage-limit' | 'refused' } {
  const { notice, model } = message;
  return model === undefined && (notice === 'api-error' || notice === 'usage-limit' || notice === 'refused');
}
