import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProjectId } from '@domain/ids';
import type { Session } from '@domain/session/record';
import type { FileSystem } from '../adapters/fs/file-system';
import { openSessionStore, type SessionFilesStore } from '../adapters/session-files/session-files-store';
import { createManualClock, type ManualClock } from './manual-clock';
import { value } from './session-facts';
import { tempDir } from './temp-dir';

/** A place on disk with one store's folder and its replica; opening it again is a restart. */
export type StorePlace = {
  readonly base: string;
  readonly folder: string;
  readonly replica: string;
  readonly projectId: ProjectId;
  readonly clock: ManualClock;
  open(options?: {
    fs?: FileSystem;
    watch?: boolean;
    kind?: 'project' | 'user-data';
  }): Promise<SessionFilesStore>;
  read(name: string): string;
  json(name: string): Record<string, unknown>;
};

export function createStorePlace(name = 'store'): StorePlace {
  const base = tempDir(name);
  const folder = join(base, '.beads', 'sessions');
  const replica = join(base, 'replica');
  const projectId = randomUUID() as ProjectId;
  const clock = createManualClock();
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  return {
    base,
    folder,
    replica,
    projectId,
    clock,
    open: async ({ fs, watch = false, kind = 'project' } = {}) =>
      value(await openSessionStore({ kind, folder, root: base, projectId, replica, clock, fs, watch })),
    read,
    json: (file) => JSON.parse(read(file)) as Record<string, unknown>,
  };
}

/** What a store says it holds, to compare before and after. */
export function contentOf(store: SessionFilesStore): Session[] {
  return [...store.all().values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}
