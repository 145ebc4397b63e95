import type { SessionId } from '@domain/ids';
import type { Result } from '@domain/result';
import type { StoreError } from '@domain/session/errors';
import type { PromptImage } from '@domain/session/prompt-image';

/** As it was typed: so Claude is told it. */
export type KeptPrompt = {
  readonly id: string;
  readonly text: string;
  readonly images?: readonly PromptImage[] | undefined;
};

/** Prompts that wait for their turn, by session: they outlive the program. */
export type PromptQueues = {
  /** What an earlier program left; an empty queue could not be read. */
  readonly found: ReadonlyMap<SessionId, readonly KeptPrompt[]>;
  /** On the disk when it resolves, in this order; none: nothing of the session stays. Once at a time for a session. */
  keep(id: SessionId, prompts: readonly KeptPrompt[]): Promise<Result<null, StoreError>>;
};
