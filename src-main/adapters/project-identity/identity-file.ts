import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { err, ok, type Result } from '@domain/result';
import { z } from 'zod';
import { attempt, type FileError } from '../fs/file-error';
import { type FileSystem, nodeFileSystem } from '../fs/file-system';
import { ensureFolder, removeIfThere } from '../fs/folders';
import { readTextIfThere } from '../fs/read-file';
import { TEMP_SUFFIX, writeAtomic } from '../fs/write-file';

export const IDENTITY_VERSION = 1;

const Identity = z.looseObject({ version: z.int().positive() });

/** `null`: there is none. A file that cannot be understood is told apart: it must not be overwritten unasked. */
export function readIdentity<T>(
  path: string,
  schema: z.ZodType<T>,
  fs: FileSystem = nodeFileSystem,
): Result<T | 'unreadable' | null, FileError> {
  const text = readTextIfThere(path, fs);
  if (!text.ok) return text;
  if (text.value === null) return ok(null);
  try {
    const raw: unknown = JSON.parse(text.value);
    const parsed = schema.safeParse(raw);
    return ok(parsed.success && Identity.safeParse(raw).success ? parsed.data : 'unreadable');
  } catch {
    return ok('unreadable');
  }
}

/** Creates the file with this content unless somebody was faster; either way it exists afterwards. */
export async function createOnce(
  path: string,
  content: object,
  fs: FileSystem = nodeFileSystem,
): Promise<Result<'created' | 'there', FileError>> {
  const folder = ensureFolder(dirname(path), fs);
  if (!folder.ok) return folder;
  const temp = join(dirname(path), `.${process.pid}.${randomUUID()}${TEMP_SUFFIX}`);
  const written = await writeAtomic(temp, `${JSON.stringify(content, null, 2)}\n`, { fs });
  if (!written.ok) return written;
  const linked = attempt(path, () => fs.link(temp, path));
  removeIfThere(temp, fs);
  if (linked.ok) return ok('created');
  return linked.error.code === 'file-exists' ? ok('there') : err(linked.error);
}
