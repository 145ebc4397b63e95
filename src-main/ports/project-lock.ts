import type { BeadError } from '@domain/bead/errors';
import type { Result } from '@domain/result';

/** Held by one process on this machine at a time, whatever window or command line asks. */
export type ProjectLock = {
  /** Waits its turn for a while; `tracker-locked` when it never comes. */
  hold<T>(
    beadsDir: string,
    name: string,
    work: () => Promise<Result<T, BeadError>>,
  ): Promise<Result<T, BeadError>>;
};
