import type { BeadError } from '@domain/bead/errors';
import { INSTALL_BD } from '@domain/bead/tracker-info';
import type { FolderPath } from '@domain/ids';
import { err, ok, type Result } from '@domain/result';
import type { TrackerState } from '@domain/tracker-state';
import type { Clock } from '../../ports/clock';
import type { Log } from '../../ports/log';
import type { ProjectLock } from '../../ports/project-lock';
import type { Timers } from '../../ports/timers';
import type { TrackerFactory } from '../../ports/tracker-factory';
import { type BeadCommands, createBeadCommands } from './bead-commands';
import { type BeadQueries, createBeadQueries } from './bead-queries';
import { createClaimDesk } from './claim-bead';
import { createProjectBeads, type ProjectBeads } from './project-beads';

/** Everything about the beads of one project. */
export type ProjectTracker = BeadQueries &
  BeadCommands & {
    readonly beads: Pick<ProjectBeads, 'follow' | 'snapshot' | 'refresh'>;
    /** Makes beads in a folder without; the caller has asked the person. */
    init(kind: 'bd' | 'jsonl', prefix: string | null): Promise<Result<TrackerState, BeadError>>;
  };

export type BeadsService = {
  of(project: FolderPath): ProjectTracker;
  /** When everything asked so far is written. */
  drain(): Promise<void>;
  close(): Promise<void>;
};

export type BeadsServiceDeps = {
  readonly factory: TrackerFactory;
  readonly lock: ProjectLock;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly log: Log;
  readonly isTrusted: (folder: string) => boolean;
  /** Tells when the trust of some project may have changed; returns the way to stop. */
  readonly onTrustChange: (tell: () => void) => () => void;
  readonly defaultActor: (project: FolderPath) => Promise<string>;
  readonly newMarker: () => string;
  readonly epoch: string;
};

export function createBeadsService(deps: BeadsServiceDeps): BeadsService {
  const { factory, clock, timers, lock, newMarker } = deps;
  const projects = new Map<FolderPath, { beads: ProjectBeads; tracker: ProjectTracker }>();

  const open = (project: FolderPath) => {
    const { isTrusted } = deps;
    const { log } = deps;
    // A cursor of one project means nothing to another.
    const epoch = `${deps.epoch}.${projects.size}`;
    const beads = createProjectBeads({ folder: project, factory, clock, timers, epoch, isTrusted, log });
    const desk = createClaimDesk({ lock, newMarker });
    const defaultActor = () => deps.defaultActor(project);
    const tracker: ProjectTracker = {
      ...createBeadQueries(beads, clock),
      ...createBeadCommands({ beads, desk, defaultActor }),
      beads,
      init: (kind, prefix) => initBeads({ project, factory, beads, isTrusted }, kind, prefix),
    };
    return { beads, tracker };
  };

  const stopTrust = deps.onTrustChange(() => {
    for (const { beads } of projects.values()) beads.trustChanged();
  });

  const drain = async () => {
    await Promise.all([...projects.values()].map(({ beads }) => beads.drain()));
  };

  return {
    of(project) {
      const known = projects.get(project) ?? open(project);
      projects.set(project, known);
      return known.tracker;
    },
    drain,
    async close() {
      stopTrust();
      await drain();
      for (const { beads } of projects.values()) beads.close();
      projects.clear();
    },
  };
}

type InitDeps = {
  readonly project: FolderPath;
  readonly factory: TrackerFactory;
  readonly beads: ProjectBeads;
  readonly isTrusted: (folder: string) => boolean;
};

async function initBeads(
  { project, factory, beads, isTrusted }: InitDeps,
  kind: 'bd' | 'jsonl',
  prefix: string | null,
): Promise<Result<TrackerState, BeadError>> {
  const found = await factory.recognise(project);
  if (!found.ok) return found;
  if (found.value === null) {
    const made = await make();
    if (!made.ok) return made;
  }
  await beads.refresh();
  const { tracker } = beads.snapshot();
  return tracker.type === 'open' ? ok(tracker) : err({ code: 'no-beads-folder', folder: project });

  async function make(): Promise<Result<void, BeadError>> {
    if (kind === 'jsonl') return factory.initFile(project, prefix);
    // bd may run hooks of the repository when it commits.
    if (!isTrusted(project)) return err({ code: 'tracker-untrusted' });
    const program = await factory.findProgram('bd');
    if (program === null) return err({ code: 'tracker-missing', program: 'bd', install_command: INSTALL_BD });
    return factory.initProgram(project, program, prefix);
  }
}
