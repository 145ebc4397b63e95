import type { Result } from '@domain/result';
import type { StoreUnavailable } from '@domain/session/errors';

/** Where copies for people go. Nothing that is there is ever overwritten. */
export type ExportFolder = {
  /** Answers the path it was written to, durably. */
  write(folder: string, name: string, text: string): Promise<Result<string, StoreUnavailable>>;
};
