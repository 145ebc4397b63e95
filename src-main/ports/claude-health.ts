import type { Result } from '@domain/result';
import type { DriverError } from '@domain/session/errors';

/** The `claude` that would be started, and what its version leaves to its own terminal. */
export type ClaudeFound = {
  readonly path: string;
  readonly version: string;
  readonly limits: readonly string[];
};

export type ClaudeHealth = {
  look(): Promise<Result<ClaudeFound, DriverError>>;
  /** Asks Claude itself; only a plain no is an error. */
  checkLogin(claude: Pick<ClaudeFound, 'path'>): Promise<Result<null, DriverError>>;
};
