import { dirname, join } from 'node:path';
import { ProjectId } from '@domain/ids';
import { err, ok, type Result } from '@domain/result';
import { z } from 'zod';
import type { FileError } from '../fs/file-error';
import { type FileSystem, nodeFileSystem } from '../fs/file-system';
import { ensureFolder } from '../fs/folders';
import { writeAtomic } from '../fs/write-file';
import { acquireWithin } from '../locks/acquire-within';
import { createLockKeeper, type LockBusy } from '../locks/lock-keeper';
import { IDENTITY_VERSION, readIdentity } from './identity-file';

/** `projects.json`: where each project id was seen last. It survives `git clean` in the project. */
const Registry = z.looseObject({
  projects: z.array(
    z.looseObject({
      project_id: ProjectId,
      path: z.string(),
      seen_at: z.string(),
      /** Where it was before it was moved, the last place last. */
      moved_from: z.array(z.string()).optional(),
    }),
  ),
});
export type RegistryEntry = z.infer<typeof Registry>['projects'][number];
export type RegistryError = FileError | LockBusy;

const PATIENCE_MS = 20_000;

export function readRegistry(
  file: string,
  fs: FileSystem = nodeFileSystem,
): Result<readonly RegistryEntry[], FileError> {
  const found = readWhole(file, fs);
  return found.ok ? ok(found.value.projects) : found;
}

/** What we do not know in it stays. */
function readWhole(file: string, fs: FileSystem): Result<z.infer<typeof Registry>, FileError> {
  const found = readIdentity(file, Registry, fs);
  if (!found.ok) return found;
  return ok(found.value === null || found.value === 'unreadable' ? { projects: [] } : found.value);
}

/** One at a time over all processes: reads, lets `change` decide, writes when something changed. */
export async function changeRegistry<T>(
  file: string,
  fs: FileSystem,
  change: (
    entries: readonly RegistryEntry[],
  ) => Promise<Result<{ entries: RegistryEntry[]; value: T }, FileError>>,
): Promise<Result<T, RegistryError>> {
  const folder = ensureFolder(dirname(file), fs);
  if (!folder.ok) return folder;
  const keeper = createLockKeeper({ folder: join(dirname(file), '.locks'), fs });
  try {
    const lock = await acquireWithin(keeper, 'projects', PATIENCE_MS);
    if (!lock.ok) return err(lock.error);
    const before = readWhole(file, fs);
    if (!before.ok) return before;
    const changed = await change(before.value.projects);
    if (!changed.ok) return changed;
    if (JSON.stringify(changed.value.entries) !== JSON.stringify(before.value.projects)) {
      const content = { version: IDENTITY_VERSION, ...before.value, projects: changed.value.entries };
      const written = await writeAtomic(file, `${JSON.stringify(content, null, 2)}\n`, { fs });
      if (!written.ok) return written;
    }
    return ok(changed.value.value);
  } finally {
    keeper.close();
  }
}
