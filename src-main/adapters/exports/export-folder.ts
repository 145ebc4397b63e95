import { join } from 'node:path';
import { err, ok, type Result } from '@domain/result';
import type { StoreUnavailable } from '@domain/session/errors';
import type { ExportFolder } from '../../ports/export-folder';
import type { FileError } from '../fs/file-error';
import { type FileSystem, nodeFileSystem } from '../fs/file-system';
import { ensureFolder } from '../fs/folders';
import { writeAtomic } from '../fs/write-file';

const MOST_COPIES = 1000;

export function createExportFolder(fs: FileSystem = nodeFileSystem): ExportFolder {
  return {
    async write(folder, name, text) {
      const made = ensureFolder(folder, fs);
      if (!made.ok) return err(toUnavailable(made.error));
      const path = freePath(folder, name, fs);
      if (!path.ok) return path;
      const written = await writeAtomic(path.value, text, { fs });
      return written.ok ? path : err(toUnavailable(written.error));
    },
  };
}

function freePath(folder: string, name: string, fs: FileSystem): Result<string, StoreUnavailable> {
  const dot = name.lastIndexOf('.');
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  for (let copy = 1; copy < MOST_COPIES; copy += 1) {
    const path = join(folder, copy === 1 ? name : `${stem}-${copy}${ending}`);
    if (fs.lstatIfThere(path) === undefined) return ok(path);
  }
  return err({ code: 'store-unavailable', reason: 'io', path: join(folder, name) });
}

function toUnavailable(problem: FileError): StoreUnavailable {
  const reasons: Partial<Record<FileError['code'], StoreUnavailable['reason']>> = {
    'disk-full': 'disk-full',
    'disk-read-only': 'read-only',
    'disk-permission': 'permission',
  };
  return { code: 'store-unavailable', reason: reasons[problem.code] ?? 'io', path: problem.path };
}
