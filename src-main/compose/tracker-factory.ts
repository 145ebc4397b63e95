import { dirname } from 'node:path';
import type { BeadError } from '@domain/bead/errors';
import { err, ok } from '@domain/result';
import type { BdTimeouts } from '../adapters/bd-cli/bd-call';
import { createBdCliTracker } from '../adapters/bd-cli/bd-cli-tracker';
import { createFindTrackerProgram } from '../adapters/bd-cli/find-tracker-program';
import { initBdProject } from '../adapters/bd-cli/init-bd-project';
import type { RunProgram } from '../adapters/bd-cli/run-program';
import { initJsonlProject } from '../adapters/bd-jsonl/init-jsonl-project';
import { createJsonlTracker } from '../adapters/bd-jsonl/jsonl-tracker';
import { recogniseGeneration } from '../adapters/beads-dir/recognise-generation';
import { resolveBeadsDir } from '../adapters/beads-dir/resolve-beads-dir';
import type { FileError } from '../adapters/fs/file-error';
import type { Clock } from '../ports/clock';
import type { Timers } from '../ports/timers';
import type { TrackerFactory } from '../ports/tracker-factory';

export type TrackerFactoryDeps = {
  readonly env: { readonly [name: string]: string | undefined };
  readonly clock: Clock;
  readonly timers: Timers;
  readonly run: RunProgram;
  readonly timeouts?: BdTimeouts;
  readonly isTrusted: (folder: string) => boolean;
};

export function createTrackerFactory({
  env,
  clock,
  timers,
  run,
  timeouts,
  isTrusted,
}: TrackerFactoryDeps): TrackerFactory {
  const findProgram = createFindTrackerProgram(env, run);
  return {
    findProgram,
    async recognise(folder) {
      const resolved = await resolveBeadsDir(folder, env);
      if (!resolved.ok) return err(unreadable(resolved.error));
      const { beadsDir } = resolved.value;
      if (beadsDir === null) return ok(null);
      const recognised = recogniseGeneration(beadsDir);
      if (!recognised.ok) return err(unreadable(recognised.error));
      return ok(recognised.value === null ? null : { ...recognised.value, beadsDir });
    },
    openProgram: (folder, { generation, beadsDir }, program) =>
      createBdCliTracker({
        program,
        generation,
        folder,
        beadsDir,
        env,
        timers,
        run,
        // Not even the schema of a project's database changes before the person trusts it.
        isStrictReader: () => !isTrusted(folder) && !isTrusted(dirname(beadsDir)),
        ...(timeouts === undefined ? {} : { timeouts }),
      }),
    openFile: (_folder, { generation, beadsDir }, access) =>
      createJsonlTracker({ beadsDir, generation, access, clock, timers }),
    initProgram: (folder, program, prefix) => initBdProject({ program, folder, env, run }, prefix),
    async initFile(folder, prefix) {
      const made = initJsonlProject(folder, prefix);
      return made.ok ? ok(undefined) : made;
    },
  };
}

function unreadable(error: FileError): BeadError {
  return { code: 'tracker-unreadable', path: error.path, cause: error.errno };
}
