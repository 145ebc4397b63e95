import { dirname, join } from 'node:path';
import { err, ok, type Result } from '@domain/result';
import type { SessionError, StoreError } from '@domain/session/errors';
import { resolveBeadsDir } from '../adapters/beads-dir/resolve-beads-dir';
import type { FileError } from '../adapters/fs/file-error';
import { nodeFileSystem } from '../adapters/fs/file-system';
import { ensureFolder } from '../adapters/fs/folders';
import { resolveProjectId } from '../adapters/project-identity/project-id';
import { readRegistry } from '../adapters/project-identity/project-registry';
import { openSessionStore } from '../adapters/session-files/session-files-store';
import { toStoreError } from '../adapters/session-files/store-errors';
import type { Clock } from '../ports/clock';
import type { SessionStore } from '../ports/session-store';
import type { SessionStores, StorePlace } from '../services/sessions/session-stores';
import type { Places } from './places';

export type SessionStoresOptions = {
  readonly places: Places;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  /** Off for a command that ends at once. */
  readonly watch: boolean;
};

type Kind = SessionStore['kind'];

/** Finding a project costs dozens of looks at the disk; the calls of one action need not each take them again. */
const FOUND_FOR_MS = 1000;
type FoundProject = { readonly beadsDir: string; readonly atMs: number };

/** The store in user-data at once, a project's when it is first asked for; every one at most once. */
export async function openSessionStores(
  options: SessionStoresOptions,
): Promise<Result<SessionStores, SessionError>> {
  const { places, env, clock } = options;
  const listeners = new Set<(store: SessionStore) => void>();
  const opened = new Map<string, SessionStore>();
  const opening = new Map<string, Promise<Result<SessionStore, StoreError>>>();

  const found = new Map<string, FoundProject>();
  const beadsDirOf = async (folder: string): Promise<Result<string | null, FileError>> => {
    const last = found.get(folder);
    const isRecent = last !== undefined && clock.monotonicMs() - last.atMs < FOUND_FOR_MS;
    if (isRecent && nodeFileSystem.lstatIfThere(last.beadsDir)?.isDirectory()) return ok(last.beadsDir);
    found.delete(folder);
    const beads = await resolveBeadsDir(folder, env);
    if (!beads.ok) return beads;
    const { beadsDir } = beads.value;
    if (beadsDir !== null) found.set(folder, { beadsDir, atMs: clock.monotonicMs() });
    return ok(beadsDir);
  };

  const data = ensureFolder(places.dataFolder);
  if (!data.ok) return err(toStoreError(data.error, places.dataFolder));
  const user = await openAt(options, places.sessions, places.dataFolder, 'user-data');
  if (!user.ok) return user;
  opened.set(places.sessions, user.value);

  const openProject = (folder: string, root: string): Promise<Result<SessionStore, StoreError>> => {
    const known = opened.get(folder);
    if (known !== undefined) return Promise.resolve(ok(known));
    const begun = opening.get(folder) ?? openAt(options, folder, root, 'project');
    opening.set(folder, begun);
    return begun.then((store) => {
      opening.delete(folder);
      if (!store.ok || opened.has(folder)) return store;
      opened.set(folder, store.value);
      for (const tell of [...listeners]) tell(store.value);
      return store;
    });
  };

  return ok({
    user: user.value,
    all: () => [...opened.values()],
    async forFolder(folder): Promise<Result<StorePlace, SessionError>> {
      const beadsDir = await beadsDirOf(folder);
      if (!beadsDir.ok) return err({ code: 'project-unknown', project: folder });
      if (beadsDir.value === null) return ok({ store: user.value, root: folder });
      const root = dirname(beadsDir.value);
      const store = await openProject(join(beadsDir.value, 'sessions'), root);
      return store.ok ? ok({ store: store.value, root }) : store;
    },
    async openKnown() {
      const known = readRegistry(places.projects);
      if (!known.ok) return;
      // One after the other: a hundred projects must not be a hundred open journals being read at once.
      for (const { path } of known.value) {
        const isThere = nodeFileSystem.lstatIfThere(dirname(path))?.isDirectory() ?? false;
        if (!opened.has(path) && isThere) await openProject(path, dirname(dirname(path)));
      }
    },
    onOpened(tell) {
      listeners.add(tell);
      return () => {
        listeners.delete(tell);
      };
    },
    async close() {
      await Promise.all(opening.values());
      await Promise.all([...opened.values()].map((store) => store.close()));
      opened.clear();
    },
  });
}

async function openAt(
  { places, clock, watch }: SessionStoresOptions,
  folder: string,
  root: string,
  kind: Kind,
): Promise<Result<SessionStore, StoreError>> {
  const made = ensureFolder(folder);
  // A disk that cannot be written may still hold sessions to read; the store decides.
  if (!made.ok && !['disk-read-only', 'disk-permission', 'disk-full'].includes(made.error.code))
    return err(toStoreError(made.error, folder));
  const identity = await resolveProjectId({ folder, registry: places.projects, now: clock.now });
  if (!identity.ok) return err(toStoreError(identity.error, folder));
  const { project_id, renewed_from } = identity.value;
  const replica = kind === 'project' ? join(places.replicas, project_id) : null;
  return openSessionStore({
    kind,
    folder,
    root,
    projectId: project_id,
    replica,
    clock,
    watch,
    renewedFrom: renewed_from,
  });
}
