import type { ElsewhereNote, HooksError, HooksState } from '@domain/hooks/elsewhere';
import type { Result } from '@domain/result';

/** Our entries in the user's own Claude settings. */
export type ElsewhereHooks = {
  state(): Promise<Result<HooksState, HooksError>>;
  install(): Promise<Result<HooksState, HooksError>>;
  uninstall(): Promise<Result<HooksState, HooksError>>;
};

/** What those entries wrote down, while we ran or before. */
export type ElsewhereNotes = {
  /** Each note is handed over, oldest first, and gone once that is done; one that could not be taken is handed over again. */
  follow(take: (note: ElsewhereNote) => Promise<void>): { look(): Promise<void>; stop(): void };
};
