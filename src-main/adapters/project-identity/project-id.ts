import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { ProjectId } from '@domain/ids';
import { err, ok, type Result } from '@domain/result';
import { z } from 'zod';
import { attempt, type FileError } from '../fs/file-error';
import { type FileSystem, nodeFileSystem } from '../fs/file-system';
import { writeAtomic } from '../fs/write-file';
import { createOnce, IDENTITY_VERSION, readIdentity } from './identity-file';
import { changeRegistry, type RegistryEntry, type RegistryError } from './project-registry';

/*
 * `project.json` inside the sessions folder says who the project is; the registry in user-data says where it was.
 * I1  The id survives moving or renaming the folder.
 * I2  The same id at two living paths: the one the registry does not know is the newcomer and gets a new id.
 * I3  A deleted or unreadable `project.json` gets back the id the registry has for this path.
 * I4  Two processes that come first at the same time agree on one id.
 * Worktrees need nothing here: they resolve to the main checkout's `.beads`.
 */
const ProjectFile = z.looseObject({ project_id: ProjectId });

export type ProjectIdentity = {
  readonly project_id: ProjectId;
  /** The id this folder carried before, when it turned out to be a copy. */
  readonly renewed_from: ProjectId | null;
};

export type ProjectIdentityOptions = {
  /** The sessions folder, by its real path. */
  readonly folder: string;
  readonly registry: string;
  readonly now: () => string;
  readonly fs?: FileSystem;
};

export async function resolveProjectId(
  options: ProjectIdentityOptions,
): Promise<Result<ProjectIdentity, RegistryError>> {
  const { folder, registry, now, fs = nodeFileSystem } = options;
  const file = join(folder, 'project.json');
  return changeRegistry<ProjectIdentity>(registry, fs, async (entries) => {
    const found = readIdentity(file, ProjectFile, fs);
    if (!found.ok) return found;
    const known = entries.find((entry) => entry.path === folder)?.project_id;
    const carried = found.value === null || found.value === 'unreadable' ? null : found.value.project_id;
    const settled = await settle({ file, folder, fs, now, entries, known, carried, state: found.value });
    if (!settled.ok) return settled;
    const { project_id } = settled.value;
    const seen = entries.find((entry) => entry.project_id === project_id);
    if (seen?.path === folder) return ok({ entries: [...entries], value: settled.value });
    const others = entries.filter((entry) => entry.project_id !== project_id && entry.path !== folder);
    const entry: RegistryEntry = {
      ...seen,
      project_id,
      path: folder,
      seen_at: now(),
      ...(seen === undefined ? {} : { moved_from: formerPlaces(seen, folder) }),
    };
    return ok({ entries: [...others, entry], value: settled.value });
  });
}

/** What ran where it used to be is still its own. */
function formerPlaces({ path, moved_from = [] }: RegistryEntry, folder: string): string[] {
  return [...new Set([...moved_from, path])].filter((place) => place !== folder);
}

async function settle(facts: {
  file: string;
  folder: string;
  fs: FileSystem;
  now: () => string;
  entries: readonly RegistryEntry[];
  known: ProjectId | undefined;
  carried: ProjectId | null;
  state: unknown;
}): Promise<Result<ProjectIdentity, FileError>> {
  const { file, folder, fs, now, entries, known, carried, state } = facts;
  const fileFor = (project_id: ProjectId) => ({ version: IDENTITY_VERSION, project_id, created_at: now() });
  if (carried !== null) {
    const elsewhere = entries.find((entry) => entry.project_id === carried && entry.path !== folder);
    if (elsewhere === undefined || !livesAt(elsewhere.path, folder, carried, fs)) {
      return ok({ project_id: carried, renewed_from: null });
    }
    const project_id = ProjectId.parse(randomUUID());
    const written = await writeAtomic(file, `${JSON.stringify(fileFor(project_id), null, 2)}\n`, { fs });
    return written.ok ? ok({ project_id, renewed_from: carried }) : written;
  }
  const project_id = known ?? ProjectId.parse(randomUUID());
  if (state === 'unreadable') {
    const written = await writeAtomic(file, `${JSON.stringify(fileFor(project_id), null, 2)}\n`, { fs });
    return written.ok ? ok({ project_id, renewed_from: null }) : written;
  }
  const made = await createOnce(file, fileFor(project_id), fs);
  if (!made.ok) return made;
  if (made.value === 'created') return ok({ project_id, renewed_from: null });
  // Another user-data folder's console was faster: its id counts.
  const theirs = readIdentity(file, ProjectFile, fs);
  if (!theirs.ok) return theirs;
  if (theirs.value === null || theirs.value === 'unreadable') {
    return err({ code: 'file-not-found', path: file, errno: 'ENOENT' });
  }
  return ok({ project_id: theirs.value.project_id, renewed_from: null });
}

function livesAt(path: string, folder: string, id: ProjectId, fs: FileSystem): boolean {
  const there = readIdentity(join(path, 'project.json'), ProjectFile, fs);
  if (!there.ok || there.value === null || there.value === 'unreadable' || there.value.project_id !== id)
    return false;
  // The same folder under another spelling (a bind mount, a link above it) is no second place.
  const [a, b] = [attempt(path, () => fs.stat(path)), attempt(folder, () => fs.stat(folder))];
  return !(a.ok && b.ok && a.value.ino === b.value.ino && a.value.dev === b.value.dev);
}
