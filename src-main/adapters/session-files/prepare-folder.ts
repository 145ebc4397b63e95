import type { ProjectId } from '@domain/ids';
import { ok, type Result } from '@domain/result';
import type { FileError } from '../fs/file-error';
import type { FileSystem } from '../fs/file-system';
import { ensureFolder } from '../fs/folders';
import { readTextIfThere } from '../fs/read-file';
import { writeAtomicNow } from '../fs/write-file';
import type { Layout } from './layout';

const IGNORE_ALL = '*\n';

/** The folder and the two small files that make it ours: it ignores itself in git and says which project it is. */
export function prepareFolder(where: {
  fs: FileSystem;
  layout: Layout;
  projectId: ProjectId;
  clock: { now(): string };
}): Result<void, FileError> {
  const { fs, layout, projectId, clock } = where;
  const made = ensureFolder(layout.folder, fs);
  if (!made.ok) return made;
  const ignore = readTextIfThere(layout.ignore, fs);
  if (!ignore.ok || ignore.value !== IGNORE_ALL) {
    const written = writeAtomicNow(layout.ignore, IGNORE_ALL, { fs });
    if (!written.ok) return written;
  }
  if (fs.lstatIfThere(layout.project) !== undefined) return ok(undefined);
  const project = { version: 1, project_id: projectId, created_at: clock.now() };
  return writeAtomicNow(layout.project, `${JSON.stringify(project, null, 2)}\n`, { fs });
}
