import type { BeadError } from '@domain/bead/errors';
import type { TrackerGeneration, TrackerInfo } from '@domain/bead/tracker-info';
import type { Result } from '@domain/result';
import type { BeadTracker } from './bead-tracker';

export type FoundTracker = {
  readonly generation: TrackerGeneration;
  /** Resolved as bd does: environment, redirect, worktree. */
  readonly beadsDir: string;
  /** When the file that can be read without a program was written; null without one. */
  readonly exportedAt: string | null;
};

export type TrackerProgram = {
  readonly kind: 'bd' | 'br';
  readonly path: string;
  readonly version: string;
};

/** Some hold a lock or a watch that has to be given back. */
export type OpenedTracker = BeadTracker & { readonly dispose?: () => void };

export type FileAccess = TrackerInfo['access'];

/** The ways to a project's beads; which one is taken is the service's choice. */
export type TrackerFactory = {
  /** From files alone: nothing of the project is run. Null: it has no beads. */
  recognise(folder: string): Promise<Result<FoundTracker | null, BeadError>>;
  findProgram(kind: TrackerProgram['kind']): Promise<TrackerProgram | null>;
  openProgram(folder: string, found: FoundTracker, program: TrackerProgram): OpenedTracker;
  openFile(folder: string, found: FoundTracker, access: FileAccess): OpenedTracker;
  initProgram(
    folder: string,
    program: TrackerProgram,
    prefix: string | null,
  ): Promise<Result<void, BeadError>>;
  initFile(folder: string, prefix: string | null): Promise<Result<void, BeadError>>;
};
