import type { PromptImage } from '@domain/session/prompt-image';

/** A picture of a message, in Claude's own transcript: shown to its owner on demand, never stored by us. */
export type Pictures = {
  /** The nth picture of the message, or of the answer to the call with this id; null when the transcript does not have it (any more), or it is too large to show. */
  read(session: { id: string; cwd: string }, messageId: string, index: number): Promise<PromptImage | null>;
};
