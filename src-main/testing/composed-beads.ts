import { createFeed } from '@domain/feed';
import type { FolderPath } from '@domain/ids';
import type { ProjectsChange } from '@domain/project';
import { onTestFinished } from 'vitest';
import { nodeTimers } from '../adapters/system/node-timers';
import { createSystemClock } from '../adapters/system/system-clock';
import { type ComposedBeads, composeBeads } from '../compose/compose-beads';
import type { Timers } from '../ports/timers';
import type { ProjectsSnapshot } from '../services/projects/projects-service';

export type ComposedOptions = {
  readonly bd: string | null;
  readonly isTrusted?: boolean;
  readonly timers?: Timers;
  readonly env?: Readonly<Record<string, string>>;
};

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** The beads half of the program, as the app composes it, closed with the test. */
export function composedBeads({
  bd,
  isTrusted = true,
  timers = nodeTimers,
  env = {},
}: ComposedOptions): ComposedBeads {
  const feed = createFeed<ProjectsSnapshot, ProjectsChange>({ epoch: 'p', snapshot: () => ({ recent: [] }) });
  const composed = composeBeads({
    env: { ...process.env, BEADS_ACTOR: 'ada', BEADS_CONSOLE_BD: bd ?? '/nowhere/bd', ...env },
    clock: createSystemClock(),
    log: quiet,
    projects: { isTrusted: () => isTrusted, feed },
    timers,
    timeouts: { readMs: 120_000, writeMs: 120_000 },
  });
  onTestFinished(() => composed.close());
  return composed;
}

export const folderPath = (path: string) => path as FolderPath;
